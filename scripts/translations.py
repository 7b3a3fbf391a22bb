"""Collects the words to be translated into locale/*.po, and compiles those for Django.

Usage: python -m scripts.translations

Only Babel is needed, and Django's own reading of templates: no gettext programs.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

BASE = Path(__file__).resolve().parents[1]
LOCALES = BASE / "locale"
SOURCES = ("documents", "kb_project", "search", "templates")
LANGUAGES = ("de",)
"""The languages beside English, which is what the code says."""

_HEADER = {
    "project": "Pincite",
    "version": "1",
    "header_comment": "# docs/translating.md says which word stands for which.",
    "msgid_bugs_address": "docs/translating.md",
    "last_translator": "Pincite",
    "language_team": "Pincite",
}

_CONTEXT_FIRST = ((1, "c"), 2)
KEYWORDS: Mapping[str, Any] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), _CONTEXT_FIRST),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}


def main() -> None:
    """Bring every catalog up to date: new words are added untranslated, and those that are gone leave."""
    wanted = collect()
    for language in LANGUAGES:
        catalog = read_catalog(language)
        catalog.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        _po(language).write_bytes(as_po(catalog))
        _mo(language).write_bytes(as_mo(catalog))
        missing = sum(1 for message in catalog if message.id and not _is_translated(message.string))
        print(f"{language}: {len(catalog)} messages, {missing} to translate")


def collect() -> Catalog:
    """Every message in the code and the templates, with the file that it stands in."""
    catalog = Catalog(domain="django")
    for path in _sources():
        for _line, words, _comments, context in _messages(path):
            catalog.add(words, locations=[(str(path.relative_to(BASE)), 0)], context=context)
    return catalog


def read_catalog(language: str) -> Catalog:
    """What is translated so far; empty where nothing is."""
    path = _po(language)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        return Catalog(locale=language, domain="django", fuzzy=False, **_HEADER)
    with path.open("rb") as stream:
        return read_po(stream, locale=language, domain="django")


def as_po(catalog: Catalog) -> bytes:
    """The catalog for people: sorted by file, without line numbers, so that a change of code changes little."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, include_lineno=False, sort_by_file=True, ignore_obsolete=True)
    return out.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    """The catalog for Django."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def compiled(language: str) -> bytes:
    """The catalog for Django as it stands beside its source."""
    return _mo(language).read_bytes()


def _sources() -> Iterator[Path]:
    for folder in SOURCES:
        found = [*(BASE / folder).rglob("*.py"), *(BASE / folder).rglob("*.html")]
        yield from sorted(path for path in found if "migrations" not in path.parts)


def _messages(path: Path) -> Iterator[Any]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        source = _as_python(source, path)
    return extract("python", io.BytesIO(source.encode()), keywords=KEYWORDS, options={"encoding": "utf-8"})


def _as_python(source: str, path: Path) -> str:
    """A template as the calls that translate it; the brackets keep its indentation from meaning anything."""
    from django.utils.translation.template import templatize

    return f"({templatize(source, origin=str(path))})"


def _is_translated(words: Any) -> bool:
    return bool(words) and (isinstance(words, str) or all(words))


def _po(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "django.po"


def _mo(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "django.mo"


if __name__ == "__main__":
    main()

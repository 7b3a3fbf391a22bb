"""`type:`, by what a format is called: its word, its short name, or an ending of its file names."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from documents.extractors.formats import Format
from documents.extractors.registry import FORMATS
from documents.querysets import AnyUser, DocumentQuerySet
from search.filters.matched import Matched, Unknown
from search.words import fold

_ALSO_CALLED = {
    "presentation": ("pptx", "odp", "ppt"),
    "slide": ("pptx", "odp", "ppt"),
    "spreadsheet": ("xlsx", "ods", "xls", "xlsb", "csv"),
    "sheet": ("xlsx", "ods", "xls", "xlsb", "csv"),
    "mail": ("email", "mbox"),
    "plain": ("text",),
    "opendocument": ("odt", "ods", "odp"),
    "book": ("epub",),
}
"""Short names of the formats that people mean by a word which none of them is called."""


def of_type(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    found = [form for form in FORMATS.values() if _is_called(form, fold(value).lstrip(".*"))]
    if not found:
        known = ", ".join(form.short_name for form in FORMATS.values() if form.suffixes)
        sentence = _("No type of file is called “{name}”. Write one of: {known}.")
        return Unknown(value, sentence.format(name=value, known=known))
    words = ", ".join(_(form.word) for form in found)
    return Matched(Q(current_revision__media_type__in=[form.media_type for form in found]), words)


def _is_called(form: Format, name: str) -> bool:
    return (
        name in (form.short_name, form.media_type)
        or f".{name}" in form.suffixes
        or form.short_name in _ALSO_CALLED.get(name.removesuffix("s"), ())
        or any(_is_word_of(fold(word), name) for word in (form.word, _(form.word)))
    )


def _is_word_of(word: str, name: str) -> bool:
    """`Word 97–2003` and `Excel, binary` are called by their first word too; `Text with pages` is not just text."""
    return word == name or word.startswith((f"{name} 97", f"{name}, "))

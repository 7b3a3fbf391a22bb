"""Read a citation back from any of its JSON forms. What is read is a claim: nothing of it is believed here."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from documents.text.characters import has_ink

MOST_CHARACTERS = 1_000_000
"""Code points of JSON that are read."""

MOST_CONTEXT = 256
"""Code points on either side of a quote that are looked at."""

LAST_OFFSET = 2**31 - 1
_LARGEST_ID = 2**63 - 1
_DIGEST = re.compile(r"[0-9a-f]{64}")
_PAGE = re.compile(r"page=([1-9][0-9]{0,8})")


def gettext_noop(sentence: str) -> str:
    """Marks a sentence for translation, by the name that the tools look for; the text core has no language."""
    return sentence


READING_PROBLEMS = {
    "too-large": gettext_noop("This is longer than any citation that is read here."),
    "not-json": gettext_noop("This is not JSON."),
    "not-a-citation": gettext_noop("This is none of the JSON forms in which citations are given here."),
    "several-citations": gettext_noop("These are several citations. Give one at a time."),
    "damaged-citation": gettext_noop("This is a citation, but a part of it is missing or cannot be right."),
}


class UnreadableCitation(ValueError):  # noqa: N818 - it names a state
    """What was given is no citation; `code` is one of READING_PROBLEMS, `detail` names the part, as in a path."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        self.sentence = READING_PROBLEMS[code]
        super().__init__(f"{self.sentence} ({detail})" if detail else self.sentence)


@dataclass(frozen=True, slots=True)
class CitedQuote:
    """What a citation claims: words, and where they stand. None where it does not say.

    `labels` has the number and the label of each page whose label it names, None for a page without one.
    """

    document_id: int | None
    text_sha256: str
    start: int
    end: int
    quote: str
    prefix: str = ""
    suffix: str = ""
    title: str | None = None
    pages: tuple[int, ...] | None = None
    locator: str | None = None
    printed_pages: str | None = None
    labels: tuple[tuple[int, str | None], ...] = ()


def read_citation(json_text: str) -> CitedQuote:
    """What the citation record, a CSL-JSON item or a Web Annotation claims; UnreadableCitation for all else."""
    if len(json_text) > MOST_CHARACTERS:
        raise UnreadableCitation("too-large")
    try:
        value = json.loads(json_text.removeprefix("\ufeff"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise UnreadableCitation("not-json") from None
    return citation_in(value)


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is not JSON")


def citation_in(value: object) -> CitedQuote:
    """The same for JSON that is decoded already. A list of one is read as that one."""
    if isinstance(value, list) and len(value) > 1:
        raise UnreadableCitation("several-citations")
    item = value[0] if isinstance(value, list) and value else value
    if not isinstance(item, dict):
        raise UnreadableCitation("not-a-citation")
    if {"document", "revision", "quote"} <= set(item):
        return _from_record(_Part(item))
    if isinstance(item.get("citation"), dict):  # a hit of the API, or its verdict
        return _from_record(_Part(item).part("citation"))
    if isinstance(item.get("custom"), dict) and "citation" in item["custom"]:
        return _from_csl(_Part(item))
    if "target" in item and "Annotation" in _listed(item.get("type")):
        return _from_annotation(_Part(item))
    raise UnreadableCitation("not-a-citation")


@dataclass(frozen=True, slots=True)
class _Part:
    """An object of the JSON and the path to it; whatever is not as it must be is refused by its path."""

    fields: Mapping[str, object]
    path: str = ""

    def refuse(self, key: str) -> UnreadableCitation:
        return UnreadableCitation("damaged-citation", f"{self.path}{key}")

    def part(self, key: str) -> "_Part":
        value = self.fields.get(key)
        first = value[0] if isinstance(value, list) and len(value) == 1 else value
        if not isinstance(first, dict):
            raise self.refuse(key)
        return _Part(first, f"{self.path}{key}.")

    def parts(self, key: str) -> "Iterator[_Part]":
        for item in _listed(self.fields.get(key)):
            if not isinstance(item, dict):
                raise self.refuse(key)
            yield _Part(item, f"{self.path}{key}.")

    def of_type(self, key: str, kind: str) -> "_Part":
        found = next((part for part in self.parts(key) if kind in _listed(part.fields.get("type"))), None)
        if found is None:
            raise self.refuse(f"{key}.{kind}")
        return found

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.fields.get(key)
        if type(value) is not int or not least <= value <= most:
            raise self.refuse(key)
        return value

    def string(self, key: str, default: str | None = None) -> str:
        value = self.fields.get(key, default)
        if not isinstance(value, str) or any("\ud800" <= character <= "\udfff" for character in value):
            raise self.refuse(key)
        return value

    def optional(self, key: str) -> str | None:
        return None if self.fields.get(key) is None else self.string(key)

    def quote(self, key: str) -> str:
        quote = self.string(key)
        if not has_ink(quote):
            raise self.refuse(key)
        return quote

    def digest(self, key: str) -> str:
        digest = self.string(key)
        if not _DIGEST.fullmatch(digest):
            raise self.refuse(key)
        return digest

    def span(self) -> tuple[int, int]:
        start = self.whole("start", 0, LAST_OFFSET)
        return start, self.whole("end", start + 1, LAST_OFFSET)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _from_record(record: _Part) -> CitedQuote:
    document = record.part("document")
    if record.fields.get("unit", "code point") != "code point":
        raise record.refuse("unit")
    start, end = record.span()
    return CitedQuote(
        document_id=document.whole("id", 1, _LARGEST_ID),
        text_sha256=record.part("revision").digest("text_sha256"),
        start=start,
        end=end,
        quote=record.quote("quote"),
        prefix=record.string("prefix", "")[-MOST_CONTEXT:],
        suffix=record.string("suffix", "")[:MOST_CONTEXT],
        title=document.optional("title"),
        pages=_pages_of(record),
        locator=record.optional("locator"),
        labels=_labels_of(record),
    )


def _pages_of(record: _Part) -> tuple[int, ...] | None:
    if record.fields.get("pages") is None:
        return None
    if record.fields["pages"] == []:
        return ()
    return tuple(page.whole("number", 1, LAST_OFFSET) for page in record.parts("pages"))


def _labels_of(record: _Part) -> tuple[tuple[int, str | None], ...]:
    if not record.fields.get("pages"):
        return ()
    named = (page for page in record.parts("pages") if "label" in page.fields)
    return tuple((page.whole("number", 1, LAST_OFFSET), page.optional("label")) for page in named)


def _from_csl(item: _Part) -> CitedQuote:
    cited = _from_record(item.part("custom").part("citation"))
    return replace(cited, title=item.optional("title") or cited.title, printed_pages=_page_variable(item))


def _page_variable(item: _Part) -> str | None:
    """CSL writes one page as a string or as a number."""
    page = item.fields.get("page")
    return str(page) if type(page) is int else item.optional("page")


def _from_annotation(annotation: _Part) -> CitedQuote:
    target = annotation.part("target")
    quote = target.of_type("selector", "TextQuoteSelector")
    start, end = target.of_type("selector", "TextPositionSelector").span()
    source = target.part("source")
    return CitedQuote(
        document_id=source.whole("dcterms:identifier", 1, _LARGEST_ID),
        text_sha256=target.part("state").digest("schema:sha256"),
        start=start,
        end=end,
        quote=quote.quote("exact"),
        prefix=quote.string("prefix", "")[-MOST_CONTEXT:],
        suffix=quote.string("suffix", "")[:MOST_CONTEXT],
        title=source.optional("dcterms:title"),
        pages=_pages_in_fragments(target),
    )


def _pages_in_fragments(target: _Part) -> tuple[int, ...] | None:
    values = [part.fields.get("value") for part in target.parts("selector") if _is_fragment(part)]
    found = [_PAGE.fullmatch(value) for value in values if isinstance(value, str)]
    return tuple(int(page[1]) for page in found if page) or None


def _is_fragment(part: _Part) -> bool:
    return "FragmentSelector" in _listed(part.fields.get("type"))

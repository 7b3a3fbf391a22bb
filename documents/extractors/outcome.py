"""What an extractor hands back, and its strict form as JSON.

The child that extracts is not trusted: what it sends is decoded field by field, and anything odd is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeGuard, get_args

from documents.extractors.page_problems import PAGE_PROBLEMS
from documents.text import PageText, Place, parse_places

PageSource = Literal["text layer", "OCR", "none"]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file inside the file, listed and never opened; `size` in bytes and `page` where the file tells them."""

    name: str
    size: int | None = None
    page: int | None = None

    def as_metadata(self) -> dict[str, object]:
        """The stored form."""
        return {"name": self.name, "size": self.size, "page": self.page}


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A line of the outline; `page` is a page number, None where the entry leads nowhere that is known."""

    title: str
    page: int | None


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The cleaned text of one file; final, nobody cleans it again.

    A paginated file has every physical page in `pages`, in order, those without ink included, and "" as `text`.
    A file without pages has `pages` and all that begins with `page_` None, and its canonical text in `text`.
    `page_extractors` names what read each page, with its version ("pypdfium2 5.15.0"), None for a page that nothing
    could read; `page_problems` has a code of `page_problems.PAGE_PROBLEMS` for each page that has a problem.
    `places` index the canonical text: for a paginated file, the one that `render_plain(pages)` gives. `outline` is what
    the places of a PDF were made of, for whoever adds text to its pages; it is not stored.
    """

    extractor: str
    extractor_version: str
    media_type: str
    pages: tuple[PageText, ...] | None = None
    text: str = ""
    places: tuple[Place, ...] = ()
    page_labels: tuple[str | None, ...] | None = None
    page_sources: tuple[PageSource, ...] | None = None
    page_extractors: tuple[str | None, ...] | None = None
    page_problems: tuple[str | None, ...] | None = None
    attachments: tuple[Attachment, ...] = ()
    outline: tuple[OutlineEntry, ...] = ()
    title: str | None = None
    notes: tuple[str, ...] = ()


def encode_outcome(outcome: ExtractedText) -> dict[str, object]:
    """As JSON values; a page is its text alone, for its number is its position."""
    return {
        "extractor": outcome.extractor,
        "extractor_version": outcome.extractor_version,
        "media_type": outcome.media_type,
        "pages": None if outcome.pages is None else [page.text for page in outcome.pages],
        "text": outcome.text,
        "places": [place.as_metadata() for place in outcome.places],
        "page_labels": None if outcome.page_labels is None else list(outcome.page_labels),
        "page_sources": None if outcome.page_sources is None else list(outcome.page_sources),
        "page_extractors": None if outcome.page_extractors is None else list(outcome.page_extractors),
        "page_problems": None if outcome.page_problems is None else list(outcome.page_problems),
        "attachments": [attachment.as_metadata() for attachment in outcome.attachments],
        "outline": [[entry.title, entry.page] for entry in outcome.outline],
        "title": outcome.title,
        "notes": list(outcome.notes),
    }


def decode_outcome(stored: object) -> ExtractedText:
    """Back from JSON values; ValueError, in words, for anything that `encode_outcome` would not write."""
    if not isinstance(stored, Mapping):
        raise ValueError("the result is not an object")  # noqa: TRY004 - one error type for bad data
    pages = _decode_pages(stored.get("pages"))
    outcome = ExtractedText(
        extractor=_string(stored, "extractor"),
        extractor_version=_string(stored, "extractor_version"),
        media_type=_string(stored, "media_type"),
        pages=pages,
        text=_string(stored, "text"),
        places=parse_places(stored.get("places")),
        page_labels=_decode_column(stored, "page_labels"),
        page_sources=_decode_sources(stored.get("page_sources")),
        page_extractors=_decode_column(stored, "page_extractors"),
        page_problems=_decode_problems(stored),
        attachments=_decode_attachments(stored.get("attachments")),
        outline=_decode_outline(stored.get("outline")),
        title=None if stored.get("title") is None else _string(stored, "title"),
        notes=_decode_strings(stored.get("notes"), "notes"),
    )
    _check_page_fields(outcome)
    return outcome


def _check_page_fields(outcome: ExtractedText) -> None:
    columns = {
        "labels": outcome.page_labels,
        "sources": outcome.page_sources,
        "extractors": outcome.page_extractors,
        "problems": outcome.page_problems,
    }
    if outcome.pages is None:
        if any(column is not None for column in columns.values()):
            raise ValueError("page labels, sources, extractors or problems of a file without pages")
        return
    if outcome.text:
        raise ValueError("a paginated file has its text in its pages")
    for name, values in columns.items():
        if values is not None and len(values) != len(outcome.pages):
            raise ValueError(f"{len(values)} page {name} for {len(outcome.pages)} pages")


def _string(stored: Mapping[object, object], key: str) -> str:
    return _checked(stored.get(key), key)


def _checked(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{what} is not a string")  # noqa: TRY004 - one error type for bad data
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{what} holds a lone surrogate") from error
    if "\0" in value:
        raise ValueError(f"{what} holds a NUL")
    return value


def _decode_strings(stored: object, what: str) -> tuple[str, ...]:
    if not isinstance(stored, list):
        raise ValueError(f"{what} is not a list")  # noqa: TRY004 - one error type for bad data
    return tuple(_checked(value, what) for value in stored)


def _decode_pages(stored: object) -> tuple[PageText, ...] | None:
    if stored is None:
        return None
    texts = _decode_strings(stored, "pages")
    return tuple(PageText(number, text) for number, text in enumerate(texts, start=1))


def _decode_column(stored: Mapping[object, object], key: str) -> tuple[str | None, ...] | None:
    values = stored.get(key)
    if values is None:
        return None
    if not isinstance(values, list):
        raise ValueError(f"{key} is not a list")  # noqa: TRY004 - one error type for bad data
    return tuple(None if value is None else _checked(value, key) for value in values)


def _decode_problems(stored: Mapping[object, object]) -> tuple[str | None, ...] | None:
    problems = _decode_column(stored, "page_problems")
    if any(problem is not None and problem not in PAGE_PROBLEMS for problem in problems or ()):
        raise ValueError("a page has an unknown problem")
    return problems


def _decode_attachments(stored: object) -> tuple[Attachment, ...]:
    if not isinstance(stored, list):
        raise ValueError("attachments is not a list")  # noqa: TRY004 - one error type for bad data
    return tuple(_decode_attachment(one) for one in stored)


def _decode_attachment(stored: object) -> Attachment:
    if not isinstance(stored, Mapping):
        raise ValueError("an attachment is not an object")  # noqa: TRY004 - one error type for bad data
    return Attachment(_string(stored, "name"), _decode_number(stored, "size"), _decode_number(stored, "page"))


def _decode_outline(stored: object) -> tuple[OutlineEntry, ...]:
    if not isinstance(stored, list):
        raise ValueError("outline is not a list")  # noqa: TRY004 - one error type for bad data
    return tuple(_decode_entry(one) for one in stored)


def _decode_entry(stored: object) -> OutlineEntry:
    if not isinstance(stored, list) or len(stored) != 2:
        raise ValueError("a line of the outline is not a pair")
    title, page = stored
    return OutlineEntry(_checked(title, "a line of the outline"), _checked_number(page, "a page of the outline"))


def _decode_number(stored: Mapping[object, object], key: str) -> int | None:
    return _checked_number(stored.get(key), key)


def _checked_number(value: object, what: str) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 63:
        raise ValueError(f"{what} is not a natural number")
    return value


def _decode_sources(stored: object) -> tuple[PageSource, ...] | None:
    if stored is None:
        return None
    sources = _decode_strings(stored, "page_sources")
    if not _are_sources(sources):
        raise ValueError("a page has an unknown source")
    return sources


def _are_sources(values: tuple[str, ...]) -> TypeGuard[tuple[PageSource, ...]]:
    return all(value in get_args(PageSource) for value in values)

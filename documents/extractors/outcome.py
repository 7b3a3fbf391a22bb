"""What an extractor hands back, and its strict form as JSON.

The child that extracts is not trusted: what it sends is decoded field by field, and anything odd is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeGuard, get_args

from documents.text import PageText, Place, parse_places

PageSource = Literal["text layer", "none"]


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The cleaned text of one file; final, nobody cleans it again.

    A paginated file has every physical page in `pages`, in order, those without ink included, and "" as `text`.
    A file without pages has `pages`, `page_labels` and `page_sources` None, and its canonical text in `text`.
    `places` index the canonical text: for a paginated file, the one that `render_plain(pages)` gives.
    """

    extractor: str
    extractor_version: str
    media_type: str
    pages: tuple[PageText, ...] | None = None
    text: str = ""
    places: tuple[Place, ...] = ()
    page_labels: tuple[str | None, ...] | None = None
    page_sources: tuple[PageSource, ...] | None = None
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
        page_labels=_decode_labels(stored.get("page_labels")),
        page_sources=_decode_sources(stored.get("page_sources")),
        title=None if stored.get("title") is None else _string(stored, "title"),
        notes=_decode_strings(stored.get("notes"), "notes"),
    )
    _check_page_fields(outcome)
    return outcome


def _check_page_fields(outcome: ExtractedText) -> None:
    if outcome.pages is None:
        if outcome.page_labels is not None or outcome.page_sources is not None:
            raise ValueError("page labels or sources of a file without pages")
        return
    if outcome.text:
        raise ValueError("a paginated file has its text in its pages")
    for name, values in (("labels", outcome.page_labels), ("sources", outcome.page_sources)):
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


def _decode_labels(stored: object) -> tuple[str | None, ...] | None:
    if stored is None:
        return None
    if not isinstance(stored, list):
        raise ValueError("page_labels is not a list")  # noqa: TRY004 - one error type for bad data
    return tuple(None if label is None else _checked(label, "page_labels") for label in stored)


def _decode_sources(stored: object) -> tuple[PageSource, ...] | None:
    if stored is None:
        return None
    sources = _decode_strings(stored, "page_sources")
    if not _are_sources(sources):
        raise ValueError("a page has an unknown source")
    return sources


def _are_sources(values: tuple[str, ...]) -> TypeGuard[tuple[PageSource, ...]]:
    return all(value in get_args(PageSource) for value in values)

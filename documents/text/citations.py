"""The record that is enough to find a passage again, or to know that it is gone."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from documents.text.anchoring import describe_quote
from documents.text.characters import trim_to_ink
from documents.text.locators import format_locator, label_of
from documents.text.spans import clip_page_spans, last_place_for_span, place_for_span
from documents.text.values import PageSpan, Place, TextSpan


@dataclass(frozen=True, slots=True)
class CitedPage:
    """The part `[start, end)` of a passage that stands on one page, and that page's label if it has one."""

    number: int
    label: str | None
    start: int
    end: int

    def as_dict(self) -> dict[str, object]:
        """The page as it stands in the record."""
        return {"number": self.number, "label": self.label, "start": self.start, "end": self.end}


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage of one revision of a document, word for word; `pages` is None in a document without pages.

    `place` is where its first ink stands; `last_place`, which only the locator tells, where its last ink does. A
    passage that begins or ends outside all places has the first or the last that it meets.
    """

    document_id: int
    title: str
    revision_number: int
    text_sha256: str
    start: int
    end: int
    quote: str
    prefix: str
    suffix: str
    pages: tuple[CitedPage, ...] | None
    page_count: int | None
    place: Place | None
    locator: str
    url: str | None
    last_place: Place | None = None

    def as_dict(self) -> dict[str, object]:
        """The one shape that pages, API, commands and exports share; None where there is nothing to say."""
        return {
            "document": {"id": self.document_id, "title": self.title},
            "revision": {"number": self.revision_number, "text_sha256": self.text_sha256},
            "start": self.start,
            "end": self.end,
            "unit": "code point",
            "quote": self.quote,
            "prefix": self.prefix,
            "suffix": self.suffix,
            "pages": None if self.pages is None else [page.as_dict() for page in self.pages],
            "page_count": self.page_count,
            "place": self.place.as_metadata() if self.place else None,
            "locator": self.locator,
            "url": self.url,
        }


def text_sha256(text: str) -> str:
    """The hex digest of the UTF-8 form of `text`; UnicodeEncodeError if it holds a lone surrogate."""
    return hashlib.sha256(text.encode()).hexdigest()


def build_citation(
    *,
    document_id: int,
    title: str,
    revision_number: int,
    text_sha256: str,
    text: str,
    span: TextSpan,
    page_spans: Sequence[PageSpan] = (),
    page_count: int | None = None,
    page_labels: Sequence[str | None] | None = None,
    places: Iterable[Place] = (),
    url: str = "",
) -> Citation:
    """Cite `span` of the canonical `text`; ValueError if it is not within the text.

    A document has pages if it has a page count or page spans. `page_labels` are those of the whole document.
    """
    selector = describe_quote(text, span)
    pages = tuple(
        CitedPage(part.number, label_of(page_labels, part.number), part.start, part.end)
        for part in clip_page_spans(page_spans, span.start, span.end)
    )
    inked = trim_to_ink(text, span.start, span.end)
    known = tuple(places)
    place, last_place = place_for_span(known, *inked), last_place_for_span(known, *inked)
    return Citation(
        document_id=document_id,
        title=title,
        revision_number=revision_number,
        text_sha256=text_sha256,
        start=span.start,
        end=span.end,
        quote=selector.exact,
        prefix=selector.prefix,
        suffix=selector.suffix,
        pages=None if page_count is None and not page_spans else pages,
        page_count=page_count,
        place=place,
        locator=format_locator(
            pages=[page.number for page in pages],
            page_count=page_count,
            page_labels=page_labels,
            place=place,
            last_place=last_place,
        ),
        url=url or None,
        last_place=last_place,
    )

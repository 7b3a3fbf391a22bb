"""What the forms of a citation share: the facts beside the record, the pages as a range, and a key that stays."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from urllib.parse import quote

from documents.text.citations import Citation, CitedPage
from documents.text.furniture import without_furniture
from documents.text.locators import LocatorWords, name_places
from documents.text.numbering import counting_runs
from documents.text.values import TextSpan

# What turns the direction of a line: letters written from right to left, and the invisible signs that do the same.
_TURNING = frozenset({"R", "AL", "RLE", "LRE", "RLO", "LRO", "RLI", "LRI", "FSI"})
_OF_A_SECTION = LocatorWords(heading="")
_IN_ADDRESSES = "%/:?#[]@!$&'*+,;=~-._"


@dataclass(frozen=True, slots=True)
class CitationDetails:
    """What some forms say beside the record.

    `original_url` is the address of the file, `text_url` that of its text, `read_at` when that text was taken from
    the file (with its time zone), `accessed` the day on which the citation is copied. `furniture` is where the text has
    running heads and footers between its pages.
    """

    original_url: str
    text_url: str
    media_type: str
    read_at: datetime
    accessed: date
    furniture: tuple[TextSpan, ...] = ()


def citation_key(citation: Citation) -> str:
    """The same for the same words of the same text, whatever the document is called; ASCII without spaces."""
    return f"pincite-{citation.document_id}-{citation.text_sha256[:8]}-{citation.start}-{citation.end}"


def legible_quote(citation: Citation, details: CitationDetails) -> str:
    """The quote for people: " [...] " stands for running heads and footers between two of its pages."""
    return without_furniture(citation.quote, citation.start, details.furniture)


def page_range(citation: Citation, dash: str = "–") -> str:
    """The pages as printed, where each has a label, else as counted: "iv–v, 1"; "" without pages."""
    pages = citation.pages or ()
    is_labelled = all(page.label for page in pages)
    runs = counting_runs([str(page.number) for page in pages])
    return ", ".join(
        part for first, last in runs for part in _printed(pages[first : last + 1], dash=dash, is_labelled=is_labelled)
    )


def _printed(pages: Sequence[CitedPage], *, dash: str, is_labelled: bool) -> list[str]:
    names = [page.label or "" if is_labelled else str(page.number) for page in pages]
    return [
        names[first] if first == last else f"{names[first]}{dash}{names[last]}" for first, last in counting_runs(names)
    ]


def section_of(citation: Citation) -> str:
    """The headings, slides, sheets or parts that the words stand in; "" where none is known."""
    return name_places(citation.place, citation.last_place, _OF_A_SECTION)


def reference(citation: Citation) -> str:
    """Title and locator on one line: what stands after the words."""
    parts = [one_line(citation.title), one_line(citation.locator)]
    return ", ".join(isolated(part) for part in parts if part)


def proof(citation: Citation) -> str:
    """Locator, revision, digest and offsets, in words, for forms that have no fields for them."""
    parts = [
        one_line(citation.locator),
        f"revision {citation.revision_number}",
        f"code points {citation.start}–{citation.end} of the text with SHA-256 {citation.text_sha256}",
    ]
    return "; ".join(part for part in parts if part)


def one_line(text: str) -> str:
    return " ".join(text.split())


def isolated(text: str) -> str:
    """`text` between invisible marks that keep its direction of writing from turning what stands around it."""
    turns = any(unicodedata.bidirectional(character) in _TURNING for character in text)
    return f"\u2068{text}\u2069" if turns else text


def plain_address(url: str) -> str:
    """`url` with everything percent-encoded that BibTeX or Markdown would read as their own."""
    return quote(url, safe=_IN_ADDRESSES)

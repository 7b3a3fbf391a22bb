"""What can become of a citation, in values and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from documents.text import Citation
from documents.text.citation_parts import one_line, page_range
from documents.text.citation_reading import CitedQuote

VerdictKind = Literal["exact", "moved", "not-found"]
Reason = Literal[
    "stands-there",
    "other-place",
    "spacing",
    "other-text",
    "text-not-held",
    "altered",
    "gone",
    "unknown-document",
    "damaged",
]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something that a citation says beside its words and that is not so."""

    about: Literal["document", "title", "pages", "locator", "context"]
    claimed: str
    actual: str

    @property
    def sentence(self) -> str:
        """In words, for people."""
        values = {"claimed": self.claimed, "actual": self.actual}
        return {
            "document": _("The citation names document %(claimed)s; the text is that of document %(actual)s."),
            "title": _("The citation calls the document “%(claimed)s”; here it is called “%(actual)s”."),
            "pages": _("The citation names the pages %(claimed)s; the words stand on %(actual)s."),
            "locator": _("The citation says “%(claimed)s”; the words stand at “%(actual)s”."),
            "context": _("The words that the citation has around its quote are not those of the text."),
        }[self.about] % values


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a citation.

    `citation` is where the words stand: at the place that was cited (exact) or at another one (moved); None where they
    are not found. `is_current` is whether that text is the document's newest. `score` is the share of the quote's code
    points that are unchanged. Where the text that was cited has been replaced, `newer` is where the words stand in the
    current one, with its score; None where they do not.
    """

    kind: VerdictKind
    reason: Reason
    citation: Citation | None = None
    is_current: bool = False
    score: float = 0.0
    newer: Citation | None = None
    newer_score: float = 0.0
    disagreements: tuple[Disagreement, ...] = ()

    @property
    def sentence(self) -> str:
        """In words, for people."""
        return _sentences()[self.reason]


def _sentences() -> dict[str, str]:
    return {
        "stands-there": _("The words stand exactly where the citation says."),
        "other-place": _("The words stand in the text that was cited, but at another place than the citation says."),
        "spacing": _("The words stand in the text that was cited, but with other white space between them."),
        "other-text": _("The words are not in the text that was cited. They stand in the document's current text."),
        "text-not-held": _("The text that was cited is not held here. The words were found in the current text."),
        "altered": _("The text that was cited is held here, and these words do not stand in it."),
        "gone": _("The text that was cited is not held here, and the words cannot be found in the current one."),
        "unknown-document": _("There is no such document or text here, or none that you may see."),
        "damaged": _("What is stored about the text that was cited is damaged, so that nothing can be proved by it."),
    }


def disagreements(cited: CitedQuote, actual: Citation, text: str) -> list[Disagreement]:
    """What the citation says of its words that is not so; they stand at `actual`, in `text`."""
    return [
        *naming_disagreements(cited, actual),
        *_place_disagreements(cited, actual),
        *_context_disagreements(cited, actual, text),
    ]


def naming_disagreements(cited: CitedQuote, actual: Citation) -> list[Disagreement]:
    """Those about the document alone."""
    found = []
    if cited.document_id not in (None, actual.document_id):
        found.append(Disagreement("document", str(cited.document_id), str(actual.document_id)))
    if cited.title is not None and one_line(cited.title) != one_line(actual.title):
        found.append(Disagreement("title", one_line(cited.title), one_line(actual.title)))
    return found


def _place_disagreements(cited: CitedQuote, actual: Citation) -> list[Disagreement]:
    """The page numbers, then what was printed of them: one lie about the place is told once."""
    numbers = tuple(page.number for page in actual.pages or ())
    if cited.pages is not None and cited.pages != numbers:
        return [Disagreement("pages", _numbers(cited.pages), _numbers(numbers))]
    if cited.locator is not None and one_line(cited.locator) != actual.locator:
        return [Disagreement("locator", one_line(cited.locator), actual.locator)]
    if cited.printed_pages is not None and cited.printed_pages != page_range(actual):
        return [Disagreement("pages", one_line(cited.printed_pages), page_range(actual) or _("no page"))]
    return []


def _numbers(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or _("no page")


def _context_disagreements(cited: CitedQuote, actual: Citation, text: str) -> list[Disagreement]:
    agrees = text[: actual.start].endswith(cited.prefix) and text[actual.end :].startswith(cited.suffix)
    return [] if agrees else [_context(cited.prefix, cited.suffix, actual)]


def _context(prefix: str, suffix: str, actual: Citation) -> Disagreement:
    return Disagreement("context", f"{prefix}…{suffix}", f"{actual.prefix}…{actual.suffix}")

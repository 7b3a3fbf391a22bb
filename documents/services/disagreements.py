"""What a citation says beside its words and that is not so, or no longer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from documents.text import Citation
from documents.text.citation_parts import one_line, page_range
from documents.text.citation_reading import CitedQuote

About = Literal["document", "title", "pages", "labels", "locator", "context"]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something that a citation says beside its words and that is not so.

    `is_outdated`: it was so once, and people have corrected the labels or renamed the document since. `count` is how
    many pages or labels are claimed.
    """

    about: About
    claimed: str
    actual: str
    is_outdated: bool = False
    count: int = 1

    @property
    def sentence(self) -> str:
        """In words, for people."""
        values = {"claimed": self.claimed, "actual": self.actual}
        return (self._of_the_past() if self.is_outdated else self._of_today()) % values

    def _of_the_past(self) -> str:
        if self.about == "title":
            return _(
                "The document has been renamed since: the citation calls it “%(claimed)s”, now it is “%(actual)s”."
            )
        return _("The page labels have been corrected since: the citation says “%(claimed)s”, now it is “%(actual)s”.")

    def _of_today(self) -> str:
        if self.about == "pages":
            return self._of_pages()
        if self.about == "labels":
            return ngettext(
                "The citation gives the page label “%(claimed)s”; it is “%(actual)s”.",
                "The citation gives the page labels “%(claimed)s”; they are “%(actual)s”.",
                self.count,
            )
        return {
            "document": _("The citation names document %(claimed)s; the text is that of document %(actual)s."),
            "title": _("The citation calls the document “%(claimed)s”; here it is called “%(actual)s”."),
            "locator": _("The citation says “%(claimed)s”; the words stand at “%(actual)s”."),
            "context": _("The words that the citation has around its quote are not those of the text."),
        }[self.about]

    def _of_pages(self) -> str:
        if not self.count:
            return _("The citation names no page; the words stand on %(actual)s.")
        return ngettext(
            "The citation names the page %(claimed)s; the words stand on %(actual)s.",
            "The citation names the pages %(claimed)s; the words stand on %(actual)s.",
            self.count,
        )


def naming_disagreements(cited: CitedQuote, actual: Citation, former_titles: Iterable[str]) -> list[Disagreement]:
    """Those about the document alone."""
    found = []
    if cited.document_id not in (None, actual.document_id):
        found.append(Disagreement("document", str(cited.document_id), str(actual.document_id)))
    if cited.title is not None and (claimed := one_line(cited.title)) != one_line(actual.title):
        is_outdated = claimed in map(one_line, former_titles)
        found.append(Disagreement("title", claimed, one_line(actual.title), is_outdated=is_outdated))
    return found


def place_disagreements(cited: CitedQuote, actual: Citation, former: Iterable[Citation]) -> list[Disagreement]:
    """Those about the pages: their numbers, else what is printed on them. `former` has the labels that once held."""
    if (wrong := _of_numbers(cited, actual)) is not None:
        return [wrong]
    if (wrong := _of_labels(cited, actual)) is None:
        return []
    if any(_of_labels(cited, once) is None for once in former):
        return [replace(wrong, about="labels", is_outdated=True)]
    return [wrong]


def context_disagreements(cited: CitedQuote, actual: Citation, text: str) -> list[Disagreement]:
    """Those about the words around the quote, which stands at `actual`, in `text`."""
    if text[: actual.start].endswith(cited.prefix) and text[actual.end :].startswith(cited.suffix):
        return []
    return [Disagreement("context", f"{cited.prefix}…{cited.suffix}", f"{actual.prefix}…{actual.suffix}")]


def _of_numbers(cited: CitedQuote, actual: Citation) -> Disagreement | None:
    if cited.pages is None:
        return None
    claimed, numbers = sorted(set(cited.pages)), [page.number for page in actual.pages or ()]
    if claimed == numbers:
        return None
    return Disagreement("pages", _listed(claimed), _listed(numbers), count=len(claimed))


def _of_labels(cited: CitedQuote, actual: Citation) -> Disagreement | None:
    """One lie about the place is told once."""
    labels = {page.number: page.label for page in actual.pages or ()}
    wrong = [(label, labels.get(number)) for number, label in cited.labels if _clean(label) != labels.get(number)]
    if wrong:
        claimed, true = (", ".join(_clean(label) or _("none") for label in side) for side in zip(*wrong, strict=True))
        return Disagreement("labels", claimed, true, count=len(wrong))
    if cited.locator is not None and one_line(cited.locator) != actual.locator:
        return Disagreement("locator", one_line(cited.locator), actual.locator)
    if cited.printed_pages is not None and cited.printed_pages != page_range(actual):
        return _of_printed_pages(one_line(cited.printed_pages), page_range(actual))
    return None


def _of_printed_pages(claimed: str, actual: str) -> Disagreement:
    """A label may hold a hyphen; a dash or a comma means that there are several."""
    count = 0 if not claimed else 1 if not {"–", ","} & set(claimed) else 2
    return Disagreement("pages", claimed or _("no page"), actual or _("no page"), count=count)


def _clean(label: str | None) -> str | None:
    return one_line(label or "") or None


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers)) or _("no page")

"""Why a passage is among the results: the words of the question that stand in it, and its place in each list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from documents.text import TextSpan, pages_for_span
from search.asked import Query, Term
from search.candidates import Candidate
from search.located import pages_in_words
from search.marks import Mark
from search.results import MatchedWord, Why
from search.windows import Window
from search.words import words_in

MOST_FORMS = 3
"""Forms of a word that are named: “renew” may stand as “renewed”, “renewal” and more."""

LONGEST_FORM = 60
"""Code points of one form; of a longer phrase the beginning tells."""


class TypedTerm(NamedTuple):
    """A term of a question: where its words were typed, half-open, and how."""

    at: tuple[int, int]
    words: str


def why(
    found: Candidate,
    asked: Sequence[TypedTerm],
    window: Window,
    marks: Sequence[Mark],
    *,
    page_count: int | None,
    likeness_rank: int | None,
) -> Why:
    """`asked` are the terms of the question, `marks` those of the window's text, in its own offsets."""
    return Why(
        words=_matched(asked, window, marks, window.inner(found.span), page_count),
        word_rank=found.word_rank,
        meaning_rank=found.meaning_rank,
        likeness_rank=likeness_rank,
        score=found.score,
        named_by=tuple(getattr(found, "named_by", ())),
    )


def in_sentences(why: Why) -> list[str]:
    """The same for a person, in the language of the page."""
    told = [_words_told(why.words)] if why.words or not why.likeness_rank else []
    if why.named_by:
        told.append(_("Its document is named by {words}.").format(words=_quoted(why.named_by)))
    if why.likeness_rank:
        told.append(_("Of those like the chosen passage it is number {rank}.").format(rank=why.likeness_rank))
    if why.word_rank:
        told.append(_("By its words it is number {rank}.").format(rank=why.word_rank))
    if why.meaning_rank:
        told.append(_("By its meaning it is number {rank}.").format(rank=why.meaning_rank))
    elif not why.likeness_rank:
        told.append(_("It is not among the nearest in meaning."))
    told.append(_("Score: {score}.").format(score=number_format(float(f"{why.score:.3g}"))))
    return told


def _words_told(matched: Sequence[MatchedWord]) -> str:
    """Those that stand on the same pages together."""
    if not matched:
        return _("None of its words were asked for.")
    by_place: dict[str, list[str]] = defaultdict(list)
    for one in matched:
        by_place[one.locator].append(_word_told(one))
    parts = [
        _("{words} on {pages}").format(words=", ".join(told), pages=place) if place else ", ".join(told)
        for place, told in by_place.items()
    ]
    return _("Asked for and in it: {words}.").format(words="; ".join(parts))


def _word_told(word: MatchedWord) -> str:
    others = [one for one in word.stands if one.casefold() != word.asked.casefold()]
    if not others:
        return _quoted([word.asked])
    return _("“{asked}” as {stands}").format(asked=word.asked, stands=_quoted(others))


def _quoted(several: Sequence[str]) -> str:
    return ", ".join(_("“{word}”").format(word=one) for one in several)


def terms_as_typed(asked: Query) -> list[TypedTerm]:
    """The terms of a query, each once, in the order by which marks know them."""
    return [TypedTerm(_typed_at(asked, term), as_typed(asked, term)) for term in dict.fromkeys(asked.terms)]


def _matched(
    asked: Sequence[TypedTerm], window: Window, marks: Sequence[Mark], passage: TextSpan, page_count: int | None
) -> tuple[MatchedWord, ...]:
    """In the order in which they were asked for; a mark over a page break counts for both pages."""
    by_term: dict[int, list[TextSpan]] = defaultdict(list)
    for mark in marks:
        if passage.start <= mark.span.start and mark.span.end <= passage.end:
            by_term[mark.term].append(mark.span)
    locator_of = cache(lambda pages: pages_in_words(pages, window.page_labels, page_count) if pages else "")
    return tuple(
        _matched_word(asked[number].words, window, spans, locator_of)
        for number, spans in sorted(by_term.items(), key=lambda one: asked[one[0]].at)
    )


def _matched_word(
    typed: str, window: Window, spans: Sequence[TextSpan], locator_of: Callable[[tuple[int, ...]], str]
) -> MatchedWord:
    forms: dict[str, str] = {}
    for span in spans:
        form = " ".join(window.text[span.start : span.end].split())[:LONGEST_FORM]
        forms.setdefault(form.casefold(), form)
    outer = [window.outer(span) for span in spans]
    pages = tuple(sorted({page for span in outer for page in pages_for_span(window.pages, span.start, span.end)}))
    return MatchedWord(typed, tuple(forms.values())[:MOST_FORMS], pages, locator_of(pages))


def as_typed(asked: Query, term: Term) -> str:
    """The words of a query that a term was made from, with the star after a beginning; its keys where it has none."""
    start, end = _typed_at(asked, term)
    if start < end:
        star = "*" if term.is_start and asked.text[end : end + 1] == "*" else ""
        return asked.text[start:end] + star
    return term.literal or " ".join(term.keys)


def _typed_at(asked: Query, term: Term) -> tuple[int, int]:
    """Where the words of a term stand in a query; an empty span at its end where they cannot be told."""
    typed = words_in(asked.text)
    keys = [word.key for word in typed]
    for first in range(len(keys) - len(term.keys) + 1):
        if term.keys and tuple(keys[first : first + len(term.keys)]) == term.keys:
            return typed[first].start, typed[first + len(term.keys) - 1].end + len(term.tail)
    return len(asked.text), len(asked.text)

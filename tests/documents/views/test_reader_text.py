"""What is marked in a page's text is what was found, and no character is lost or changed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import is_grapheme_boundary
from documents.views import reader_hits
from documents.views.portions import CHARACTERS
from documents.views.reader_hits import Hit, Hits, find_hits
from documents.views.reader_text import unit_text
from documents.views.reader_units import Unit
from tests.strategies import awkward_text, prose


def hits_in(text: str, units: Sequence[Unit], words: str) -> Hits:
    return find_hits(hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest(), text, units, words)


def every(hits: Hits) -> list[Hit]:
    return [hit for number in range(1, hits.count + 1) if (hit := hits.numbered(number))]


def whole(text: str) -> Unit:
    return Unit(1, None, 0, len(text))


@given(
    text=st.one_of(awkward_text, prose),
    words=st.sampled_from(("e", "the", "fee", "\n", "word", "日")),
    flows=st.booleans(),
)
def test_the_stretches_together_are_the_text_and_the_marked_ones_what_was_found(
    *, text: str, words: str, flows: bool
) -> None:
    hits = hits_in(text, [whole(text)], words)
    shown = unit_text(text, whole(text), every(hits), flows=flows)
    pieces = [("".join(line.text for line in stretch.lines), stretch.hit) for stretch in shown.stretches]
    assert "".join(piece for piece, _ in pieces) == text
    marked = [(piece, number) for piece, number in pieces if number]
    assert marked == [(text[hit.span.start : hit.span.end], hit.number) for hit in every(hits)]


@given(
    st.lists(st.sampled_from(("fee", "is due", "a", "")), min_size=1, max_size=8),
    st.sampled_from(("fee", "due a", "a")),
)
def test_a_place_is_on_every_page_that_it_shares_a_character_with(pages: list[str], words: str) -> None:
    units, text = [], ""
    for number, page in enumerate(pages, start=1):
        text += "\n\n" if text and page else ""
        units.append(Unit(number, None, len(text), len(text) + len(page)) if page else Unit(number, None, 0, 0))
        text += page
    hits = hits_in(text, units, words)
    for unit in units:
        shared = [hit for hit in every(hits) if hit.span.start < unit.end and unit.start < hit.span.end]
        assert list(hits.within(unit)) == shared
    for hit in every(hits):
        holding = [unit.number for unit in units if hit.span.start < unit.end and unit.start < hit.span.end]
        assert (hit.unit, hit.last_unit) == (holding[0], holding[-1])
    assert [number for number, times in hits.runs() for _ in range(times)] == [hit.unit for hit in every(hits)]
    assert list(hits.crossing()) == [hit for hit in every(hits) if hit.unit != hit.last_unit]
    for unit in units:
        before = [hit for hit in every(hits) if hit.unit < unit.number]
        assert hits.before_unit(unit.number) == (before[-1] if before else None)
        assert hits.from_unit(unit.number) == hits.numbered(len(before) + 1)
        assert hits.is_within(unit) == bool(hits.within(unit))


def test_no_more_places_are_kept_than_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_hits, "MOST_HITS", 5)
    text = "a " * 6
    hits = hits_in(text, [whole(text)], "a")
    assert (hits.count, hits.more) == (5, True)
    assert not hits_in(text[:-2], [whole(text[:-2])], "a").more


def test_a_page_that_is_too_long_is_cut_between_graphemes_and_says_so() -> None:
    text = "e\u0301" * CHARACTERS
    shown = unit_text(text, Unit(1, None, 1, len(text)), (), flows=True)
    length = sum(len(line.text) for stretch in shown.stretches for line in stretch.lines)
    assert shown.goes_on
    assert length in (CHARACTERS, CHARACTERS + 1)
    assert is_grapheme_boundary(text, 1 + length)

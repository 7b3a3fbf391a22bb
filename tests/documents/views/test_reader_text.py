"""What is marked in a page's text is what was found, and no character is lost or changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from documents.text import is_grapheme_boundary
from documents.views.portions import CHARACTERS
from documents.views.reader_hits import MOST_HITS, find_hits
from documents.views.reader_text import unit_text
from documents.views.reader_units import Unit
from tests.strategies import awkward_text, prose


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
    hits = find_hits(text, [whole(text)], words)
    shown = unit_text(text, whole(text), hits.all, flows=flows)
    pieces = [("".join(line.text for line in stretch.lines), stretch.hit) for stretch in shown.stretches]
    assert "".join(piece for piece, _ in pieces) == text
    marked = [(piece, number) for piece, number in pieces if number]
    assert marked == [(text[hit.span.start : hit.span.end], hit.number) for hit in hits.all]


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
    hits = find_hits(text, units, words)
    for unit in units:
        shared = [hit for hit in hits.all if hit.span.start < unit.end and unit.start < hit.span.end]
        assert list(hits.within(unit)) == shared
    for hit in hits.all:
        holding = [unit.number for unit in units if hit.span.start < unit.end and unit.start < hit.span.end]
        assert (hit.unit, hit.last_unit) == (holding[0], holding[-1])


def test_no_more_places_are_kept_than_are_counted() -> None:
    text = "a " * (MOST_HITS + 1)
    hits = find_hits(text, [whole(text)], "a")
    assert (len(hits.all), hits.more) == (MOST_HITS, True)
    assert not find_hits(text[:-2], [whole(text[:-2])], "a").more


def test_a_page_that_is_too_long_is_cut_between_graphemes_and_says_so() -> None:
    text = "e\u0301" * CHARACTERS
    shown = unit_text(text, Unit(1, None, 1, len(text)), (), flows=True)
    length = sum(len(line.text) for stretch in shown.stretches for line in stretch.lines)
    assert shown.goes_on
    assert length in (CHARACTERS, CHARACTERS + 1)
    assert is_grapheme_boundary(text, 1 + length)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import (
    PageSpan,
    PageText,
    Place,
    chunk_page_map,
    clip_page_spans,
    last_place_for_span,
    page_for_offset,
    page_spans_within,
    pages_for_span,
    place_for_span,
    render_plain,
)
from tests.strategies import rendered

TEXT, SPANS = render_plain([PageText(1, "one"), PageText(2, ""), PageText(3, "three"), PageText(4, "four")])
# "one\n\nthree\n\nfour": page 1 [0, 3), page 3 [5, 10), page 4 [12, 16)


def page_by_reading(spans, offset):
    return next((span.number for span in spans if span.start <= offset < span.end), None)


@given(rendered, st.integers(-3, 400))
def test_the_page_of_an_offset_is_the_one_whose_span_holds_it(drawn, offset):
    _, spans = drawn
    assert page_for_offset(spans, offset) == page_by_reading(spans, offset)


@given(rendered, st.data())
def test_the_pages_of_a_span_are_the_pages_of_its_characters(drawn, data):
    text, spans = drawn
    start, end = data.draw(st.tuples(*[st.integers(-2, len(text) + 2)] * 2))
    characters = [page_for_offset(spans, offset) for offset in range(start, end)]
    assert pages_for_span(spans, start, end) == tuple(dict.fromkeys(page for page in characters if page is not None))


@given(rendered, st.data())
def test_clipped_spans_hold_exactly_the_characters_that_stand_on_a_page(drawn, data):
    text, spans = drawn
    start, end = data.draw(st.tuples(*[st.integers(0, len(text))] * 2))
    clipped = {
        (part.number, offset) for part in clip_page_spans(spans, start, end) for offset in range(part.start, part.end)
    }
    assert clipped == {(page, offset) for offset in range(start, end) if (page := page_for_offset(spans, offset))}


@pytest.mark.parametrize(
    ("offset", "page"),
    [
        (-1, None),
        (-16, None),
        (0, 1),
        (2, 1),
        (3, None),
        (4, None),
        (5, 3),
        (9, 3),
        (10, None),
        (12, 4),
        (15, 4),
        (16, None),
        (10**12, None),
    ],
)
def test_named_offsets(offset, page):
    assert page_for_offset(SPANS, offset) == page


@pytest.mark.parametrize(
    ("start", "end", "pages"),
    [
        (0, 3, (1,)),
        (0, 5, (1,)),
        (0, 6, (1, 3)),
        (3, 5, ()),
        (3, 6, (3,)),
        (4, 13, (3, 4)),
        (2, 13, (1, 3, 4)),
        (5, 10, (3,)),
        (10, 12, ()),
        (9, 12, (3,)),
        (0, 99, (1, 3, 4)),
        (16, 99, ()),
        (7, 7, ()),
        (8, 2, ()),
        (-5, 0, ()),
        (-5, 1, (1,)),
    ],
)
def test_named_spans(start, end, pages):
    assert pages_for_span(SPANS, start, end) == pages
    assert tuple(span.number for span in page_spans_within(SPANS, start, end)) == pages
    assert all(span in SPANS for span in page_spans_within(SPANS, start, end))


def test_no_spans_have_no_pages():
    assert page_for_offset((), 0) is None
    assert pages_for_span((), 0, 10) == ()


class CountedSpans(list):
    """Spans that count how many of them are looked at."""

    looked_at = 0

    def __getitem__(self, key):
        self.looked_at += 1
        return super().__getitem__(key)


@pytest.mark.parametrize(
    "ask", [lambda spans: page_for_offset(spans, 61_230), lambda spans: pages_for_span(spans, 61_230, 61_300)]
)
def test_ten_thousand_pages_are_searched_in_logarithmic_steps(ask):
    _, spans = render_plain(PageText(number, "x" * 10) for number in range(1, 10_001))
    counted = CountedSpans(spans)
    assert ask(counted)
    assert 0 < counted.looked_at <= 2 * 15


@pytest.mark.parametrize(
    ("start", "end", "clipped"),
    [
        (1, 7, (PageSpan(1, 1, 3), PageSpan(3, 5, 7))),
        (3, 5, ()),
        (0, 16, SPANS),
        (6, 6, ()),
    ],
)
def test_clipping(start, end, clipped):
    assert clip_page_spans(SPANS, start, end) == clipped


@st.composite
def chunked(draw):
    """A rendering and the chunks of a chunker that moves both ends forward, sometimes with overlap."""
    text, spans = draw(rendered)
    start, end, cuts = 0, 0, []
    while end < len(text) and len(cuts) < 8:
        end = draw(st.integers(end + 1, len(text)))
        cuts.append((start, end))
        start = draw(st.integers(start + 1, end))
    return text, spans, cuts


def pages_by_definition(text, spans, chunks):
    pages, before = [], (-1, 0)
    for chunk in chunks:
        places = ((at, at + len(chunk)) for at in range(len(text)) if text.startswith(chunk, at))
        found = next((place for place in places if place[0] > before[0] and place[1] > before[1]), None)
        if not chunk or found is None:
            pages.append(())
            continue
        before = found
        pages.append(pages_for_span(spans, *found))
    return pages


@given(
    chunked(),
    st.lists(st.sampled_from(("", "never in any text \U0010fffd")), max_size=3),
    st.randoms(use_true_random=False),
)
def test_chunks_are_mapped_as_defined_whatever_was_rewritten_between(drawn, strangers, random):
    text, spans, cuts = drawn
    chunks = [text[start:end] for start, end in cuts]
    for stranger in strangers:
        chunks.insert(random.randint(0, len(chunks)), stranger)
    assert chunk_page_map(spans, chunks, text) == pages_by_definition(text, spans, chunks)


@given(chunked())
def test_the_mapped_chunk_is_never_behind_the_true_one(drawn):
    text, spans, cuts = drawn
    numbered = "".join(f"{offset:05d}" for offset in range(len(text)))  # every stretch of it occurs once
    wide = [PageSpan(span.number, 5 * span.start, 5 * span.end) for span in spans]
    chunks = [numbered[5 * start : 5 * end] for start, end in cuts]
    assert chunk_page_map(wide, chunks, numbered) == [pages_for_span(spans, start, end) for start, end in cuts]


IDENTICAL, IDENTICAL_SPANS = render_plain([PageText(number, "same words") for number in (1, 2, 3)])
ABAB, ABAB_SPANS = render_plain([PageText(1, "abab"), PageText(2, "abab")])


@pytest.mark.parametrize(
    ("text", "spans", "chunks", "pages"),
    [
        (TEXT, SPANS, ["one", "three", "four"], [(1,), (3,), (4,)]),
        (TEXT, SPANS, ["one\n\nth", "ree\n\nfour"], [(1, 3), (3, 4)]),
        (TEXT, SPANS, [TEXT], [(1, 3, 4)]),
        (TEXT, SPANS, ["ne\n\nthree\n\nf"], [(1, 3, 4)]),
        (TEXT, SPANS, ["one", "\n\n", "three"], [(1,), (), (3,)]),
        (TEXT, SPANS, ["one", "", "three"], [(1,), (), (3,)]),
        (TEXT, SPANS, ["one", "REWRITTEN", "three"], [(1,), (), (3,)]),
        (TEXT, SPANS, ["four", "one"], [(4,), ()]),
        (TEXT, SPANS, [], []),
        (IDENTICAL, IDENTICAL_SPANS, ["same words"] * 4, [(1,), (2,), (3,), ()]),
        (IDENTICAL, IDENTICAL_SPANS, ["same", "words", "same", "words"], [(1,), (1,), (2,), (2,)]),
        (IDENTICAL, IDENTICAL_SPANS, ["same words\n\nsame", "same words", "same words"], [(1, 2), (2,), (3,)]),
        (IDENTICAL, IDENTICAL_SPANS, ["same words", "words\n\nsame", "same words"], [(1,), (1, 2), (2,)]),
        # Overlapping: "bab" lies inside what is done when "abab" was the first, so it is the next page's.
        (ABAB, ABAB_SPANS, ["aba", "bab"], [(1,), (1,)]),
        (ABAB, ABAB_SPANS, ["abab", "bab"], [(1,), (2,)]),
        (
            "aaaa\n\naaaa",
            render_plain([PageText(1, "aaaa"), PageText(2, "aaaa")])[1],
            ["aaa"] * 4,
            [(1,), (1,), (2,), (2,)],
        ),
    ],
)
def test_named_chunks(text, spans, chunks, pages):
    assert chunk_page_map(spans, chunks, text) == pages


def test_ten_thousand_identical_pages_map_one_chunk_each():
    text, spans = render_plain(PageText(number, "the same boilerplate") for number in range(1, 10_001))
    assert chunk_page_map(spans, ["the same boilerplate"] * 10_000, text) == [(number,) for number in range(1, 10_001)]


CHAPTER = Place("heading", "3", 10, 100)
SECTION = Place("heading", "3.2", 40, 70)


@pytest.mark.parametrize(
    ("start", "end", "place"),
    [
        (0, 5, None),
        (5, 10, None),
        (5, 11, CHAPTER),
        (5, 60, CHAPTER),
        (99, 120, CHAPTER),
        (10, 11, CHAPTER),
        (39, 45, CHAPTER),
        (40, 200, SECTION),
        (69, 70, SECTION),
        (70, 71, CHAPTER),
        (100, 101, None),
        (50, 50, None),
    ],
)
@pytest.mark.parametrize("places", [(CHAPTER, SECTION), (SECTION, CHAPTER)])
def test_the_place_of_a_span_is_the_innermost_at_its_start_or_the_first_that_it_reaches(places, start, end, place):
    assert place_for_span(places, start, end) == place


@pytest.mark.parametrize(
    ("start", "end", "place"),
    [
        (0, 10, None),
        (5, 11, CHAPTER),
        (5, 60, SECTION),
        (5, 70, SECTION),
        (5, 71, CHAPTER),
        (40, 100, CHAPTER),
        (40, 200, CHAPTER),
        (99, 101, CHAPTER),
        (100, 101, None),
        (50, 50, None),
    ],
)
@pytest.mark.parametrize("places", [(CHAPTER, SECTION), (SECTION, CHAPTER)])
def test_the_last_place_of_a_span_is_the_innermost_at_its_end_or_the_last_that_it_reaches(places, start, end, place):
    assert last_place_for_span(places, start, end) == place


def test_of_two_places_that_end_together_the_narrower_is_the_last():
    outer, inner = Place("part", "I", 0, 50), Place("heading", "1", 20, 50)
    for places in [(outer, inner), (inner, outer)]:
        assert last_place_for_span(places, 5, 50) == last_place_for_span(places, 5, 90) == inner


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(sorted).map(lambda ends: Place("part", "x", *ends))),
    st.integers(0, 30),
    st.integers(0, 30),
)
def test_the_first_and_the_last_place_mirror_each_other(places, start, end):
    turned = [Place("part", "x", -place.end, -place.start) for place in places]
    first, last = place_for_span(places, start, end), last_place_for_span(places, start, end)
    assert (first is None) == (last is None)
    assert first is None or all(one.start < end and one.end > start for one in (first, last))
    assert first is None or (first.start <= start) == any(one.start <= start < one.end for one in places)
    assert last is None or (last.end >= end) == any(one.start < end <= one.end for one in places)
    assert (place_for_span(turned, -end, -start) is None) == (last is None)


def test_of_two_places_that_begin_together_the_narrower_is_meant():
    assert place_for_span([Place("part", "I", 0, 50), SECTION, Place("heading", "1", 0, 20)], 0, 5) == Place(
        "heading", "1", 0, 20
    )

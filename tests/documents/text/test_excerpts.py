import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, TextSpan, build_excerpt, is_grapheme_boundary, page_for_offset, render_plain
from documents.text.graphemes import grapheme_end, grapheme_start
from tests.strategies import awkward_text, rendered, texts_with_span

spans_anywhere = st.lists(st.builds(TextSpan, st.integers(-5, 120), st.integers(-5, 120)), max_size=5)
contexts = st.integers(0, 40)


@st.composite
def excerpts(draw):
    """All that `build_excerpt` is given, and what it gives."""
    text, page_spans = draw(rendered)
    _, span = draw(texts_with_span(st.just(text)))
    marks, context = draw(spans_anywhere), draw(contexts)
    return text, page_spans, span, marks, context, build_excerpt(text, span, marks, context, page_spans=page_spans)


@given(excerpts())
def test_the_segments_are_the_text_of_the_excerpt(drawn):
    text, *_, excerpt = drawn
    assert "".join(segment.text for segment in excerpt.segments) == text[excerpt.start : excerpt.end]
    assert all(segment.text == text[segment.start : segment.end] for segment in excerpt.segments)


@given(excerpts())
def test_the_segments_follow_each_other_without_gap_and_none_is_empty(drawn):
    *_, excerpt = drawn
    edges = [excerpt.start, *(segment.end for segment in excerpt.segments)]
    assert [segment.start for segment in excerpt.segments] == edges[:-1]
    assert edges[-1] == excerpt.end
    assert all(segment.text for segment in excerpt.segments)


@given(excerpts())
def test_every_character_has_the_passage_mark_and_page_of_its_segment(drawn):
    _, page_spans, span, marks, _, excerpt = drawn
    for segment in excerpt.segments:
        for offset in range(segment.start, segment.end):
            assert segment.in_passage == (span.start <= offset < span.end)
            assert segment.marked == any(mark.start <= offset < mark.end for mark in marks)
            assert segment.page == page_for_offset(page_spans, offset)


@given(excerpts())
def test_no_segment_crosses_the_edge_of_a_mark(drawn):
    *_, marks, _, excerpt = drawn
    edges = {edge for mark in marks if mark.start < mark.end for edge in (mark.start, mark.end)}
    assert not any(segment.start < edge < segment.end for segment in excerpt.segments for edge in edges)


@given(excerpts())
def test_the_passage_is_whole_and_the_context_no_longer_than_asked(drawn):
    text, _, span, _, context, excerpt = drawn
    assert excerpt.start <= span.start <= span.end <= excerpt.end
    assert excerpt.start >= min(span.start - context, grapheme_start(text, span.start))
    assert excerpt.end <= max(span.end + context, grapheme_end(text, span.end))


@given(excerpts())
def test_an_excerpt_never_begins_or_ends_inside_a_grapheme(drawn):
    text, *_, excerpt = drawn
    assert is_grapheme_boundary(text, excerpt.start)
    assert is_grapheme_boundary(text, excerpt.end)


def shown(text, start, end, context):
    excerpt = build_excerpt(text, TextSpan(start, end), [], context)
    return text[excerpt.start : excerpt.end]


@pytest.mark.parametrize(
    ("text", "start", "end", "context", "expected"),
    [
        ("alpha beta gamma delta", 11, 16, 0, "gamma"),
        ("alpha beta gamma delta", 11, 16, 5, "beta gamma"),
        ("alpha beta gamma delta", 11, 16, 6, "beta gamma delta"),
        ("alpha beta gamma delta", 11, 16, 8, "beta gamma delta"),
        ("alpha beta gamma delta", 11, 16, 99, "alpha beta gamma delta"),
        ("alpha beta gamma delta", 12, 13, 4, "gamma"),
        ("xxxxxxxxxxxx", 6, 7, 2, "xxxxx"),
        ("🇨🇭🇫🇷🇩🇪", 2, 4, 1, "🇫🇷"),
        ("🇨🇭🇫🇷🇩🇪", 2, 4, 2, "🇨🇭🇫🇷🇩🇪"),
        ("e\u0301", 1, 2, 0, "e\u0301"),
        ("abc", 1, 1, 0, ""),
        ("", 0, 0, 10, ""),
    ],
)
def test_context_is_narrowed_to_words_and_else_to_graphemes(text, start, end, context, expected):
    assert shown(text, start, end, context) == expected


def test_a_separator_is_a_segment_of_its_own_without_a_page():
    text, spans = render_plain([PageText(1, "one"), PageText(2, "two")])
    excerpt = build_excerpt(text, TextSpan(0, 8), [], 0, page_spans=spans)
    assert [(segment.text, segment.page) for segment in excerpt.segments] == [("one", 1), ("\n\n", None), ("two", 2)]


def test_overlapping_and_touching_marks_are_all_shown():
    excerpt = build_excerpt("abcdef", TextSpan(0, 6), [TextSpan(0, 3), TextSpan(2, 4), TextSpan(4, 5)], 0)
    assert [(segment.text, segment.marked) for segment in excerpt.segments] == [
        ("ab", True),
        ("c", True),
        ("d", True),
        ("e", True),
        ("f", False),
    ]


@pytest.mark.parametrize("span", [TextSpan(-1, 2), TextSpan(0, 4), TextSpan(2, 1)])
def test_a_span_outside_the_text_is_refused(span):
    with pytest.raises(ValueError, match="not within"):
        build_excerpt("abc", span, [], 5)


@given(awkward_text)
def test_a_negative_context_is_refused(text):
    with pytest.raises(ValueError, match="negative"):
        build_excerpt(text, TextSpan(0, 0), [], -1)


@pytest.mark.parametrize(
    ("within", "expected"),
    [
        (None, "the fee is due today and"),
        (TextSpan(4, 14), "fee is due"),
        (TextSpan(4, 1000), "fee is due today and"),
        (TextSpan(0, 8), "the fee is"),
        (TextSpan(8, 10), "is"),
        (TextSpan(9, 9), "is"),
        (TextSpan(5, 13), "is"),
        (TextSpan(14, 20), "is due today"),
    ],
)
def test_no_context_reaches_beyond_what_may_be_shown(within, expected):
    text = "the fee is due today and tomorrow"
    excerpt = build_excerpt(text, TextSpan(8, 10), [], 16, within=within)
    assert text[excerpt.start : excerpt.end] == expected


@given(excerpts(), st.data())
def test_a_narrower_context_is_a_part_of_the_wider_one_that_holds_the_passage(drawn, data):
    text, page_spans, span, marks, context, whole = drawn
    _, within = data.draw(texts_with_span(st.just(text)))
    excerpt = build_excerpt(text, span, marks, context, page_spans=page_spans, within=within)
    assert whole.start <= excerpt.start <= span.start
    assert span.end <= excerpt.end <= whole.end
    assert excerpt.start >= grapheme_start(text, min(within.start, span.start))
    assert excerpt.end <= grapheme_end(text, max(within.end, span.end))

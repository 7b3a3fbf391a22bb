from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from documents.text import PageSpan, check_page_spans, render_plain
from tests.strategies import pages

some_pages = pages().map(render_plain).filter(lambda drawn: len(drawn[1]) > 0)


@given(some_pages, st.data())
def test_a_moved_edge_is_reported(drawn, data):
    text, spans = drawn
    index = data.draw(st.integers(0, len(spans) - 1))
    edge = data.draw(st.sampled_from(("start", "end")))
    moved = data.draw(st.integers(-3, len(text) + 3))
    assume(moved != getattr(spans[index], edge))
    corrupt = (*spans[:index], replace(spans[index], **{edge: moved}), *spans[index + 1 :])
    assert check_page_spans(text, corrupt, spans[-1].number)


@given(some_pages, st.data())
def test_a_span_lost_doubled_or_added_is_reported(drawn, data):
    text, spans = drawn
    index = data.draw(st.integers(0, len(spans) - 1))
    lost = spans[:index] + spans[index + 1 :]
    doubled = spans[: index + 1] + spans[index:]
    last = spans[-1].number
    assert check_page_spans(text, lost, last)
    assert check_page_spans(text, doubled, last)
    assert check_page_spans(text, (*spans, PageSpan(last + 1, len(text), len(text))), last + 1)


@given(some_pages.filter(lambda drawn: len(drawn[1]) > 1), st.data())
def test_spans_in_another_order_are_reported(drawn, data):
    text, spans = drawn
    shuffled = data.draw(st.permutations(spans))
    assume(tuple(shuffled) != spans)
    assert check_page_spans(text, shuffled, spans[-1].number)


@given(some_pages, st.data())
def test_a_number_outside_the_document_or_out_of_order_is_reported(drawn, data):
    text, spans = drawn
    index = data.draw(st.integers(0, len(spans) - 1))
    low = spans[index - 1].number if index else 0
    high = spans[index + 1].number if index + 1 < len(spans) else spans[-1].number + 1
    number = data.draw(st.integers(-3, high + 3).filter(lambda number: not low < number < high))
    corrupt = (*spans[:index], replace(spans[index], number=number), *spans[index + 1 :])
    assert check_page_spans(text, corrupt, spans[-1].number)


@given(some_pages, st.text(min_size=1, max_size=3))
def test_text_before_the_first_page_or_after_the_last_is_reported(drawn, addition):
    text, spans = drawn
    assert check_page_spans(text + addition, spans, spans[-1].number)
    shifted = tuple(PageSpan(span.number, span.start + len(addition), span.end + len(addition)) for span in spans)
    assert check_page_spans(addition + text, shifted, spans[-1].number)


@given(some_pages, st.data())
def test_a_changed_separator_is_reported(drawn, data):
    text, spans = drawn
    assume(len(spans) > 1)
    end = data.draw(st.sampled_from([span.end for span in spans[:-1]]))
    other = data.draw(st.sampled_from(("xy", " \n", "\n ", "\r\n")))
    assert check_page_spans(text[:end] + other + text[end + 2 :], spans, spans[-1].number)


@given(some_pages)
def test_a_page_count_that_is_too_small_is_reported(drawn):
    text, spans = drawn
    assert check_page_spans(text, spans, spans[-1].number - 1)
    assert check_page_spans(text, spans, spans[-1].number + 5) == []


@pytest.mark.parametrize(
    ("text", "spans", "page_count", "separator", "problem"),
    [
        ("a", (), 1, "\n\n", "No page covers"),
        ("a", (PageSpan(1, 0, 1),), None, "\n\n", "has no pages"),
        ("a", (PageSpan(1, 0, 1),), 0, "\n\n", "not one of the 0 pages"),
        ("a", (PageSpan(0, 0, 1),), 1, "\n\n", "not one of the 1 pages"),
        ("a", (PageSpan(1, 0, 2),), 1, "\n\n", "outside the text"),
        ("a", (PageSpan(1, -1, 1),), 1, "\n\n", "outside the text"),
        (" ", (PageSpan(1, 0, 1),), 1, "\n\n", "nothing to read"),
        ("\u200b", (PageSpan(1, 0, 1),), 1, "\n\n", "nothing to read"),
        ("a", (PageSpan(1, 1, 0),), 1, "\n\n", "empty or reversed"),
        ("a", (PageSpan(1, 0, 0),), 1, "\n\n", "empty or reversed"),
        ("ab", (PageSpan(1, 0, 1),), 1, "\n\n", "The last page ends at 1"),
        ("ab", (PageSpan(1, 1, 2),), 1, "\n\n", "The first page starts at 1"),
        ("a\n\nb", (PageSpan(2, 0, 1), PageSpan(1, 3, 4)), 2, "\n\n", "Page 1 comes after page 2"),
        ("a\n\nb", (PageSpan(1, 0, 1), PageSpan(1, 3, 4)), 2, "\n\n", "Page 1 comes after page 1"),
        ("a\n\nb", (PageSpan(1, 0, 3), PageSpan(2, 3, 4)), 2, "\n\n", "starts at 3, not 2 characters after"),
        ("a--b", (PageSpan(1, 0, 1), PageSpan(2, 3, 4)), 2, "\n\n", "something else than the separator"),
        ("", (), -1, "\n\n", "negative"),
    ],
)
def test_each_problem_is_named(text, spans, page_count, separator, problem):
    assert any(problem in found for found in check_page_spans(text, spans, page_count, separator))


@pytest.mark.parametrize(
    ("text", "spans", "page_count", "separator"),
    [
        ("", (), 0, "\n\n"),
        ("", (), 3, "\n\n"),
        ("", (), None, "\n\n"),
        ("text without pages", (), None, "\n\n"),
        ("a\fb", (PageSpan(1, 0, 1), PageSpan(2, 2, 3)), 2, "\f"),
        ("ab", (PageSpan(1, 0, 1), PageSpan(2, 1, 2)), 2, ""),
    ],
)
def test_sound_cases(text, spans, page_count, separator):
    assert check_page_spans(text, spans, page_count, separator) == []


def test_all_problems_are_named_not_only_the_first():
    assert len(check_page_spans("abc", (PageSpan(9, 1, 1), PageSpan(9, 2, 7)), 3)) >= 5

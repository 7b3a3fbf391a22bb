import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PAGE_SEPARATOR, PageSpan, PageText, check_page_spans, has_ink, render_plain
from tests.strategies import pages


@given(pages(), st.sampled_from((PAGE_SEPARATOR, "", "\f", "-----")))
def test_every_span_cuts_out_exactly_the_text_of_its_page(drawn, separator):
    text, spans = render_plain(drawn, separator)
    by_number = {page.number: page.text for page in drawn}
    assert [text[span.start : span.end] for span in spans] == [by_number[span.number] for span in spans]


@given(pages())
def test_the_pages_with_ink_and_only_they_have_a_span(drawn):
    _, spans = render_plain(drawn)
    assert [span.number for span in spans] == [page.number for page in drawn if has_ink(page.text)]


@given(pages(), st.sampled_from((PAGE_SEPARATOR, "", "\f", "-----")))
def test_the_text_is_the_pages_with_ink_and_one_separator_between_two(drawn, separator):
    text, _ = render_plain(drawn, separator)
    assert text == separator.join(page.text for page in drawn if has_ink(page.text))


@given(pages())
def test_rendered_spans_are_sound(drawn):
    text, spans = render_plain(drawn)
    assert check_page_spans(text, spans, max((page.number for page in drawn), default=0)) == []


@given(pages())
def test_a_page_without_ink_changes_nothing(drawn):
    with_ink = [page for page in drawn if has_ink(page.text)]
    assert render_plain(drawn) == render_plain(with_ink)


@pytest.mark.parametrize(
    ("texts", "text", "spans"),
    [
        ([], "", ()),
        (["", " \n"], "", ()),
        (["a"], "a", (PageSpan(1, 0, 1),)),
        (["a", "", "b"], "a\n\nb", (PageSpan(1, 0, 1), PageSpan(3, 3, 4))),
        (["", "b"], "b", (PageSpan(2, 0, 1),)),
        (["same", "same"], "same\n\nsame", (PageSpan(1, 0, 4), PageSpan(2, 6, 10))),
        ([" a\n", "\nb "], " a\n\n\n\nb ", (PageSpan(1, 0, 3), PageSpan(2, 5, 8))),
        (["## Page 3", "x"], "## Page 3\n\nx", (PageSpan(1, 0, 9), PageSpan(2, 11, 12))),
        (
            ["👩\u200d👧", "e\u0301", "日本"],
            "👩\u200d👧\n\ne\u0301\n\n日本",
            (PageSpan(1, 0, 3), PageSpan(2, 5, 7), PageSpan(3, 9, 11)),
        ),
    ],
)
def test_named_cases(texts, text, spans):
    assert render_plain([PageText(number, page) for number, page in enumerate(texts, 1)]) == (text, spans)


@pytest.mark.parametrize("numbers", [(0,), (-1,), (1, 1), (2, 1), (1, 3, 2)])
def test_page_numbers_must_be_positive_and_ascending_on_blank_pages_too(numbers):
    for text in ("x", ""):
        with pytest.raises(ValueError, match="ascending"):
            render_plain([PageText(number, text) for number in numbers])


def test_pages_may_come_from_an_iterator():
    assert render_plain(iter([PageText(1, "a")])) == ("a", (PageSpan(1, 0, 1),))

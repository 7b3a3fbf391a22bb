"""Words that a page break cut in two: found with both their parts, and nothing that the writer wrote with a hyphen."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageSpan, PageText, TextSpan, render_plain
from documents.text.broken_words import BrokenWord, words_over_page_breaks


def rendered(*pages: str) -> tuple[str, Sequence[PageSpan]]:
    return render_plain([PageText(number, page) for number, page in enumerate(pages, start=1)])


def found(*pages: str) -> list[str]:
    return [broken.word for broken in words_over_page_breaks(*rendered(*pages))]


def test_both_parts_are_told_without_the_hyphen() -> None:
    text, spans = rendered("would need recon-", "struction before winter")
    (broken,) = words_over_page_breaks(text, spans)
    assert broken == BrokenWord("reconstruction", TextSpan(11, 16), TextSpan(19, 28))
    assert (text[11:16], text[19:28]) == ("recon", "struction")


@pytest.mark.parametrize(
    "pages",
    [
        ("Review\nwould need recon-\n41", "Review\nstruction before winter\n42"),
        ("would need recon-\n- 41 -", "struction before winter"),
        ("would need recon-\nPage 41 of 90", "struction before winter"),
        ("would need recon-\nxiv", "struction before winter"),
        (
            "Tides 1\nwould need recon-\nPrinted in May",
            "Tides 2\nMinutes\nstruction here\nPrinted in May",
            "Tides 3\nMinutes\nx",
        ),
    ],
    ids=["head and number", "dashes", "of", "roman", "head and foot"],
)
def test_what_belongs_to_no_sentence_is_passed_over(pages: tuple[str, ...]) -> None:
    assert found(*pages) == ["reconstruction"]


@pytest.mark.parametrize(
    "pages",
    [
        ("a self-", "made man, and self-made indeed"),
        ("Smith-", "Jones came"),
        ("see www.one-", "two.org"),
        ("the years 1990-", "and later"),
        ("would need recon", "struction"),
        ("would need recon-\nFootnote of this page", "struction"),
        ("would need recon-", "41 struction"),
        ("mother-in-", "law"),
    ],
    ids=["compound", "capital", "address", "number", "no hyphen", "other words", "a number first", "chain"],
)
def test_nothing_else_is_one_word(pages: tuple[str, ...]) -> None:
    assert found(*pages) == []


def test_a_page_without_ink_does_not_part_them() -> None:
    assert found("would need recon-", "", "struction") == ["reconstruction"]


def test_a_page_of_furniture_alone_is_no_word() -> None:
    assert found("recon-", "7", "struction") == []


lines = st.sampled_from(["recon-", "struction", "41", "Head", "a self-", "made", "self-made", "-", "\u00e9-", "\u00e9"])


@given(st.lists(st.lists(lines, max_size=5).map("\n".join), max_size=5))
def test_the_parts_stand_on_pages_that_follow_each_other(pages: list[str]) -> None:
    text, spans = rendered(*pages)
    for broken in words_over_page_breaks(text, spans):
        first, second = broken.first, broken.second
        assert text[first.start : first.end] + text[second.start : second.end] == broken.word
        assert text[first.end] == "-"
        at = next(place for place, page in enumerate(spans) if page.start <= first.start < page.end)
        assert spans[at].end >= first.end
        assert spans[at + 1].start <= second.start < second.end <= spans[at + 1].end

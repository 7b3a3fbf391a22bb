"""Running heads and footers: what repeats at the same place of three pages, and never a word that does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, render_plain
from documents.text.furniture import LEAST_PAGES, MOST_LINES, furniture, without_furniture


def rendered(pages):
    return render_plain(PageText(number, text) for number, text in enumerate(pages, 1))


def shown(*pages, gap=" [...] "):
    text, spans = rendered(pages)
    return without_furniture(text, 0, furniture(text, spans), gap)


def test_head_and_footer_between_two_pages_are_left_out_and_those_at_the_ends_are_not():
    pages = [f"Handbook\nwords {word} go\non - {n}" for n, word in enumerate(["a", "b", "c"], 1)]
    assert shown(*pages) == "Handbook\nwords a go [...] words b go [...] words c go\non - 3"


def test_two_pages_prove_nothing():
    pages = ["Handbook\nwords a go\nFooter", "Handbook\nwords b go\nFooter"]
    assert shown(*pages) == "\n\n".join(pages)


@pytest.mark.parametrize(
    "lines", [["Of 7 ships", "Of 9 ships", "Of 4 ships"], ["12", "12", "12"], ["12 %", "40 %", "7 %"], ["•", "•", "•"]]
)
def test_numbers_that_do_not_count_with_the_pages_and_signs_alone_are_words(lines):
    pages = [f"{line}\nbody {word}\nend {word}" for line, word in zip(lines, ["a", "b", "c"], strict=True)]
    assert shown(*pages) == "\n\n".join(pages)


@pytest.mark.parametrize("line", ["{}", "- {} -", "Page {} of 3", "2026 edition, {}", "12.{}"])
def test_a_number_that_counts_with_the_pages_is_furniture(line):
    pages = [f"body {word}\n{line.format(n + 40)}" for n, word in enumerate(["a", "b", "c"])]
    assert shown(*pages) == f"body a [...] body b [...] body c\n{line.format(42)}"


def test_left_and_right_pages_may_have_heads_of_their_own():
    pages = [f"{('Left', 'Right')[n % 2]}\nbody {n}x{n * n}" for n in range(6)]
    assert shown(*pages) == "Left\n" + " [...] ".join(f"body {n}x{n * n}" for n in range(6))


def test_a_line_that_repeats_behind_one_that_does_not_is_kept():
    pages = [f"Own {word}\nSame\nbody {word}" for word in "abc"]
    assert shown(*pages) == "\n\n".join(pages)


def test_a_page_that_has_nothing_else_keeps_its_lines():
    pages = ["This page is blank", "This page is blank", "This page is blank", "Words"]
    assert shown(*pages) == "\n\n".join(pages)


def test_a_quote_that_begins_or_ends_in_furniture_keeps_it():
    pages = [f"Head\nbody {word}\nFoot" for word in "abc"]
    text, spans = rendered(pages)
    found = furniture(text, spans)
    for words in ("Foot\n\nHead\nbody b", "body a\nFoot\n\nHead", "body b"):
        assert without_furniture(words, text.index(words), found) == words


body_line = st.sampled_from(["Head", "Foot", "1", "2", "3", "p. 1", "p. 2", "p. 3", "a", "b", "", "Own 7", "•"])


@given(st.lists(st.lists(body_line, min_size=1, max_size=8).map("\n".join), max_size=6))
def test_no_line_is_dropped_that_is_not_on_three_pages_at_the_same_place_digits_aside(pages):
    text, spans = rendered(pages)
    alike = "".join("#" if character in "123" else character for character in text)
    edges = {page.number: _edges(alike[page.start : page.end]) for page in spans}
    for gap in furniture(text, spans):
        page = next(page for page in spans if page.start <= gap.start <= page.end)
        following = spans[spans.index(page) + 1]
        dropped = (
            ("bottom", _lines(alike[gap.start : page.end])[::-1]),
            ("top", _lines(alike[following.start : gap.end])),
        )
        for side, lines in dropped:
            assert len(lines) <= MOST_LINES
            for place, line in enumerate(lines):
                assert sum((side, place, line) in edge for edge in edges.values()) >= LEAST_PAGES


@given(st.lists(st.lists(body_line, min_size=1, max_size=8).map("\n".join), max_size=6))
def test_what_is_left_are_words_of_the_text_in_their_order(pages):
    text, spans = rendered(pages)
    at = 0
    for part in without_furniture(text, 0, furniture(text, spans), gap="\0").split("\0"):
        assert part.strip() or not text.strip()
        at = text.index(part, at) + len(part)


def _lines(text):
    return [line for line in text.split("\n") if line.strip()]


def _edges(page):
    lines = _lines(page)
    top, bottom = enumerate(lines), enumerate(reversed(lines))
    return {("top", *one) for one in top} | {("bottom", *one) for one in bottom}

"""An excerpt set for reading keeps every character; a link keeps its way back."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, TextSpan, build_excerpt, render_plain
from search.templatetags.search_tags import excerpt_pages, with_trail


@given(st.lists(st.text(alphabet="ab \n", max_size=60), min_size=1, max_size=6), st.data())
def test_each_page_of_an_excerpt_is_its_text_and_names_its_number(texts: list[str], data: Any) -> None:
    text, spans = render_plain([PageText(number, page) for number, page in enumerate(texts, 1)])
    start = data.draw(st.integers(0, len(text)))
    span = TextSpan(start, data.draw(st.integers(start, len(text))))
    excerpt = build_excerpt(text, span, [], 30, page_spans=spans)
    revision: Any = SimpleNamespace(is_paginated=True, page_labels=["x"] * len(texts))
    for page in excerpt_pages(excerpt, revision):
        shown = "".join(line.text for run in page.runs for line in run.lines)
        whole = next(one for one in spans if one.number == page.number)
        first = page.runs[0].segment.start
        assert shown == text[first : first + len(shown)]
        assert whole.start <= first
        assert first + len(shown) <= whole.end
        assert page.label == "x"


def test_a_text_without_pages_is_one_block_as_it_was_written() -> None:
    excerpt = build_excerpt("one\ntwo", TextSpan(0, 3), [], 10)
    revision: Any = SimpleNamespace(is_paginated=False, page_labels=None)
    (page,) = excerpt_pages(excerpt, revision)
    assert page.number is None
    assert "".join(line.text for run in page.runs for line in run.lines) == "one\ntwo"
    assert not any(line.breaks for run in page.runs for line in run.lines)


def test_the_trail_stands_before_the_fragment() -> None:
    assert with_trail("/p/?v=1#passage", "q=a&page=2") == "/p/?v=1&from=q%3Da%26page%3D2#passage"
    assert with_trail("/p/?v=1#passage", "") == "/p/?v=1#passage"


def test_lines_end_where_the_text_says_wherever_the_excerpt_begins() -> None:
    text, spans = render_plain([PageText(1, "A first page of some length."), PageText(2, "Rent\nDeposit\nTerm")])
    excerpt = build_excerpt(text, TextSpan(text.index("Deposit"), len(text)), [], 6, page_spans=spans)
    revision: Any = SimpleNamespace(is_paginated=True, page_labels=None)
    (page,) = excerpt_pages(excerpt, revision)
    lines = [line for run in page.runs for line in run.lines]
    assert [(line.text, line.breaks) for line in lines] == [("Rent\n", True), ("Deposit\n", True), ("Term", False)]


@pytest.mark.parametrize("words", ["\n\nSecond", "\nSecond page.", "page.\n\nSecond", "Second"])
def test_the_anchor_is_on_the_first_words_of_the_passage_that_are_shown(words: str) -> None:
    text, spans = render_plain([PageText(1, "First page."), PageText(2, "Second page.")])
    start = text.index(words)
    excerpt = build_excerpt(text, TextSpan(start, start + len(words)), [], 30, page_spans=spans)
    revision: Any = SimpleNamespace(is_paginated=True, page_labels=None)
    runs = [run for page in excerpt_pages(excerpt, revision) for run in page.runs]
    assert [run.segment.text for run in runs if run.is_anchor] == [words.strip().split("\n")[0]]

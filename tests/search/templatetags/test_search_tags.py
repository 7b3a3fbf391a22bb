"""An excerpt set for reading keeps every character; a link keeps its way back."""

from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.extractors.media_types import DOCX, PDF
from documents.text import PageText, TextSpan, build_excerpt, render_plain
from search.templatetags.search_tags import excerpt_pages, flowing, has_page_pictures, passage_link, reader_link
from search.trails import Trail


@given(st.lists(st.text(alphabet="ab \n", max_size=60), min_size=1, max_size=6), st.data())
def test_each_page_of_an_excerpt_is_its_text_and_names_its_number(texts: list[str], data: Any) -> None:
    text, spans = render_plain([PageText(number, page) for number, page in enumerate(texts, 1)])
    start = data.draw(st.integers(0, len(text)))
    span = TextSpan(start, data.draw(st.integers(start, len(text))))
    excerpt = build_excerpt(text, span, [], 30, page_spans=spans)
    revision: Any = SimpleNamespace(is_paginated=True, text=text, page_labels=["x"] * len(texts))
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


def test_a_result_leads_to_its_passage_with_the_question_and_its_place() -> None:
    hit: Any = SimpleNamespace(url="/p/?v=1#passage", position=3)
    assert passage_link(hit, Trail("q=a"), 41) == "/p/?v=1&from=q%3Da%26n%3D3%26of%3D41#passage"


@pytest.mark.parametrize(
    ("label", "query", "asked"),
    [
        ("iv", "rent due", "page=6&label=iv&revision=2&q=rent+due"),
        ("6", "", "page=6&revision=2"),
        (None, "", "page=6&revision=2"),
    ],
)
def test_the_reader_is_opened_by_the_label_too_where_it_differs(label: str | None, query: str, asked: str) -> None:
    revision: Any = SimpleNamespace(number=2, document_id=7)
    page: Any = SimpleNamespace(number=6, label=label)
    assert reader_link(revision, page, query) == f"/documents/7/read/?{asked}"


def test_only_pages_of_a_pdf_have_thumbnails() -> None:
    def shown(media_type: str, *, is_paginated: bool = True) -> bool:
        revision: Any = SimpleNamespace(media_type=media_type, is_paginated=is_paginated)
        return has_page_pictures(revision)

    assert shown(PDF)
    assert not shown(PDF, is_paginated=False)
    assert not shown(DOCX, is_paginated=False)


def test_lines_end_where_the_text_says_wherever_the_excerpt_begins() -> None:
    text, spans = render_plain([PageText(1, "A first page of some length."), PageText(2, "Rent\nDeposit\nTerm")])
    excerpt = build_excerpt(text, TextSpan(text.index("Deposit"), len(text)), [], 6, page_spans=spans)
    revision: Any = SimpleNamespace(is_paginated=True, text=text, page_labels=None)
    (page,) = excerpt_pages(excerpt, revision)
    lines = [line for run in page.runs for line in run.lines]
    assert [(line.text, line.breaks) for line in lines] == [("Rent\n", True), ("Deposit\n", True), ("Term", False)]


@pytest.mark.parametrize("words", ["\n\nSecond", "\nSecond page.", "page.\n\nSecond", "Second"])
def test_the_anchor_is_on_the_first_words_of_the_passage_that_are_shown(words: str) -> None:
    text, spans = render_plain([PageText(1, "First page."), PageText(2, "Second page.")])
    start = text.index(words)
    excerpt = build_excerpt(text, TextSpan(start, start + len(words)), [], 30, page_spans=spans)
    revision: Any = SimpleNamespace(is_paginated=True, text=text, page_labels=None)
    runs = [run for page in excerpt_pages(excerpt, revision) for run in page.runs]
    assert [run.segment.text for run in runs if run.is_anchor] == [words.strip().split("\n")[0]]


def test_an_excerpt_that_begins_in_the_middle_of_a_line_runs_on_where_that_line_is_full() -> None:
    page = "Entities of every kind must file the forms that are required\nin order of their dates, and keep copies."
    text, spans = render_plain([PageText(1, page)])
    excerpt = build_excerpt(text, TextSpan(text.index("in order"), len(text)), [], 10, page_spans=spans)
    revision: Any = SimpleNamespace(is_paginated=True, text=text, page_labels=None)
    (page_shown,) = excerpt_pages(excerpt, revision)
    assert excerpt.segments[0].text == "required\n"
    assert not any(line.breaks for run in page_shown.runs for line in run.lines)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("order ZK-4471-\nBR-09 today", "order ZK-4471-<span hidden>\n</span>BR-09 today"),
        ("A1-\nB2-\nC3", "A1-<span hidden>\n</span>B2-<span hidden>\n</span>C3"),
        ("from 2010-\n2020", "from 2010-<span hidden>\n</span>2020"),
        ("COVID-\n19", "COVID-<span hidden>\n</span>19"),
        ("two-\nand three-year", "two-\nand three-year"),
        ("2-\nand 3-year", "2-\nand 3-year"),
        ("Nord-\nSee", "Nord-\nSee"),
        ("the list -\n4 of them", "the list -\n4 of them"),
        ("ZK-4471-\n\nBR-09", "ZK-4471-\n\nBR-09"),
        ("<b>7-\n8", "&lt;b&gt;7-<span hidden>\n</span>8"),
        ("a\u00a0b", "a\u00a0<wbr>b<wbr>"),
        ("", ""),
    ],
)
def test_a_part_number_over_a_line_end_is_shown_in_one_piece(text: str, shown: str) -> None:
    assert flowing(text) == shown


@given(st.text(alphabet="a1B-\u2010\n &", max_size=60))
def test_no_character_of_a_flowing_text_is_lost(text: str) -> None:
    plain = flowing(text).replace("<span hidden>", "").replace("</span>", "")
    assert unescape(plain) == text

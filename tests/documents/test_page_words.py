"""Problems of pages in words: grouped, in order, and never a wall of numbers."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from documents.extractors.page_problems import PAGE_PROBLEMS
from documents.page_words import NUMBERS_SHOWN, page_problem_in_words, page_problems_in_words


def test_pages_with_the_same_problem_share_a_sentence() -> None:
    found = page_problems_in_words(["second-reader", None, "unreadable", "second-reader", "second-reader"])
    assert [(one.code, one.pages) for one in found] == [("unreadable", (3,)), ("second-reader", (1, 4, 5))]
    assert [one.sentence for one in found] == [
        "Page 3 is damaged and could not be read.",
        "Pages 1, 4–5 are damaged; a second reader could read them.",
    ]


@pytest.mark.parametrize("code", PAGE_PROBLEMS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_each_problem_has_words_for_one_page_and_for_several(code: str, language: str) -> None:
    with translation.override(language):
        one, several = (page_problems_in_words([code] * count)[0].sentence for count in (1, 2))
        single = page_problem_in_words(code)
    assert "1" in one
    assert "1–2" in several
    assert single
    assert (single == PAGE_PROBLEMS[code]) == (language == "en")


def test_many_pages_are_cut() -> None:
    column = ["unreadable", None] * (NUMBERS_SHOWN + 3)
    [found] = page_problems_in_words(column)
    assert len(found.pages) == NUMBERS_SHOWN + 3
    assert "and 3 more" in found.sentence


@pytest.mark.parametrize("column", [None, [], [None], "unreadable", {"a": 1}, [1, ["x"], "surprise"]])
def test_what_is_no_problem_is_none(column: Any) -> None:
    assert page_problems_in_words(column) == []


@pytest.mark.parametrize("code", [None, "", "surprise", 3, ["unreadable"]])
def test_what_is_no_code_has_no_words(code: Any) -> None:
    assert page_problem_in_words(code) == ""

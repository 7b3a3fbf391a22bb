"""The parts of what was typed, and what joins them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.query_parts import has_joiners, joined_parts, query_parts, values_of

TYPED = st.text() | st.lists(
    st.sampled_from(["OR", "NOT", "AND", '"', "-", "type:", "page:", "a", " ", "(", ")", ":", "TITLE:x", "*", ","])
).map("".join)


def said(typed: str) -> list[tuple[str, str]]:
    return [(part.operator, part.words) for part in query_parts(typed)]


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("type:pdf", [("type", "pdf")]),
        ("TYPE:PDF", [("type", "PDF")]),
        ("filetype:pdf", [("type", "pdf")]),
        ('title:"annual report"', [("title", "annual report")]),
        ("title:“annual report”", [("title", "annual report")]),
        ("(type:pdf OR type:word)", [("type", "pdf"), ("", "OR"), ("type", "word")]),
        ("-tag:draft", [("tag", "draft")]),
        ("name:value", [("", "name:value")]),
        ("10:30", [("", "10:30")]),
        ("C:\\dir", [("", "C:\\dir")]),
        ("https://example.org/page:3", [("", "https://example.org/page:3")]),
        ("page://x", [("", "page://x")]),
        ("std::title::x", [("", "std::title::x")]),
        ("subtitle:x", [("", "subtitle:x")]),
        ("type: pdf", [("", "type:"), ("", "pdf")]),
        ("title:--", [("", "title:--")]),
    ],
)
def test_an_operator_has_a_name_and_a_value_and_all_else_is_words(typed: str, parts: list[tuple[str, str]]) -> None:
    assert said(typed) == parts


def test_values_have_commas_between_them_unless_they_are_quoted() -> None:
    assert values_of(query_parts("page:1-3,iv,1-3,")[0]) == ("1-3", "iv")
    assert values_of(query_parts('title:"one,  two"')[0]) == ("one, two",)


def test_joiners_are_in_capitals_between_parts() -> None:
    found = [
        (part.words, before, is_excluded) for part, before, is_excluded in joined_parts(query_parts("a OR b or c"))
    ]
    assert found == [("a", "", False), ("b", "OR", False), ("or", "", False), ("c", "", False)]
    assert [one[1:] for one in joined_parts(query_parts("OR a NOT b -c AND"))] == [("", False), ("", True), ("", True)]


def test_in_a_heading_that_is_all_in_capitals_nothing_is_a_joiner() -> None:
    assert not has_joiners(query_parts("THE TENANT SHALL NOT ASSIGN"))
    assert has_joiners(query_parts("NASA NOT ESA"))
    assert has_joiners(query_parts("the tenant NOT ASSIGN"))


@pytest.mark.parametrize(
    ("typed", "joiners"),
    [
        ("the SUPPORT AND MAINTENANCE AGREEMENT of 2019", 0),
        ("the MAINTENANCE SUPPORT AND AGREEMENT of 2019", 0),
        ("what the NON DISCLOSURE AND SECRECY AGREEMENT says OR means", 1),
        ("GDPR OR CCPA", 1),
        ("does GDPR OR CCPA apply", 1),
        ("rules of GDPR AND CCPA here", 1),
        ("supply AND MAINTENANCE AGREEMENT of 2019", 1),
        ("SUPPLY MAINTENANCE AND agreement of 2019", 1),
        ('a SUPPORT AND "MAINTENANCE" AGREEMENT of 2019', 1),
        ("a SUPPORT AND -MAINTENANCE AGREEMENT of 2019", 1),
        ("section A OR B C of it", 1),
        ("a SUPPORT AND", 1),
    ],
)
def test_between_words_in_capitals_a_joiner_is_a_word_of_a_heading(typed: str, joiners: int) -> None:
    parts = query_parts(typed)
    assert len(parts) - len(list(joined_parts(parts))) == joiners


@given(TYPED)
def test_parts_stand_in_order_within_what_was_typed(typed: str) -> None:
    ends = [0]
    for part in query_parts(typed):
        assert ends[-1] <= part.start < part.end <= len(typed)
        ends.append(part.end)
        assert not part.operator or values_of(part)
    assert len(list(joined_parts(query_parts(typed)))) <= len(ends)

"""Every string that a person can type is a query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.asked import LONGEST_QUERY, MOST_TERMS, Term, clean_query, parse_query

ABUSE = [
    '"', "'", 'foo"bar', "((", "AND", "NOT", "a OR", "-", "*", "%", "_", "100%", "multi-agent", "C++", "ubuntu 20.04",
    "don't", "\\", "%00", "name:value", "{{7*7}}", "<script>alert(1)</script>", "ﬁnance", "😀", "é", "\x00", "a\x00b",
    "\ud800", "--", '""', '-"', '"-"', "!", "a & b | !c", "':*", "a:*b", "<->", "$1", "%s", "'); DROP TABLE x; --",
    "\u202e", "\uffff", " ", "", "\n", "x" * 5000, "- " * 600, "(" * 900, "好", "み-の", "\\'", "=", "=a", "a'b\\c",
]  # fmt: skip


@pytest.mark.parametrize("typed", ABUSE)
def test_nothing_typed_is_a_mistake(typed: str) -> None:
    query = parse_query(typed)
    assert "\0" not in query.text
    query.text.encode()  # no lone surrogate
    assert len(query.text) <= LONGEST_QUERY


@given(st.text())
def test_any_text_is_a_query_of_bounded_size(typed: str) -> None:
    query = parse_query(typed)
    assert max(map(len, (query.wanted, query.required, query.excluded))) <= MOST_TERMS
    assert all(term.keys and all(term.keys) for term in (*query.terms, *query.excluded))


def test_cleaning_keeps_what_can_be_read() -> None:
    assert clean_query("  a\x00b\tc\ne\u0301 ") == "a b c é"


def test_words_are_wanted_phrases_required_and_a_minus_excludes() -> None:
    query = parse_query('Notice "six months" -draft -"of this"')
    assert query.wanted == (Term(("notice",)),)
    assert query.required == (Term(("six", "months")),)
    assert query.excluded == (Term(("draft",)), Term(("of", "this")))


def test_typographic_quotes_are_quotes() -> None:
    assert parse_query("“six months”").required == (Term(("six", "months")),)


def test_an_unpaired_quote_means_nothing() -> None:
    assert parse_query('six "months').wanted == (Term(("six",)), Term(("months",)))


def test_a_minus_inside_a_word_excludes_nothing() -> None:
    query = parse_query("multi-agent")
    assert query.excluded == ()
    assert query.wanted == (Term(("multi", "agent"), literal="multi-agent", joined="multiagent"),)


def test_a_section_number_is_a_literal_with_its_bracket() -> None:
    (term,) = parse_query("10.2(b)").wanted
    assert term.keys == ("10", "2", "b")
    assert term.literal == "10.2(b)"
    assert term.tail == ")"


def test_a_run_without_spaces_is_a_sequence_of_pairs_and_one_character_a_start() -> None:
    assert parse_query("你好世").wanted == (Term(("你好", "好世")),)
    assert parse_query("好").wanted == (Term(("好",), is_start=True),)


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("notice period", "notice period"),
        ("notice -draft period", "notice period"),
        ('-"of this" "six months" -x', '"six months"'),
        ("multi-agent", "multi-agent"),
        ("-draft", ""),
    ],
)
def test_what_is_asked_by_meaning_is_all_but_what_is_excluded(typed: str, meaning: str) -> None:
    assert parse_query(typed).meaning == meaning


@pytest.mark.parametrize("typed", ["%", "_", '"', "(((", "*", "-", "--", "😀", '"-"', "& | !"])
def test_a_query_without_words_is_refused_in_a_sentence(typed: str) -> None:
    assert parse_query(typed).refusal == "There is no word in this to look for."


def test_a_query_that_only_excludes_is_refused_and_an_empty_one_without_a_sentence() -> None:
    assert "leave out" in (parse_query('-draft -"of this"').refusal or "")
    assert parse_query(" \n ").refusal == ""
    assert parse_query("C++").refusal is None

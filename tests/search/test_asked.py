"""Every string that a person can type is a query."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.asked import LONGEST_QUERY, MOST_FILTERS, MOST_TERMS, Filter, Term, clean_query, parse_query
from tests.strategies import ANYTHING_TYPED

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


@given(st.text() | ANYTHING_TYPED)
def test_any_text_is_a_query_of_bounded_size(typed: str) -> None:
    query = parse_query(typed)
    assert max(map(len, (query.wanted, query.required, query.excluded, *query.alternatives))) <= MOST_TERMS
    assert len(query.filters) <= MOST_FILTERS
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


def words_of(terms: Iterable[Term]) -> list[str]:
    return [" ".join(term.keys) for term in terms]


@pytest.mark.parametrize(
    ("typed", "wanted", "required", "excluded", "alternatives"),
    [
        ("lease OR rent", [], [], [], [["lease", "rent"]]),
        ("notice lease OR rent OR hire", ["notice"], [], [], [["lease", "rent", "hire"]]),
        ('"a b" OR c, d', ["d"], [], [], [["a b", "c"]]),
        ("a OR b c OR d", [], [], [], [["a", "b"], ["c", "d"]]),
        ("lease or rent", ["lease", "or", "rent"], [], [], []),
        ("lease AND rent", [], ["lease", "rent"], [], []),
        ("lease NOT rent", ["lease"], [], ["rent"], []),
        ('lease NOT "of rent"', ["lease"], [], ["of rent"], []),
        ("lease OR -rent", ["lease"], [], ["rent"], []),
        ("OR lease OR", ["lease"], [], [], []),
        ("NOT", [], [], [], []),
        ("lease type:pdf OR rent", ["lease", "rent"], [], [], []),
        ("(lease OR rent) notice", ["notice"], [], [], [["lease", "rent"]]),
    ],
)
def test_or_and_and_and_not_join_words_in_capitals(
    typed: str, wanted: list[str], required: list[str], excluded: list[str], alternatives: list[list[str]]
) -> None:
    query = parse_query(typed)
    assert words_of(query.wanted) == wanted
    assert words_of(query.required) == required
    assert words_of(query.excluded) == excluded
    assert [words_of(group) for group in query.alternatives] == alternatives


@pytest.mark.parametrize(
    ("typed", "filters"),
    [
        ("rent type:pdf", [Filter("type", ("pdf",))]),
        ("type:pdf,word rent", [Filter("type", ("pdf", "word"))]),
        ("type:pdf rent type:word", [Filter("type", ("pdf", "word"))]),
        ("title:a title:b", [Filter("title", ("a",)), Filter("title", ("b",))]),
        ("title:a OR title:b", [Filter("title", ("a", "b"))]),
        ("-type:pdf NOT tag:x", [Filter("type", ("pdf",), is_excluded=True), Filter("tag", ("x",), is_excluded=True)]),
        ("name:value", []),
    ],
)
def test_filters_are_data(typed: str, filters: list[Filter]) -> None:
    assert list(parse_query(typed).filters) == filters


@pytest.mark.parametrize(
    ("typed", "rest"),
    [
        ("rent type:pdf six months", "rent six months"),
        ("type:pdf rent type:word", "rent"),
        ("rent OR type:pdf six", "rent six"),
        ("rent type:pdf OR six", "rent six"),
        ("NOT type:pdf rent", "rent"),
        ("(type:pdf OR type:word) rent", "rent"),
    ],
)
def test_a_filter_can_be_taken_out_again(typed: str, rest: str) -> None:
    query = parse_query(typed)
    assert query.text_without(query.filters[0]) == rest


PARTS = ["OR", "NOT", 'title:"x y"', "type:pdf", "-tag:b", "-c", "a", "(", "*"]


@given(st.lists(st.sampled_from(PARTS)).map(" ".join))
def test_a_query_without_one_of_its_filters_is_otherwise_the_same(typed: str) -> None:
    query = parse_query(typed)
    for one in query.filters:
        rest = parse_query(query.text_without(one))
        assert len(rest.filters) < len(query.filters) or len(query.filters) == MOST_FILTERS
        assert words_of(rest.excluded) == words_of(query.excluded)


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        ("recon*", Term(("recon",), is_start=True)),
        ("re*.", Term(("re",), is_start=True)),
        ("10.2*", Term(("10", "2"), literal="10.2", is_start=True)),
        ("r*", Term(("r",))),
        ("*recon", Term(("recon",))),
    ],
)
def test_a_star_at_the_end_of_two_letters_or_more_asks_for_a_beginning(typed: str, term: Term) -> None:
    assert parse_query(typed).wanted == (term,)


def test_what_is_asked_by_meaning_has_no_filters_and_no_joiners() -> None:
    assert parse_query('lease OR "six months" type:pdf NOT rent').meaning == 'lease "six months"'


def test_filters_alone_are_refused_in_a_sentence() -> None:
    assert parse_query("type:pdf").refusal == "Only filters were given: add words to look for."

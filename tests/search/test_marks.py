"""Which words are pointed at, and which sentence."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from documents.text import TextSpan, is_grapheme_boundary
from search.asked import parse_query
from search.marks import (
    LEAST_SHOWN,
    LONGEST_EVIDENCE,
    LONGEST_SENTENCE,
    MOST_SHOWN,
    best_sentence,
    find_marks,
    whole_sentences,
)
from tests.strategies import texts_with_span

pytestmark = pytest.mark.django_db

MARKED = [
    ("renewal", "It renews; renewed, Renewal.", ["renews", "renewed", "Renewal"]),
    ("cafe", "The CAFÉ’s and cafe\u0301 but not decaf", ["CAFÉ’s", "cafe\u0301"]),
    ("finance", "corporate ﬁnances", ["ﬁnances"]),
    ("10.2(b)", "Section 10.2(b) and 10.2(c), 2 b", ["10.2(b)"]),
    ("c++", "C++ or C", ["C++", "C"]),
    ("inhabitants", "the inhabi-\ntants live", ["inhabi-\ntants"]),
    (
        "self-publishing",
        "self-\npublishing, selfpublishing, self publishing",
        ["self-\npublishing", "selfpublishing", "self publishing"],
    ),
    ("世界", "你好世界。世人", ["世界"]),
    ("好", "你好世界", ["好"]),
    ('"six months"', "six months, six weeks, months", ["six months"]),
    ("the months", "the six months of the year", ["months"]),
    ("recon*", "Reconstruction, recon; a second", ["Reconstruction", "recon"]),
    ("10.2*", "Section 10.2(b), 10.3", ["10.2"]),
    ("six OR months", "six months", ["six", "months"]),
    ("x", "nothing to see", []),
    ("-months six", "six months", ["six"]),
    ("!!", "a text!!", []),
]


@pytest.mark.parametrize(("query", "text", "expected"), MARKED)
def test_whole_words_that_match_are_marked_and_no_others(query: str, text: str, expected: list[str]) -> None:
    (marks,) = find_marks(parse_query(query), [text], "english")
    assert [text[mark.span.start : mark.span.end] for mark in marks] == expected


@settings(max_examples=60)
@example(". \u03012", "")
@given(st.text(alphabet=st.sampled_from("ab é\u0301\u200d👩🇩🇪好世あ゙\n-.(2)\u0600ﬁ"), max_size=40), st.text(max_size=10))
def test_no_mark_and_no_sentence_cuts_a_grapheme(text: str, typed: str) -> None:
    for query in (parse_query(typed), parse_query(text)):
        (marks,) = find_marks(query, [text], "english")
        sentence = best_sentence(text, TextSpan(0, len(text)), marks)
        for span in [sentence, *(mark.span for mark in marks)]:
            assert 0 <= span.start <= span.end <= len(text)
            assert is_grapheme_boundary(text, span.start)
            assert is_grapheme_boundary(text, span.end)


@pytest.mark.parametrize(
    ("config", "query", "text", "expected"),
    [
        ("arabic", "المستأجر", "يجوز للمستأجر إنهاء", ["للمستأجر"]),
        ("serbian", "ugovora", "Овај уговор важи", ["уговор"]),
        ("german", "Verträge die", "Die Vertrages und the", ["Vertrages"]),
    ],
)
def test_words_are_marked_as_the_language_of_the_text_has_them(
    config: str, query: str, text: str, expected: list[str]
) -> None:
    (marks, in_english) = find_marks(parse_query(query), [text, "The contracts die"], [config, "english"])
    assert [text[mark.span.start : mark.span.end] for mark in marks] == expected
    assert len(in_english) == query.count("die")


def best(text: str, query: str) -> str:
    (marks,) = find_marks(parse_query(query), [text], "english")
    span = best_sentence(text, TextSpan(0, len(text)), marks)
    return text[span.start : span.end]


def test_the_sentence_with_most_of_the_terms_is_the_best() -> None:
    text = "Notice, notice, notice. A notice of six months ends it. Six others."
    assert best(text, "notice six months") == "A notice of six months ends it."


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    assert best("First one. Under sec. five the notice ends. Last.", "notice") == "Under sec. five the notice ends."


def test_without_a_match_it_is_the_first_sentence() -> None:
    assert best("First one. Second one.", "zanzibar") == "First one."


def test_a_sentence_goes_on_over_the_end_of_a_page_that_does_not_end_with_it() -> None:
    text = "First one. When silt gathers the\n\nwell must be flushed. Last."
    (marks,) = find_marks(parse_query("flushed"), [text], "english")
    for page_ends, sentence in [
        ({text.index("\n")}, "When silt gathers the\n\nwell must be flushed."),
        ((), "well must be flushed."),
    ]:
        span = best_sentence(text, TextSpan(0, len(text)), marks, page_ends)
        assert text[span.start : span.end] == sentence


@pytest.mark.parametrize("ending", ["gathers.", "gathers.”", "gathers:"])
def test_a_page_that_ends_with_a_sentence_ends_it(ending: str) -> None:
    text = f"When silt {ending}\n\nThe well is flushed."
    (marks,) = find_marks(parse_query("flushed"), [text], "english")
    span = best_sentence(text, TextSpan(0, len(text)), marks, {text.index("\n")})
    assert text[span.start : span.end] == "The well is flushed."


def test_a_row_of_a_table_is_a_sentence() -> None:
    table = "Instrument | Interval | Work\nFloat | monthly | clean\nWell | every spring | flush it"
    assert best(table, "flush the well") == "Well | every spring | flush it"


def test_what_has_no_sentences_is_cut_around_the_first_match() -> None:
    text = "cell " * 200 + "bergamot " + "cell " * 200
    found = best(text, "bergamot")
    assert "bergamot" in found
    assert len(found) <= LONGEST_EVIDENCE


@pytest.mark.parametrize("number", ["F.", "4.", "(B).", "IV.", "1.2.", "a.", "A.1.", "xii."])
def test_the_number_of_an_item_belongs_to_what_follows_it(number: str) -> None:
    text = f"The first ends here.\n\n{number} Notice ends the lease. Last."
    assert best(text, "notice") == f"{number} Notice ends the lease."
    assert best(text, number) != number


def test_a_number_that_nothing_follows_is_never_the_evidence() -> None:
    assert best("A plan for the town. F.", "F") == "A plan for the town."
    assert best("C.\n\nNotice ends it. Last.", "C") == "C.\n\nNotice ends it."


def test_a_sentence_of_prose_is_evidence_to_its_end() -> None:
    sentence = f"The bergamot {'grows and ' * 70}ripens."
    assert LONGEST_EVIDENCE < len(sentence) < LONGEST_SENTENCE
    assert best(f"First one. {sentence} Last.", "bergamot") == sentence


def test_what_ends_but_is_longer_than_any_sentence_is_cut_too() -> None:
    found = best("cell " * 300 + "bergamot " + "cell " * 300 + "end.", "bergamot")
    assert "bergamot" in found
    assert len(found) <= LONGEST_SENTENCE


def test_a_sentence_lies_within_the_passage() -> None:
    text = "Before the passage. Notice inside it. After it."
    (marks,) = find_marks(parse_query("before after"), [text], "english")
    span = best_sentence(text, TextSpan(20, 37), marks)
    assert (span.start, span.end) == (20, 37)


def test_of_two_sentences_with_the_terms_the_one_that_has_them_as_typed_is_best() -> None:
    text = "Government agencies, laws and governments. The governing law is that of Norway."
    assert best(text, "governing law") == "The governing law is that of Norway."


# --- whole sentences ------------------------------------------------------------------------------------------------

THREE = "The lessee pays the rent. A notice ends the lease! Who pays the costs? "
LETTERS = "Clause a is void. " * 30 + "The bergamot clause is valid. " + "Clause number b is void. " * 30


def whole(text: str, start: int, end: int, least: int = 0) -> str:
    found = whole_sentences(text, TextSpan(start, end), least=least)
    return text[found.start : found.end]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (4, 10, "The lessee pays the rent."),
        (0, 25, "The lessee pays the rent."),
        (28, 30, "A notice ends the lease!"),
        (20, 30, "The lessee pays the rent. A notice ends the lease!"),
        (4, 60, THREE.rstrip()),
    ],
)
def test_what_is_shown_is_completed_to_whole_sentences(start: int, end: int, expected: str) -> None:
    assert whole(THREE, start, end).rstrip() == expected


def test_the_nearer_neighbours_are_shown_too_until_it_is_enough() -> None:
    at = LETTERS.index("The bergamot")
    shown = whole(LETTERS, at + 4, at + 12, least=LEAST_SHOWN)
    assert LEAST_SHOWN <= len(shown) <= LEAST_SHOWN + len("Clause a is void. ")
    assert shown.startswith("Clause a is void. Clause a")
    assert shown.endswith("The bergamot clause is valid.")  # the sentences before it are shorter


def test_at_an_edge_of_the_text_only_the_other_side_gives_more() -> None:
    assert whole(THREE, 4, 10, least=40).rstrip() == "The lessee pays the rent. A notice ends the lease!"
    assert whole(THREE, 60, 62, least=40).strip() == "A notice ends the lease! Who pays the costs?"
    assert whole(THREE, 30, 32, least=10_000).rstrip() == THREE.rstrip()


def test_what_would_be_too_long_as_whole_sentences_stays_as_it_is() -> None:
    endless = "And so on, " * 150
    assert whole(f"It begins. {endless}", 30, 90) == f"It begins. {endless}"[30:90]
    assert whole(f"It begins. {endless}", 2, 4, least=LEAST_SHOWN).strip() == "It begins."


def test_where_there_is_no_sentence_the_span_is_shown_as_it_is() -> None:
    assert whole(" \n\n \n\n ", 2, 4) == "\n "
    assert whole_sentences("", TextSpan(0, 0)) == TextSpan(0, 0)


SENTENCES = st.lists(st.sampled_from([*THREE.split(" "), "1.", "a.", "\n\n", "e\u0301.", "x" * 300]), max_size=80)


@given(texts_with_span(SENTENCES.map(" ".join)), st.integers(0, 1200))
def test_whole_sentences_hold_what_they_are_made_of_and_are_no_longer_than_is_shown(
    drawn: tuple[str, TextSpan], least: int
) -> None:
    text, span = drawn
    shown = whole_sentences(text, span, least=least)
    assert shown == span or shown.end - shown.start <= MOST_SHOWN
    assert 0 <= shown.start <= shown.end <= len(text)
    if text[span.start : span.end].strip():
        first = span.start + len(text[span.start : span.end]) - len(text[span.start : span.end].lstrip())
        assert shown.start <= first
        assert shown.end >= len(text[: span.end].rstrip())
    assert whole_sentences(text, shown, least=0) == shown or shown == span

"""Why a passage is among the results: in numbers for programs, in sentences for people."""

from __future__ import annotations

import pytest

from documents.text import Place, TextSpan
from search.asked import parse_query
from search.candidates import Candidate
from search.marks import Mark
from search.queries import search
from search.results import MatchedWord, Why
from search.why import in_sentences, terms_as_typed, why
from search.windows import Window
from tests.factories import DOCX, index, make_admin, make_document


@pytest.mark.usefixtures("index_db")
def test_words_are_told_as_typed_and_as_they_stand_with_their_pages() -> None:
    pages = ["Notices are given in writing.", "The lease was renewed, and renewed once more."]
    index(make_document(pages=pages, labels=["iv", "v"]))
    (hit,) = search(user=make_admin(), query='Renew notice "in writing" absent').hits
    assert hit.why.words == (
        MatchedWord("Renew", ("renewed",), (2,), "p. v (page 2 of 2)"),
        MatchedWord("notice", ("Notices",), (1,), "p. iv (page 1 of 2)"),
        MatchedWord("in writing", ("in writing",), (1,), "p. iv (page 1 of 2)"),
    )
    assert (hit.why.word_rank, hit.why.likeness_rank, hit.why.score) == (1, None, hit.score)


@pytest.mark.usefixtures("index_db")
def test_a_word_over_a_page_break_stands_on_both_pages_and_without_pages_on_none() -> None:
    index(make_document(pages=["We speak of the recon-", "struction of it."]))
    (hit,) = search(user=make_admin(), query="reconstruction").hits
    assert [(one.asked, one.pages) for one in hit.why.words] == [("reconstruction", (1, 2))]
    index(make_document(text="A quince tree.", places=[Place("heading", "Fruit", 0, 14)], media_type=DOCX))
    (hit,) = search(user=make_admin(), query="quince*").hits
    assert hit.why.words == (MatchedWord("quince*", ("quince",)),)


def test_only_what_stands_in_the_passage_itself_is_told() -> None:
    """What is cut out around a passage reaches further than it."""
    text, found = "The quince. The bergamot. The quince.", Candidate(1, 1, 1, TextSpan(111, 125), 0.5, 1, None)
    asked = parse_query("quince bergamot")
    marks = [Mark(TextSpan(4, 10), 0), Mark(TextSpan(16, 24), 1), Mark(TextSpan(30, 36), 0)]
    window = Window(text, 100, (), (), None)
    told = why(found, terms_as_typed(asked), window, marks, page_count=None, likeness_rank=3)
    assert told == Why((MatchedWord("bergamot", ("bergamot",)),), word_rank=1, likeness_rank=3, score=0.5)


def test_sentences_tell_all_of_it_and_words_of_one_page_together() -> None:
    page = "p. iv (page 6 of 9)"
    words = (
        MatchedWord("notice", ("Notice",), (6,), page),
        MatchedWord("terminate", ("termination", "terminated"), (6,), page),
        MatchedWord("rent", ("rent",), (7,), "p. 7 of 9"),
    )
    why = Why(words, word_rank=2, meaning_rank=None, score=0.03278, named_by=("BNL",))
    assert in_sentences(why) == [
        (
            "Asked for and in it: “notice”, “terminate” as “termination”, “terminated” on p. iv (page 6 of 9);"
            " “rent” on p. 7 of 9."
        ),
        "Its document is named by “BNL”.",
        "By its words it is number 2.",
        "It is not among the nearest in meaning.",
        "Score: 0.0328.",
    ]
    assert in_sentences(Why(meaning_rank=3)) == [
        "None of its words were asked for.",
        "By its meaning it is number 3.",
        "Score: 0.0.",
    ]
    assert in_sentences(Why(likeness_rank=1, score=0.5)) == [
        "Of those like the chosen passage it is number 1.",
        "Score: 0.5.",
    ]

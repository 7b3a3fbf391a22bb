import pytest

from documents.text.breaks import best_cut, passage_starts


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("One two.\n\nThree. Four five", "\n# Six. Seven eight"),
        ("One two.\n\nThree. Four five", "\n\n3.2 Renewal. Seven eight"),
        ("One two.\n\nThree. Four five", "\n\n§ 9 Six. Seven eight"),
        ("One two. Three\nfour five", "\n\nSix. Seven\neight nine"),
        ("One two. Three. Four.", " Six seven eight\nnine"),
        ("He said “No more.”", " Six seven eight nine"),
        ("日本語の文。", "もう一つの文"),
        ("한국어 문장. ", "하나 더 있는"),
        ("one two three", "\nfour five six"),
        ("one two three four", " five"),
    ],
)
def test_the_better_end_is_preferred_to_the_later_one(before, after):
    text = before + after
    found = best_cut(text, 0, 1, len(text) - 2)
    assert (text[:found].strip(), text[found:].strip()) == (before.strip(), after.strip())


@pytest.mark.parametrize("text", ["It is so, e.g. in law", "See p. 4 no. 7 and vs. others", "It is so, e.g.  in law"])
def test_a_stop_before_a_small_letter_ends_no_sentence(text):
    starts = [text[at:] for at in passage_starts(text, 1, len(text), 0)]
    assert not starts[0].startswith(("in law", "others"))


def test_an_end_that_leaves_a_chunk_nearly_empty_is_not_taken():
    text = "A.\n\n" + "word " * 20
    assert best_cut(text, 0, 1, 80) > 70


def test_an_end_before_the_least_is_not_taken():
    assert best_cut("One. Two three", 0, 6, 12) == 9


def test_a_long_word_has_no_end():
    assert best_cut("x" * 100, 0, 1, 50) is None
    assert best_cut("x" * 100, 0, 1, 100) is None


def test_no_cut_comes_between_a_space_and_its_mark():
    assert best_cut("word \u0301 and", 0, 1, 6) is None


def test_a_cut_at_the_most_sees_what_follows():
    assert best_cut("One two. See e.g. three", 0, 1, 18) == 9


def test_passages_start_at_sentences_first_then_at_words():
    text = "One two. Three four. Five"
    assert list(passage_starts(text, 1, len(text), 0)) == [9, 21, 4, 9, 15, 21]

"""Folding and words: pure, and the same for what is stored, asked and marked."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.words import LONGEST_KEPT, LONGEST_KEY, fold, is_dense, joined_words, literals, words, words_in

WRITTEN = st.text(alphabet=st.characters(codec="utf-8"), max_size=200)


def keys(text: str) -> list[str]:
    return [word.key for word in words(text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("café", "CAFE"),
        ("cafe\u0301", "café"),
        ("Ångström", "angstrom"),
        ("ﬁnance", "finance"),
        ("oﬃce", "office"),
        ("Ｆｕｌｌ", "full"),
        ("Straße", "strasse"),
        ("Łódź", "lodz"),
        ("Øre", "ore"),
        ("co\u00adoperate", "cooperate"),
        ("zero\u200bwidth", "zerowidth"),
        ("don\u2019t", "don't"),
        ("Привет", "привет"),
        ("שָׁלוֹם", "שלום"),
    ],
)
def test_forms_that_a_reader_takes_for_one_word_have_one_key(one: str, other: str) -> None:
    assert keys(one) == keys(other)
    assert len(keys(one)) == 1


def test_different_letters_stay_different() -> None:
    assert len({*keys("が"), *keys("か")}) == 2
    assert keys("कि") != keys("क")


def test_words_stand_where_they_were_found() -> None:
    text = "The café’s\nﬁnance — 10.2(b), naïve."
    found = [text[word.start : word.end] for word in words(text)]
    assert found == ["The", "café’s", "ﬁnance", "10", "2", "b", "naïve"]


def test_scripts_without_spaces_give_pairs_and_the_last_character() -> None:
    assert keys("你好世界") == ["你好", "好世", "世界", "界"]
    assert keys("第3章") == ["第", "3", "章"]


def test_a_line_end_does_not_divide_a_script_without_spaces() -> None:
    assert keys("世\n界") == ["世界", "界"]
    assert keys("世\n\n界") == ["世", "界"]


def test_words_divided_by_a_hyphen_are_also_one() -> None:
    text = "the inhabi-\n  tants of recon-\n\nstruction, well-known 2020-01"
    assert [word.key for word in joined_words(text)] == ["inhabitants", "reconstruction", "wellknown"]
    first = next(joined_words(text))
    assert text[first.start : first.end] == "inhabi-\n  tants"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see Section 10.2(b).", ["10.2(b)"]),
        ("(see Annex A)", []),
        ("C++ and c#, 100%", ["c++", "c#", "100%"]),
        ("TIKA-1226; a/b", ["tika-1226", "a/b"]),
        ("self-\npublishing", ["self-publishing"]),
        ("plain words only", []),
        ("“quoted”", []),
        ("- -- ***", []),
        ("x" * 200 + "-y", []),
    ],
)
def test_literals_are_what_is_more_than_one_word(text: str, expected: list[str]) -> None:
    assert list(literals(text)) == expected


@pytest.mark.parametrize("text", ["Ein Wort, e-mail und naïve.", "東京都 Tokyo", "", "word " * (LONGEST_KEPT // 5 + 1)])
def test_the_words_of_a_text_are_the_same_whether_they_are_kept_or_not(text: str) -> None:
    assert words_in(text) == words_in(text) == tuple(words(text))


@given(WRITTEN)
def test_any_text_has_words_in_order_with_folded_keys(text: str) -> None:
    found = list(words(text))
    assert all(0 <= word.start < word.end <= len(text) for word in found)
    assert [word.start for word in found] == sorted(word.start for word in found)
    assert all(word.key and len(word.key) <= LONGEST_KEY and " " not in word.key for word in found)
    for one, other in pairwise(found):
        assert one.end <= other.start or is_dense(one.key)


@given(WRITTEN)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(WRITTEN)
def test_no_letter_or_digit_is_left_out_of_all_words(text: str) -> None:
    covered = {at for word in words(text) for at in range(word.start, word.end)}
    assert all(at in covered for at, c in enumerate(text) if c.isalnum() and fold(c).isalnum())


@given(WRITTEN)
def test_a_text_is_found_by_itself(text: str) -> None:
    assert keys(text) == keys(text.replace("\r", "\n").replace("\n", "\n"))
    assert list(joined_words(text)) == list(joined_words(text))
    assert all(literal == fold(literal) for literal in literals(text))

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import Change, compare_words
from documents.text.comparing import MOST_WORDS, cuts_word, word_spans
from tests.strategies import awkward_text, prose

texts = st.one_of(awkward_text, prose, st.text("ab ., \n", max_size=30))


@given(texts, texts)
def test_the_changes_give_both_texts_to_the_letter(old, new):
    changes = compare_words(old, new)
    assert "".join(one.text for one in changes if one.kind != "added") == old
    assert "".join(one.text for one in changes if one.kind != "removed") == new
    assert all(one.text for one in changes)


@given(texts)
def test_equal_texts_have_no_change(text):
    assert compare_words(text, text) == ((Change("same", text),) if text else ())


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("a fee of 500 francs", "a fee of 600 francs", "a fee of [-500-]{+600+} francs"),
        ("a fee of 1,500.50 due", "a fee of 1,600.50 due", "a fee of [-1,500.50-]{+1,600.50+} due"),
        ("don't pay", "do pay", "[-don't-]{+do+} pay"),
        ("one two three.", "one three.", "one [-two -]three."),
        ("six months", "nine full months", "[-six-]{+nine full+} months"),
        ("red, green", "blue, black", "[-red, green-]{+blue, black+}"),
        ("", "new", "{+new+}"),
        ("old", "", "[-old-]"),
        ("日本語の文", "日本人の文", "日本[-語-]{+人+}の文"),
        ("café cafe\u0301", "café cafe", "café [-cafe\u0301-]{+cafe+}"),
    ],
)
def test_named_cases(old, new, changes):
    form = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
    assert "".join(form[one.kind].format(one.text) for one in compare_words(old, new)) == changes


def test_what_differs_in_too_many_words_is_one_change():
    old, new = (" ".join(f"{letter}{number % 700}" for number in range(2 * MOST_WORDS)) for letter in "ab")
    assert compare_words(f"Head {old} tail", f"Head {new} tail") == (
        Change("same", "Head "),
        Change("removed", old),
        Change("added", new),
        Change("same", " tail"),
    )


@given(texts)
def test_words_hold_all_that_is_no_white_space(text):
    covered = "".join(text[start:end] for start, end in word_spans(text))
    assert covered == "".join(text.split())
    assert not any(cuts_word(text, end) for _, end in word_spans(text))


@pytest.mark.parametrize(
    ("text", "at", "cuts"),
    [("fee", 1, True), ("fee", 0, False), ("fee", 3, False), ("a b", 1, False), ("日本", 1, False)],
)
def test_a_word_is_cut_inside_only(text, at, cuts):
    assert cuts_word(text, at) is cuts

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import clean_page_text, clean_with_sources, is_ink, words_of
from documents.text.characters import is_noncharacter
from tests.strategies import raw_text

known_words = st.sampled_from((frozenset(), frozenset({"information", "ab", "aba", "aab", "reform", "aa", "formre"})))


def is_permitted(character):
    code = ord(character)
    is_control = code < 0x20 or 0x7F <= code < 0xA0
    return character in "\t\n" or not (
        is_control or 0xD800 <= code < 0xE000 or is_noncharacter(code) or code in (0x2028, 0x2029)
    )


@given(raw_text, known_words)
def test_a_clean_text_holds_nothing_unreadable(raw, known):
    assert all(map(is_permitted, clean_page_text(raw, known)))


@given(raw_text, known_words)
def test_a_clean_text_is_nfc(raw, known):
    assert unicodedata.is_normalized("NFC", clean_page_text(raw, known))


@given(raw_text, known_words)
def test_cleaning_a_clean_text_changes_nothing(raw, known):
    clean = clean_page_text(raw, known)
    assert clean_page_text(clean, known) == clean


@given(raw_text)
def test_cleaning_with_the_words_of_the_text_itself_changes_nothing_the_second_time(raw):
    known = words_of(raw)
    clean = clean_page_text(raw, known)
    assert clean_page_text(clean, known) == clean


@given(raw_text, known_words)
def test_the_text_is_the_same_with_and_without_sources(raw, known):
    assert clean_with_sources(raw, known).text == clean_page_text(raw, known)


@given(raw_text, known_words)
def test_every_character_has_a_range_of_the_raw_text(raw, known):
    clean = clean_with_sources(raw, known)
    assert len(clean.sources) == len(clean.text)
    assert all(0 <= start < end <= len(raw) for start, end in clean.sources)


@given(raw_text, known_words)
def test_a_character_with_one_source_is_that_character_or_stands_for_it(raw, known):
    clean = clean_with_sources(raw, known)
    for character, (start, end) in zip(clean.text, clean.sources, strict=True):
        source = raw[start:end]
        if len(source) == 1 and source not in "\r\f\v\x85\u2028\u2029\u00ad\ufffe\x02":
            assert unicodedata.normalize("NFC", source).count(character) == 1


@given(raw_text)
def test_no_ink_is_lost_where_nothing_is_joined(raw):
    clean = clean_with_sources(raw)
    sources = {at for start, end in clean.sources for at in range(start, end)}
    assert [raw[at] for at in range(len(raw)) if at not in sources and is_ink(raw[at])] == []


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Zl", "Zp"], exclude_characters="\u00ad")).filter(
        lambda text: unicodedata.is_normalized("NFC", text)
    )
)
def test_a_text_with_nothing_to_clean_stays(text):
    assert clean_page_text(text) == text
    assert clean_with_sources(text).sources == tuple((at, at + 1) for at in range(len(text)))


@pytest.mark.parametrize(
    ("raw", "clean", "sources"),
    [
        ("", "", []),
        ("a\r\nb\rc\fd\ve\x85f\u2028g\u2029", "a\nb\nc\nd\ne\nf\ng\n", None),
        ("a\r\n\nb", "a\n\nb", [(0, 1), (1, 3), (3, 4), (4, 5)]),
        ("a\0\x01\x1f\x7f\x80b", "ab", [(0, 1), (6, 7)]),
        ("a\tb", "a\tb", None),
        ("\ud83d\ude00", "😀", [(0, 2)]),
        ("\ud83dx\ude00", "x", [(1, 2)]),
        ("\ud83f\udfffx", "x", [(2, 3)]),
        ("\uffff\U0001fffe\U0010ffff\ufdd0x", "x", [(4, 5)]),
        ("e\0\u0301", "é", [(0, 3)]),
        ("infor-\nmation", "information", [*((at, at + 1) for at in range(5)), *((at, at + 1) for at in range(7, 13))]),
        ("x\ufffey", "x-y", [(0, 1), (1, 2), (2, 3)]),
        ("\ufeffa\u200bb  ", "\ufeffa\u200bb  ", None),
    ],
)
def test_named_cases(raw, clean, sources):
    result = clean_with_sources(raw, {"information"})
    assert result.text == clean
    if sources is not None:
        assert list(result.sources) == sources


def test_the_longest_pages_are_cleaned():
    raw = "A line of in\u00adfor-\r\nmation e\u0301.\f" * 10_000
    assert clean_page_text(raw, {"infor-mation"}).endswith("mation é.\n")

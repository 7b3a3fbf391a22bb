"""Literal search: what is found is there, what is there is found, and offsets are those of the text."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import TextSpan, is_grapheme_boundary
from documents.text.finding import LONGEST_ASKED, find_occurrences
from tests.strategies import awkward_text, prose


def found(text: str, words: str, most: int = 1000) -> list[str]:
    return [text[span.start : span.end] for span in find_occurrences(text, words, most)]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Notice, notice and NOTICE", "notice", ["Notice", "notice", "NOTICE"]),
        ("the matter", "tt", ["tt"]),
        ("six\n  months", "six months", ["six\n  months"]),
        ("six months", "  six\n\tmonths ", ["six months"]),
        ("six\u00a0months", "six months", ["six\u00a0months"]),
        ("ends on a page\n\nand goes on", "page and", ["page\n\nand"]),
        ("infor-\nmation and information", "information", ["infor-\nmation", "information"]),
        ("infor- \n\n  mation", "information", ["infor- \n\n  mation"]),
        ("infor\u2010\nmation", "information", ["infor\u2010\nmation"]),
        ("well-\nknown and well-known", "well-known", ["well-\nknown", "well-known"]),
        ("well-\nknown", "wellknown", ["well-\nknown"]),
        ("a re-formed man", "reformed", []),
        ("pre-\nand post-war", "pre- and", ["pre-\nand"]),
        ("Café, CAFE\u0301 and cafe", "cafe", ["Café", "CAFE\u0301", "cafe"]),
        ("Café, CAFE\u0301 and cafe", "café", ["Café", "CAFE\u0301"]),
        ("Café, CAFE\u0301 and cafe", "cafe\u0301", ["Café", "CAFE\u0301"]),
        ("résumé, resumé, resume", "resumé", ["résumé", "resumé"]),
        ("Łódź and Lodz", "lodz", ["Łódź", "Lodz"]),
        ("Łódź and Lodz", "łódź", ["Łódź"]),
        ("Ærø", "aero", ["Ærø"]),
        ("Ørsted, Orsted", "ørsted", ["Ørsted"]),
        ("tiếng, tiêng", "tiêng", ["tiêng"]),
        ("q\u0323\u0307", "q\u0307\u0323", ["q\u0323\u0307"]),
        ("a¨b, a b", "a b", ["a b"]),
        ("Straße, STRASSE", "strasse", ["Straße", "STRASSE"]),
        ("Straße, STRASSE", "straße", ["Straße", "STRASSE"]),
        ("İstanbul, istanbul, Istanbul", "istanbul", ["İstanbul", "istanbul", "Istanbul"]),
        ("İ after ß after ﬃ: x", "x", ["x"]),
        ("ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ", ["ΣΊΣΥΦΟΣ", "σίσυφος"]),
        ("the ofﬁce, suﬃcient", "office", ["ofﬁce"]),
        ("the ofﬁce, suﬃcient", "suffi", ["suﬃ"]),
        ("the ofﬁce, suﬃcient", "icient", ["ﬃcient"]),
        ("suﬃcient", "f", ["ﬃ"]),
        ("“so-called” and 'so–called'", '"so-called"', ["“so-called”"]),
        ("don’t and don't", "don't", ["don’t", "don't"]),
        ("1990–1995, 1990-1995, 1990—1995", "1990-1995", ["1990–1995", "1990-1995", "1990—1995"]),
        ("wait… what", "wait...", ["wait…"]),
        ("hyp\u00adhen, zero\u200bwidth", "hyphen", ["hyp\u00adhen"]),
        ("hyp\u00adhen, zero\u200bwidth", "zerowidth", ["zero\u200bwidth"]),
        ("10 m² of ① ㎏", "m2", ["m²"]),
        ("見出\nしの語", "見出し", ["見出\nし"]),
        ("かが", "か", ["か"]),
        ("किताब कताब", "कताब", ["कताब"]),
        ("👩\u200d👩\u200d👧 and 👧", "👧", ["👩\u200d👩\u200d👧", "👧"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("a.b a+b", "a.b", ["a.b"]),
        ("[x] \\d (y", "\\d (", ["\\d ("]),
        ("anything", "", []),
        ("any thing", " \n", []),
        ("zero\u200bwidth", "\u200b", []),
        ("", "a", []),
    ],
)
def test_words_are_found_as_a_reader_expects(text: str, words: str, expected: list[str]) -> None:
    assert found(text, words) == expected


def test_no_more_is_found_than_asked_for() -> None:
    assert found("a a a a", "a", most=2) == ["a", "a"]
    assert found("a", "a", most=0) == []


def test_nothing_longer_than_the_bound_is_found() -> None:
    assert found("a" * LONGEST_ASKED, "a" * LONGEST_ASKED) == ["a" * LONGEST_ASKED]
    assert found("a" * (LONGEST_ASKED + 1), "a" * (LONGEST_ASKED + 1)) == []


def naive(text: str, words: str) -> list[TextSpan]:
    spans, at = [], text.lower().find(words.lower())
    while at >= 0:
        spans.append(TextSpan(at, at + len(words)))
        at = text.lower().find(words.lower(), at + len(words))
    return spans


@given(st.text("abAB .,[*", max_size=60), st.text("abAB.,[*", min_size=1, max_size=3))
def test_plain_ascii_is_found_just_where_it_stands(text: str, words: str) -> None:
    assert list(find_occurrences(text, words)) == naive(text, words)


@given(st.one_of(awkward_text, prose), st.data())
def test_every_piece_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    text = unicodedata.normalize("NFC", text)
    start = data.draw(st.integers(0, len(text)))
    piece = text[start : data.draw(st.integers(start, min(len(text), start + 20)))]
    spans = find_occurrences(text, piece)
    if letters(piece) and is_whole(text, start, start + len(piece)):
        assert any(span.start < start + len(piece) and start < span.end for span in spans)


@given(awkward_text, awkward_text)
def test_what_is_found_holds_the_words(text: str, words: str) -> None:
    for span in find_occurrences(text, words):
        assert letters(words) in letters(text[span.start : span.end])


@given(st.one_of(awkward_text, prose), st.one_of(awkward_text, st.sampled_from(("e", "the", "s", "日", "fees"))))
def test_spans_are_whole_graphemes_in_order_and_apart(text: str, words: str) -> None:
    spans = find_occurrences(text, words)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert all(is_grapheme_boundary(text, edge) for span in spans for edge in (span.start, span.end))


@given(
    st.lists(
        st.sampled_from(("ß", "İ", "ﬃ", "e\u0301", "é", "…", "\u00ad", "\u200b", "q\u0307\u0323", "a")), max_size=30
    )
)
def test_offsets_map_back_exactly_whatever_stands_before(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert find_occurrences(text + "x marks", "x mark") == (TextSpan(len(text), len(text) + 6),)


def letters(text: str) -> str:
    """A coarse form of its own: what stays of a text without case, accents, blanks, hyphens and what is not seen."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(
        character for character in plain if unicodedata.category(character)[0] in "LN" and character.isalnum()
    )


def is_whole(text: str, start: int, end: int) -> bool:
    return is_grapheme_boundary(text, start) and is_grapheme_boundary(text, end)

"""Literal search: what is found is there, what is there is found, and offsets are those of the text."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import TextSpan, clean_page_text, finding, is_grapheme_boundary
from documents.text.finding import LONGEST_ASKED, find_occurrences
from tests.strategies import awkward_text, prose

canonical_text = st.one_of(awkward_text, prose).map(clean_page_text)


def found(text: str, words: str, most: int = 1000) -> list[str]:
    return [text[span.start : span.end] for span in find_occurrences(text, words, most).spans]


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


def test_a_text_that_was_not_searched_to_its_end_says_so() -> None:
    assert find_occurrences("a a a", "a", most=2).more
    assert not find_occurrences("a a", "a", most=2).more
    late = find_occurrences("a" * 3 * finding.WINDOW, "aa", seconds=-1)
    assert late.more
    assert late.spans == ()
    assert not find_occurrences("", "a", seconds=-1).more


@given(canonical_text, st.one_of(awkward_text, st.sampled_from(("e", "the fee", "s", "日"))))
def test_it_does_not_matter_where_a_window_ends(text: str, words: str) -> None:
    whole = find_occurrences(text, words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(finding, "WINDOW", 3)
        assert find_occurrences(text, words) == whole


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
    assert list(find_occurrences(text, words).spans) == naive(text, words)


@given(canonical_text, st.data())
def test_every_piece_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    piece = text[start : data.draw(st.integers(start, min(len(text), start + 20)))]
    spans = find_occurrences(text, piece).spans
    if letters(piece) and is_whole(text, start, start + len(piece)):
        assert any(span.start < start + len(piece) and start < span.end for span in spans)


@pytest.mark.parametrize("words", ["3\n\u0301", "3 \u0301", "3 \u0301 4\x1b"])
def test_an_accent_without_a_letter_is_found_after_a_line_end(words: str) -> None:
    assert found("2 3\n\u0301 4", words)


@given(awkward_text, awkward_text)
def test_what_is_found_holds_the_words(text: str, words: str) -> None:
    for span in find_occurrences(text, words).spans:
        assert letters(words) in letters(text[span.start : span.end])


@given(canonical_text, st.one_of(awkward_text, st.sampled_from(("e", "the", "s", "日", "fees"))))
def test_spans_are_whole_graphemes_in_order_and_apart(text: str, words: str) -> None:
    spans = find_occurrences(text, words).spans
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
    assert find_occurrences(text + "x marks", "x mark").spans == (TextSpan(len(text), len(text) + 6),)


def letters(text: str) -> str:
    """A coarse form of its own: what stays of a text without case, accents, blanks, hyphens and what is not seen."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(
        character for character in plain if unicodedata.category(character)[0] in "LN" and character.isalnum()
    )


def is_whole(text: str, start: int, end: int) -> bool:
    return is_grapheme_boundary(text, start) and is_grapheme_boundary(text, end)

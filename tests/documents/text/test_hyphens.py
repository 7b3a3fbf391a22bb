import pytest

from documents.text import clean_page_text, words_of


@pytest.mark.parametrize(
    "mark",
    ["-\n", "\u2010\n", "- \n", "-\n   ", "\u00ad\n", "\ufffe", "\ufffe\n", "\x02", "\x02\n", "-\r\n", "\u00ad\ufffe"],
)
def test_a_broken_word_is_joined_if_the_document_says_it_whole(mark):
    assert clean_page_text(f"the infor{mark}mation is", {"information"}) == "the information is"


@pytest.mark.parametrize(
    ("mark", "kept"),
    [
        ("-\n", "-\n"),
        ("\u2010\n", "\u2010\n"),
        ("-\n  ", "-\n  "),
        ("\u00ad\n", "-\n"),
        ("\ufffe", "-"),
        ("\ufffe\n", "-\n"),
        ("\x02", "-"),
        ("\x02\r\n", "-\n"),
    ],
)
@pytest.mark.parametrize(
    "known", [set(), {"infor", "mation"}, {"information", "infor-mation"}], ids=["unknown", "pieces", "both ways"]
)
def test_in_doubt_the_hyphen_is_kept_as_printed(mark, kept, known):
    assert clean_page_text(f"the infor{mark}mation is", known) == f"the infor{kept}mation is"


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("part KX-\n100 fits", {"kx100"}),
        ("part 100-\nKX fits", {"100kx"}),
        ("a well-\nknown fact", {"well", "known", "well-known"}),
        ("by Smith-\nJones", {"smithjones"}),
        ("pre-\nRoman", {"preroman"}),
        ("pages 10-\n12", {"1012"}),
        ("a_b-\nc", {"a_bc"}),
        ("see ex.org/infor-\nmation", {"information"}),
        ("the long-infor-\nmation", {"information"}),
        ("infor-\n\nmation", {"information"}),
        ("infor -\nmation", {"information"}),
        ("infor--\nmation", {"information"}),
        ("infor-mation", {"information"}),
        ("infor\u2011\nmation", {"information"}),
        ("- item\n- other", {"item"}),
        ("e-\n\u0301x", {"e\u0301x"}),
        ("می\u200cخوا-\nهم", {"خواهم"}),
    ],
)
def test_what_is_printed_on_purpose_is_kept(text, known):
    assert clean_page_text(text, known) == text


@pytest.mark.parametrize(
    ("text", "known", "clean"),
    [
        ("INFOR-\nMATION", {"information"}, "INFORMATION"),
        ("Infor-\nmation", {"information"}, "Information"),
        ("l'infor-\nmation,", {"information"}, "l'information,"),
        ("un-\nder-\nstand", {"understand", "under"}, "understand"),
        ("un-\nder-\nstand", {"understand"}, "un-\nder-\nstand"),
        ("un-\nder-\nstand", {"understand", "derstand"}, "understand"),
        ("Straßen-\nbahn", {"strassenbahn"}, "Straßenbahn"),
        ("cafe\u0301-\nhaus", {"caféhaus"}, "caféhaus"),
        ("जान-\nकारी", {"जानकारी"}, "जानकारी"),
    ],
)
def test_joined_words(text, known, clean):
    assert clean_page_text(text, known) == clean


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("co\u00adoperate", "cooperate"),
        ("co\u00ad\u00adoperate", "cooperate"),
        ("e\u0301\u00adt", "ét"),
        ("e\u00ad\u0301", "é"),
        ("2019\u00ad2020", "2019\u00ad2020"),
        ("A\u00ad3", "A\u00ad3"),
        ("a \u00ad b", "a \u00ad b"),
        ("\u00ada", "\u00ada"),
        ("exam\u00ad", "exam-"),
        ("12\u00ad\n34", "12-\n34"),
        ("\u00ad\na", "\u00ad\na"),
    ],
)
def test_a_soft_hyphen_is_invisible_inside_a_word_and_printed_at_a_line_end(raw, clean):
    assert clean_page_text(raw) == clean


@pytest.mark.parametrize("raw", ["\ufffea", "a \ufffe b", "a\ufffe b", "a\x02 b", "\x02", "\ufffe\n"])
def test_a_marker_that_stands_in_no_word_is_noise(raw):
    assert clean_page_text(raw) == raw.replace("\ufffe", "").replace("\x02", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", set()),
        ("The Fee, the FEE.", {"the", "fee"}),
        ("a well-known fact", {"a", "well-known", "well", "known", "fact"}),
        ("well\u2011known", {"well-known", "well", "known"}),
        ("some infor-\nmation here", {"some", "here"}),
        ("some infor\ufffemation here", {"some", "here"}),
        ("some infor\u00admation here", {"some", "information", "here"}),
        ("Cafe\u0301", {"café"}),
        ("हिन्दी", {"हिन्दी"}),
        ("Straße", {"strasse"}),
    ],
)
def test_the_words_of_a_text_are_those_it_writes_whole(text, words):
    assert words_of(text) == words


def test_a_chain_of_a_hundred_thousand_pieces_is_cleaned():
    text = "ab-\n" * 100_000
    assert clean_page_text(text, {"abab"}).count("abab") == 50_000

import unicodedata

import pytest

from documents.text.characters import has_ink, is_ink, trim_to_ink


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\t\f",
        "\u00a0",
        "\u3000",
        "\u200b",
        "\u200d",
        "\ufeff",
        "\u00ad",
        "\u2060",
        "\ufe0f",
        "\U000e0101",
        "\u115f",
        "\u3164",
        "\uffa0",
        "\u034f",
        "\u2800",
        "\0",
        "\x7f",
        "\ud800",
        "\ufffe",
        "\U0001ffff",
        "\ufdd0",
        "\U000e0041",
    ],
)
def test_white_space_and_invisible_characters_have_no_ink(text):
    assert not has_ink(text)
    assert not has_ink(text * 3)


@pytest.mark.parametrize(
    "text", ["a", "0", ".", "-", "\u0301", "é", "日", "👍", "\ue000", "\ufffd", " \u200b.", "\u0e01"]
)
def test_what_a_reader_sees_has_ink(text):
    assert has_ink(text)


def test_no_format_control_or_surrogate_character_has_ink():
    wrong = [
        hex(code)
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in {"Cf", "Cc", "Cs"} and is_ink(chr(code))
    ]
    assert wrong == []


def test_every_letter_number_and_punctuation_mark_but_the_fillers_has_ink():
    blank = [code for code in range(0x110000) if unicodedata.category(chr(code))[0] in "LNP" and not is_ink(chr(code))]
    assert blank == [0x115F, 0x1160, 0x3164, 0xFFA0]


@pytest.mark.parametrize(("text", "span"), [("  a b ", (2, 5)), ("\u200b\n", (0, 0)), ("a", (0, 1)), ("", (0, 0))])
def test_trimming_keeps_all_ink_and_nothing_outside_it(text, span):
    assert trim_to_ink(text, 0, len(text)) == span

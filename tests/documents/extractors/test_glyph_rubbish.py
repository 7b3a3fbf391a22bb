"""A text layer of glyph numbers is no text; an odd character in a text is no reason to drop it."""

import pytest

from documents.extractors.glyph_rubbish import is_glyph_rubbish


@pytest.mark.parametrize(
    "text",
    ["\x19\x12", "\x01\x03 \x05\x04\r\n\x06", "\ue000\ue001\ue002 a", "\ufffd\ufffd", "(cid:12)(cid:7) a", "/g12 /g7"],
)
def test_glyph_numbers_are_rubbish(text: str) -> None:
    assert is_glyph_rubbish(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \r\n",
        "text",
        "\0t\0e\0x\0t",
        "\uf0b7 item one\r\n\uf0b7 item two",
        "im\x02plemented",
        "𐲀𐲁",
        "עברית",
        "日本",
        "The mark (cid:12) stands for a glyph that has no character.",
        "km/g1 and and/or",
    ],
)
def test_text_is_not(text: str) -> None:
    assert not is_glyph_rubbish(text)

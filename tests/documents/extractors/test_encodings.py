"""The encoding of a text file, from its bytes."""

import pytest

from documents.extractors.encodings import decode_text

WESTERN = "“Grüße” – so heißt es in der Straße, und es kostet 5 €."
RUSSIAN = "Работа станции начинается утром. Наблюдатель записывает уровень воды и время каждого измерения."
GREEK = "Ο παρατηρητής γράφει τη στάθμη του νερού και την ώρα κάθε μέτρησης στο βιβλίο."
JAPANESE = "観測員は毎朝、水位と時刻を帳簿に書き込みます。測定は一日に二回行われます。"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", [WESTERN, RUSSIAN, GREEK, JAPANESE, "😀 plain", ""])
def test_what_is_certain_is_read_exactly(text: str, encoding: str) -> None:
    decoded = decode_text(text.encode(encoding))
    assert decoded.text == text
    assert not decoded.is_guess


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_told_without_its_mark(encoding: str) -> None:
    assert decode_text(WESTERN.encode(encoding)).text == WESTERN


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (WESTERN, "cp1252"),
        ("These are “windows” quotes", "cp1252"),
        ("café", "cp1252"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (GREEK, "cp1253"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
    ],
)
def test_the_likeliest_encoding_is_found_and_called_a_guess(text: str, encoding: str) -> None:
    decoded = decode_text(text.encode(encoding))
    assert decoded.text == text
    assert decoded.is_guess


def test_no_bytes_are_too_odd() -> None:
    assert decode_text(b"\xff\xfe\xfd\x81\x8d").text is not None
    assert decode_text(bytes(range(256))).text is not None

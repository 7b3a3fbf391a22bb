"""What decodes and is no text is refused, and odd texts are not."""

import random

import pytest

from documents.extractors.encodings import decode_anyway, decode_text
from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import PLAIN

from .conftest import Read

SOME = random.Random(7)
BRIGHT_POINTS = bytes(SOME.choice((200, 201, 210, 220, 230, 240)) for _ in range(20_000))


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 20_000,
        b"@" * 20_000,
        BRIGHT_POINTS,
        b"Some words come first. " * 400 + b"\xff" * 100_000,
        b"Gr\xfc\xdfe. " * 400 + bytes(range(24)) * 900 + b"x",
        b"\xff\xfe" + SOME.randbytes(20_000),
        b"\xff\xfe" + bytes(20_000),
    ],
    ids=["white", "grey", "bright", "words first", "controls later", "marked noise", "marked NULs"],
)
def test_points_of_a_picture_are_no_text(data: bytes, read: Read) -> None:
    with pytest.raises(ExtractionFailure, match="unknown-encoding"):
        decode_text(data)
    with pytest.raises(ExtractionFailure, match="unknown-encoding"):
        read(data, PLAIN)


@pytest.mark.parametrize(
    "data",
    [
        "ä".encode() * 20_000,
        b"0" * 20_000,
        b";;;;;;;;\n" * 4000,
        b" \n" * 20_000,
        b"-" * 80 + b"\n" + b"Words under a line.\n" * 9,
        "Grüße\n".encode("cp1252") * 4000 + bytes(4000),
        "12,5°;13,0°;5 €\n".encode("cp1252") * 400,
        "мост\n".encode("cp1251") * 4000,
        ("観測員は毎朝、水位と時刻を帳簿に書き込みます。" * 200).encode("cp932"),
        ("昨天晚上河水上涨渡船直到早晨才开人们都在码头等着没有人说话" * 200).encode("gb18030"),
        ("เมื่อวานเย็นน้ำในแม่น้ำขึ้นสูงเรือข้ามฟากจึงหยุดจนถึงเช้า" * 60).encode("cp874"),
    ],
)
def test_odd_texts_are_texts(data: bytes) -> None:
    assert decode_text(data).text


def test_a_stray_nul_is_left_out(read: Read) -> None:
    assert read(b"one\0stray", PLAIN).text == "onestray"


def test_what_must_be_read_is_read_as_what_it_says() -> None:
    assert decode_anyway("─".encode() * 2000).text == "─" * 2000

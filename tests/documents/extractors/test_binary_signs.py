"""Binary files whose bytes look like a text, and texts that begin as a binary file does."""

import struct

import pytest

from documents.extractors.binary_signs import binary_kind
from documents.extractors.failures import ExtractionFailure

from .test_sniffing import sniff

WHITE = b"\xff" * 9000
GREY = b"@" * 9000
BMP_HEADER = b"BM" + struct.pack("<LHHL", 9054, 0, 0, 54) + struct.pack("<LLLHH", 40, 60, 50, 1, 24) + bytes(24)
DOS_HEADER = b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff" + bytes(46)


@pytest.mark.parametrize("points", [WHITE, GREY], ids=["white", "grey"])
@pytest.mark.parametrize(
    ("header", "kind"),
    [
        (b"II*\0\x08\0\0\0", "a TIFF picture"),
        (b"MM\0*\0\0\0\x08", "a TIFF picture"),
        (BMP_HEADER, "a BMP picture"),
        (b"P4\n300 240\n", "a picture in a PNM format"),
        (b"P5\n# made by hand\n100 90\n255\n", "a picture in a PNM format"),
        (b"P6 60 50 255\n", "a picture in a PNM format"),
        (b"Pf\n60 50\n-1.0\n", "a picture in a PNM format"),
        (b"P7\nWIDTH 100\nHEIGHT 90\nDEPTH 1\nMAXVAL 255\nENDHDR\n", "a PAM picture"),
        (b"GIF89a\x40\x01\xf0\x00", "a GIF picture"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture"),
        (DOS_HEADER, "a program for Windows"),
        (b"\x7fELF\x02\x01\x01\0", "a program for Linux"),
        (b"\x1f\x8b\x08\0", "a gzip archive"),
        (b"RIFF\x24\x23\0\0WAVE", "a recording"),
        (b"ID3\x04\0", "an MP3 recording"),
        (b"\0\0\0\x18ftypheic", "a HEIF picture"),
        (bytes(128) + b"DICM", "a DICOM picture"),
        (b"notes.txt".ljust(257, b"\0") + b"ustar\0", "a tar archive"),
    ],
)
def test_a_known_beginning_is_no_text_whatever_follows(header: bytes, kind: str, points: bytes) -> None:
    assert binary_kind(header + points) == kind
    with pytest.raises(ExtractionFailure, match=f"unsupported-type: This is {kind}"):
        sniff(header + points, "picture.txt")


@pytest.mark.parametrize(
    "text",
    [
        "BM is the mark of such a picture.",
        "MZ are the initials of the man who made it.",
        "MM. and II. are numbers.",
        "GIF89a is a format of pictures.",
        "ID3 tags say what a song is called.",
        "P5 10 20 30\nThe fifth part is as long as that, and the sixth is longer.",
        "P6",
        "RIFF and WAVE are words.",
        "OggS and fLaC too.",
        "7z, Rar! and BZh9 are archives.",
        "Größe: „groß“",
        "",
    ],
)
def test_a_text_may_begin_with_the_same_letters(text: str) -> None:
    assert binary_kind(text.encode()) is None
    assert binary_kind(text.encode("cp1252")) is None


@pytest.mark.parametrize("text", ["яттуъы", "ЯШЯ", "Кюєѕ", "ЧНЖљ"])
def test_letters_of_another_alphabet_are_no_picture(text: str) -> None:
    assert binary_kind(text.encode("cp1251") * 20) is None

"""What is no text although it may look like one: formats that nothing here reads, by how their files begin.

Only control characters give a binary file away by itself, and a picture that is not compressed may have hardly any.
"""

import re

_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"II+\0", "a TIFF picture"),
    (b"MM\0+", "a TIFF picture"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\0\0\0\x0cjP  \r\n", "a JPEG 2000 picture"),
    (b"8BPS\0", "a Photoshop picture"),
    (b"\0\0\1\0", "an icon"),
    (b"\xd7\xcd\xc6\x9a\0", "a WMF drawing"),
    (b"P7\nWIDTH ", "a PAM picture"),
    (b"\x7fELF", "a program for Linux"),
    (b"\xca\xfe\xba\xbe\0", "a program for Java or macOS"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"\xfd7zXZ\0", "an XZ archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"OggS\0", "an Ogg recording"),
    (b"fLaC\0", "a FLAC recording"),
    (b"MThd\0\0\0", "a MIDI file"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"wOFF\0", "a font"),
    (b"wOF2\0", "a font"),
    (b"OTTO\0", "a font"),
)
_PATTERNS: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (
        re.compile(rb"BM.{4}\0{4}.{4}(?:\x0c|\x28|\x34|\x38|\x40|\x6c|\x7c)\0\0\0", re.DOTALL),
        "a BMP picture",
    ),
    (re.compile(rb"GIF8[79]a.{0,6}[\0-\x08\x0e-\x1f\x80-\xff]", re.DOTALL), "a GIF picture"),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), "a WebP picture"),
    (re.compile(rb"\0\0.{2}ftyp(?:hei|hev|mif|msf|avif)", re.DOTALL), "a HEIF picture"),
    (re.compile(rb"\x01\0\0\0.{36} EMF", re.DOTALL), "an EMF drawing"),
    (re.compile(rb"\0{32}.{96}DICM", re.DOTALL), "a DICOM picture"),
    (re.compile(rb"AT&TFORM.{4}DJV", re.DOTALL), "a DjVu document"),
    (re.compile(rb"RIFF.{4}(?:WAVE|AVI )", re.DOTALL), "a recording"),
    (re.compile(rb"ID3[\x02-\x04]\0"), "an MP3 recording"),
    (re.compile(rb"\0\0.{2}ftyp", re.DOTALL), "an MPEG-4 recording"),
    (re.compile(rb"MZ.{0,200}\0\0\0", re.DOTALL), "a program for Windows"),
    (re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P)"), "a bzip2 archive"),
    (re.compile(rb"[^\0].{256}ustar(?:\0|  \0)", re.DOTALL), "a tar archive"),
)
_GAP = rb"(?:\s|#[^\n]*+\n)++"
_RAW_PICTURE = re.compile(rb"(?:P4%b\d+%b\d+|P[56]%b\d+%b\d+%b\d+|P[Ff]%b\d+%b\d+%b-?[\d.]+)\s" % ((_GAP,) * 8))
_LOOKED_AT = 512
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1a\x1b")) + b"\x7f"
_BEYOND_ASCII = bytes(range(128, 256))
_MOST_BEYOND_ASCII = 0.3
_LONGEST_WORD = 64


def binary_kind(head: bytes) -> str | None:
    """What the file is, with its article ("a TIFF picture"), or None: nothing that is known here."""
    for start, kind in _STARTS:
        if head.startswith(start):
            return kind
    for pattern, kind in _PATTERNS:
        if pattern.match(head):
            return kind
    return "a picture in a PNM format" if _is_raw_picture(head) else None


def _is_raw_picture(head: bytes) -> bool:
    """Its header is text, and what comes after it is none: words have blanks between them."""
    header = _RAW_PICTURE.match(head)
    if header is None:
        return False
    rest = head[header.end() : header.end() + _LOOKED_AT]
    if not rest:
        return False
    if len(rest.translate(None, _CONTROLS)) < len(rest) or len(rest.split()) < 1 + len(rest) // _LONGEST_WORD:
        return True
    return len(rest) - len(rest.translate(None, _BEYOND_ASCII)) > _MOST_BEYOND_ASCII * len(rest)

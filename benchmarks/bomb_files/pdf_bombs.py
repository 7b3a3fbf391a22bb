"""PDFs whose streams and pictures want to grow."""

import zlib
from collections.abc import Iterable
from typing import BinaryIO

from benchmarks.bomb_files.bomb import MEGABYTE, WORDS, Bomb, Write

FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
HELLO = b"BT /F1 12 Tf 72 700 Td (Some words.) Tj ET"


def write_pdf(file: BinaryIO, objects: Iterable[bytes], trailer: bytes = b"") -> None:
    """Objects, numbered from 1, with a right cross-reference table; the first is the root."""
    file.write(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(file.tell())
        file.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    start = file.tell()
    file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
    file.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    facts = b"<</Size %d/Root 1 0 R%b>>" % (len(offsets) + 1, trailer)
    file.write(b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (facts, start))


def stream(content: bytes, facts: bytes = b"") -> bytes:
    return b"<</Length %d%b>>\nstream\n%b\nendstream" % (len(content), facts, content)


def one_page(
    content: bytes, *more: bytes, resources: bytes = b"/Font<</F1 5 0 R>>", facts: bytes = b"", root: bytes = b""
) -> list[bytes]:
    """Root, page tree, page, content, font, and `more` from number 6 on."""
    return [
        b"<</Type/Catalog/Pages 2 0 R%b>>" % root,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<%b>>%b>>" % (resources, facts),
        content,
        FONT,
        *more,
    ]


def deflated(start: bytes, block: bytes, total: float) -> bytes:
    """`total` bytes of `block` after `start`, packed without ever being there at once."""
    packer = zlib.compressobj(9)
    piece = block * max(1, MEGABYTE // len(block))
    packed = [packer.compress(start)]
    packed += [packer.compress(piece) for _ in range(max(1, int(total / len(piece))))]
    return b"".join([*packed, packer.flush()])


def _flate(megabytes: int) -> Write:
    def write(file: BinaryIO, size: float) -> None:
        packed = deflated(HELLO, b" ", megabytes * MEGABYTE * size)
        write_pdf(file, one_page(stream(packed, b"/Filter/FlateDecode")))

    return write


def _flate_of_words(file: BinaryIO, size: float) -> None:
    """Not spaces, but two hundred megabytes of text on one page."""
    packed = deflated(b"BT /F1 12 Tf 72 700 Td ", b"(" + WORDS + b") Tj ", 200 * MEGABYTE * size)
    write_pdf(file, one_page(stream(packed, b"/Filter/FlateDecode")))


def _flate_twice(file: BinaryIO, size: float) -> None:
    packed = zlib.compress(deflated(HELLO, b" ", 4096 * MEGABYTE * size), 9)
    write_pdf(file, one_page(stream(packed, b"/Filter[/FlateDecode/FlateDecode]")))


def _picture(width: int, height: int, data: bytes, facts: bytes) -> list[bytes]:
    shape = b"/Type/XObject/Subtype/Image/Width %d/Height %d" % (width, height)
    drawing = HELLO + b" q 500 0 0 500 50 50 cm /I1 Do Q"
    resources = b"/Font<</F1 5 0 R>>/XObject<</I1 6 0 R>>"
    return one_page(stream(drawing), stream(data, shape + facts), resources=resources)


def _pixels(file: BinaryIO, size: float) -> None:
    """A picture of 3.6 thousand million pixels, of zeros."""
    side = int(60_000 * size**0.5)
    data = deflated(b"", b"\0", side * side)
    facts = b"/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode"
    write_pdf(file, _picture(side, side, data, facts))


def _png_pixels(file: BinaryIO, size: float) -> None:
    """As a PNG packs them: with a predictor a line, in three colours."""
    side = int(30_000 * size**0.5)
    data = deflated(b"", b"\2" + b"\0" * (3 * side), side * (3 * side + 1))
    facts = (
        b"/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode"
        b"/DecodeParms<</Predictor 15/Colors 3/BitsPerComponent 8/Columns %d>>" % side
    )
    write_pdf(file, _picture(side, side, data, facts))


def _jbig2(file: BinaryIO, size: float) -> None:
    """A page of two thousand million by two thousand million, in a dozen bytes."""
    side = 0x7FFFFFFF
    page = side.to_bytes(4) * 2 + bytes(8) + b"\0\0\0"
    segment = b"\0\0\0\0\x30\0\1" + len(page).to_bytes(4) + page
    region = b"\0\0\0\1\x26\0\1\0\0\0\x12" + side.to_bytes(4) * 2 + bytes(10)
    facts = b"/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode"
    write_pdf(file, _picture(side, side, segment + region, facts))


def _jpx(file: BinaryIO, size: float) -> None:
    side = 0x7FFFFFF0
    sizes = side.to_bytes(4) * 2 + bytes(8) + side.to_bytes(4) * 2 + bytes(8)
    shape = b"\0\0" + sizes + b"\0\3" + b"\7\1\1" * 3
    coding = b"\xff\x52\0\x0c\0\0\0\1\0\5\4\4\0\1"
    quantizing = b"\xff\x5c\0\x13\x40" + b"\x40" * 16
    data = (
        b"\xff\x4f\xff\x51" + (len(shape) + 2).to_bytes(2) + shape + coding + quantizing + b"\xff\x90\0\x0a" + bytes(8)
    )
    write_pdf(file, _picture(side, side, data + b"\xff\x93\xff\xd9", b"/Filter/JPXDecode"))


def _fax(file: BinaryIO, size: float) -> None:
    facts = b"/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns %d/Rows %d>>"
    side = 0x7FFFFFF
    write_pdf(file, _picture(side, side, b"\0" * 100, facts % (side, side)))


def _huge_paper(file: BinaryIO, size: float) -> None:
    objects = one_page(stream(HELLO))
    objects[2] = objects[2].replace(b"[0 0 612 792]", b"[0 0 99999999999 99999999999]/UserUnit 9999999")
    write_pdf(file, objects)


PDF_BOMBS = (
    Bomb("flate-200-mb.pdf", _flate(200), is_drawn=True),
    Bomb("flate-2-gb.pdf", _flate(2048), is_drawn=True),
    Bomb("flate-200-mb-of-words.pdf", _flate_of_words, is_drawn=True),
    Bomb("flate-of-flate-4-gb.pdf", _flate_twice, is_drawn=True),
    Bomb("3600-megapixels.pdf", _pixels, is_drawn=True),
    Bomb("900-megapixels-png.pdf", _png_pixels, is_drawn=True),
    Bomb("jbig2-dimensions.pdf", _jbig2, is_drawn=True),
    Bomb("jpx-dimensions.pdf", _jpx, is_drawn=True),
    Bomb("fax-dimensions.pdf", _fax, is_drawn=True),
    Bomb("huge-paper.pdf", _huge_paper, is_drawn=True),
)

"""Containers that unpack to far more than they are, or list far more than they hold."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from benchmarks.bomb_files.bomb import MEGABYTE, WORDS, Bomb, write_repeated
from benchmarks.bomb_files.packages import (
    DOCX_START,
    ODT_START,
    XLSX_SHEET_START,
    docx_parts,
    epub_parts,
    odf_parts,
    write_zip,
    xlsx_parts,
)

_FULL = 1024 * MEGABYTE


def _inflating(file: BinaryIO, parts: dict[str, bytes], name: str, start: bytes, block: bytes, total: float) -> None:
    """A container whose part `name` begins well and goes on for `total` bytes."""
    write_zip(file, parts)
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive, archive.open(name, "w") as part:
        part.write(start)
        write_repeated(part, block, total)


def _docx(file: BinaryIO, size: float) -> None:
    block = b"<w:p><w:r><w:t>" + WORDS + b"</w:t></w:r></w:p>"
    _inflating(file, docx_parts(), "word/document.xml", DOCX_START, block, _FULL * size)


def _xlsx(file: BinaryIO, size: float) -> None:
    block = b'<row><c t="inlineStr"><is><t>' + WORDS + b"</t></is></c></row>"
    _inflating(file, xlsx_parts(), "xl/sheet.xml", XLSX_SHEET_START, block, _FULL * size)


def _odt(file: BinaryIO, size: float) -> None:
    block = b"<text:p>" + WORDS + b"</text:p>"
    _inflating(file, odf_parts("text"), "content.xml", ODT_START, block, _FULL * size)


def _epub(file: BinaryIO, size: float) -> None:
    _inflating(file, epub_parts(["a.xhtml"]), "OPS/a.xhtml", b"<html><body>", b"<p>" + WORDS + b"</p>", _FULL * size)


def _zip_in_zip(file: BinaryIO, size: float) -> None:
    """Each holds the one before sixteen times; the innermost is full of spaces."""
    inner = _packed({"words.txt": b" " * int(MEGABYTE * 16 * size)})
    for _ in range(5):
        inner = _packed({f"{number}.zip": inner for number in range(16)})
    file.write(inner)


def _docx_in_docx(file: BinaryIO, size: float) -> None:
    inner = io.BytesIO()
    _docx(inner, size / 4)
    write_zip(file, docx_parts() | {"word/document.xml": DOCX_START, "word/embeddings/a.docx": inner.getvalue()})


def _packed(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    write_zip(out, parts)
    return out.getvalue()


def _overlapping_epub(file: BinaryIO, size: float) -> None:
    """Two hundred chapters that share their bytes: each quotes the header of the next, and goes on where that does.

    Ten megabytes each, they are two thousand together, and not two hundred times as large as one.
    """
    names = [f"{number}.xhtml" for number in range(200)]
    start = io.BytesIO()
    write_zip(start, epub_parts(names))
    with zipfile.ZipFile(start) as ordinary:
        parts = [(info.filename, ordinary.read(info)) for info in ordinary.infolist()]
    file.write(_zip_of(parts, overlapping=[f"OPS/{name}" for name in names], content=WORDS * int(200_000 * size)))


def _lying_size(file: BinaryIO, size: float) -> None:
    """The table of contents says a hundred bytes."""
    content = DOCX_START + b"<w:p><w:r><w:t>" + WORDS * int(5_000_000 * size)
    file.write(_zip_of([*docx_parts().items(), ("word/document.xml", content)], {"word/document.xml": 100}))


def _zip_of(
    parts: Iterable[tuple[str, bytes]],
    declared: dict[str, int] | None = None,
    overlapping: Sequence[str] = (),
    content: bytes = b"",
) -> bytes:
    """A ZIP file by hand: sizes are as `declared`, and the names `overlapping` all end in the same `content`."""
    out, table, count = bytearray(), bytearray(), 0
    for name, data in parts:
        header = _header(name, _deflated(data), data, (declared or {}).get(name, len(data)))
        table += _entry(name, header, len(out))
        out += header + _deflated(data)
        count += 1
    quoted, data, blocks = b"", content, []
    packed_size = len(packed := _deflated(content))
    for name in reversed(overlapping):
        if quoted:
            blocks.append(b"\0" + struct.pack("<HH", len(quoted), len(quoted) ^ 0xFFFF) + quoted)
            packed_size += len(blocks[-1])
            data = quoted + data
        quoted = _header(name, bytes(0), data, len(data), packed_size)
    shared = quoted + b"".join(reversed(blocks)) + packed
    for name in overlapping:
        place = shared.index(b"PK\x03\x04", 0) if name == overlapping[0] else shared.index(f"{name}".encode()) - 30
        length = 30 + len(name.encode())
        table += _entry(name, shared[place : place + length], len(out) + place)
    out += shared
    end = struct.pack("<HHHHLLH", 0, 0, count + len(overlapping), count + len(overlapping), len(table), len(out), 0)
    return bytes(out + table) + b"PK\x05\x06" + end


def _deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def _header(name: str, packed: bytes, content: bytes, declared: int, packed_size: int | None = None) -> bytes:
    size = len(packed) if packed_size is None else packed_size
    facts = struct.pack("<HHHHHLLL", 20, 0, 8, 0, 33, zlib.crc32(content), size, declared)
    return b"PK\x03\x04" + facts + struct.pack("<HH", len(name.encode()), 0) + name.encode()


def _entry(name: str, header: bytes, offset: int) -> bytes:
    """A line of the table of contents for a part with this header."""
    lengths = struct.pack("<HHHHHLL", len(name.encode()), 0, 0, 0, 0, 0, offset)
    return b"PK\x01\x02" + struct.pack("<H", 20) + header[4:26] + lengths + name.encode()


def _epub_of_many_files(file: BinaryIO, size: float) -> None:
    names = [f"{number}.xhtml" for number in range(int(100_000 * size))]
    chapters = {f"OPS/{name}": b"<html><body><p>A page.</p></body></html>" for name in names}
    write_zip(file, epub_parts(names) | chapters, zipfile.ZIP_STORED)


def _epub_that_repeats_itself(file: BinaryIO, size: float) -> None:
    chapter = b"<html><body><p>" + WORDS * 2000 + b"</p></body></html>"
    spine = ["a.xhtml"] * int(200_000 * size)
    write_zip(file, epub_parts(spine) | {"OPS/a.xhtml": chapter})


def _docx_of_many_parts(file: BinaryIO, size: float) -> None:
    """A million names of parts that are not there."""
    write_zip(file, docx_parts() | {f"word/{number:07}": b"" for number in range(int(1_000_000 * size))})


ZIP_BOMBS = (
    Bomb("zip-bomb.docx", _docx),
    Bomb("zip-bomb.xlsx", _xlsx),
    Bomb("zip-bomb.odt", _odt),
    Bomb("zip-bomb.epub", _epub),
    Bomb("zip-in-zip.zip", _zip_in_zip),
    Bomb("docx-in-docx.docx", _docx_in_docx),
    Bomb("overlapping-parts.epub", _overlapping_epub),
    Bomb("lying-size.docx", _lying_size),
    Bomb("100000-files.epub", _epub_of_many_files),
    Bomb("one-chapter-200000-times.epub", _epub_that_repeats_itself),
    Bomb("1000000-parts.docx", _docx_of_many_parts),
)

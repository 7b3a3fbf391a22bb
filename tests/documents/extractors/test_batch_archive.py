"""Archives of files: what is told of them, and that none costs more than its bounds."""

from __future__ import annotations

import io
import stat
import struct
import tracemalloc
import zipfile
import zlib

import pytest

from documents.extractors.batch_archive import BatchArchive, BatchBounds, BatchEntry, is_archive_of_files
from documents.extractors.failures import ExtractionFailure

from .docx_files import make_docx, paragraph
from .zip_files import encrypted, entry, overlapping, with_raw_name, zip_of, zip_of_infos

BOUNDS = BatchBounds(files=5, file_bytes=1000, total_bytes=3000)


def opened(data: bytes, bounds: BatchBounds = BOUNDS) -> BatchArchive:
    return BatchArchive(io.BytesIO(data), bounds)


def refusal(data: bytes) -> str:
    """The code with which the whole archive is refused."""
    with pytest.raises(ExtractionFailure) as caught:
        opened(data)
    return caught.value.code


def content(archive: BatchArchive, one: BatchEntry) -> bytes:
    target = io.BytesIO()
    archive.copy(one, target)
    return target.getvalue()


def entry_refusal(data: bytes) -> str:
    """The code with which the first file of the archive is refused."""
    archive = opened(data)
    with pytest.raises(ExtractionFailure) as caught:
        content(archive, archive.entries[0])
    return caught.value.code


def is_batch(data: bytes) -> bool:
    return is_archive_of_files(data[:8192], lambda: io.BytesIO(data))


def paths(data: bytes) -> list[str]:
    return [one.path for one in opened(data).entries]


def test_files_come_in_order_with_their_paths_and_contents() -> None:
    archive = opened(zip_of(("b/", ""), ("b/two.txt", "2"), ("one.txt", "1"), ("b/two.txt", "again")))
    assert [one.path for one in archive.entries] == ["b/two.txt", "one.txt", "b/two.txt"]
    assert [content(archive, one) for one in archive.entries] == [b"2", b"1", b"again"]
    assert archive.passed_over == 0


def test_what_systems_leave_and_hide_is_passed_over_and_counted() -> None:
    left = ["__MACOSX/._a.txt", "a/.DS_Store", "Thumbs.db", "a/Desktop.ini", ".git/config", "__macosx/b"]
    archive = opened(zip_of(*[(name, "x") for name in left], ("a/a.txt", "x")))
    assert [one.path for one in archive.entries] == ["a/a.txt"]
    assert archive.passed_over == 6


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("/etc/passwd", "etc/passwd"),
        ("a/./b//c/../d.txt", "a/b/c/d.txt"),
        ("C:\\Users\\x\\report.txt", "Users/x/report.txt"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("a\x1b[31m\u202egpj.txt", "a[31mgpj.txt"),
        ("CON", "CON"),
        ("e\u0301.txt", "\u00e9.txt"),
        ("..", ""),
        (f"{'x' * 3000}.txt", "x" * 996 + ".txt"),
    ],
)
def test_a_name_leads_nowhere_and_is_fit_to_be_shown(name: str, path: str) -> None:
    assert paths(zip_of((name, "x"))) == [path]


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        ("Gebühr.txt".encode(), "Gebühr.txt"),
        ("Gebühr.txt".encode("cp437"), "Gebühr.txt"),
        (b"plain.txt", "plain.txt"),
        (b"a\xffb.txt", "a\u00a0b.txt"),
    ],
)
def test_a_name_without_the_mark_of_utf8_is_utf8_if_it_can_be_else_cp437(raw: bytes, path: str) -> None:
    assert paths(with_raw_name(raw)) == [path]


def test_a_name_in_a_field_of_its_own_counts_while_it_belongs_to_the_other() -> None:
    told = "Gebühr €.txt".encode()
    field = struct.pack("<HHBL", 0x7075, 5 + len(told), 1, zlib.crc32(b"geb.txt")) + told
    assert paths(zip_of_infos([(entry("geb.txt", extra=field), "x")])) == ["Gebühr €.txt"]
    assert paths(zip_of_infos([(entry("new.txt", extra=field), "x")])) == ["new.txt"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zip_of(), "empty-file"),
        (zip_of(("a/", ""), (".DS_Store", "x")), "empty-file"),
        (zip_of(*[(f"{n}.txt", "x") for n in range(6)]), "too-many-files"),
        (zip_of(*[(f"{n}.txt", "x" * 900) for n in range(4)]), "expands-too-much"),
        (overlapping(3, b"x" * 900), "expands-too-much"),
        (zip_of(("a.txt", "x" * 500))[:-30], "damaged"),
    ],
)
def test_nothing_is_taken_of_an_archive_beyond_its_bounds(data: bytes, code: str) -> None:
    assert refusal(data) == code


def test_an_archive_at_its_bounds_is_taken() -> None:
    assert len(opened(zip_of(*[(f"{n}.txt", "x" * 600) for n in range(5)])).entries) == 5


def test_entries_that_begin_in_the_bytes_of_another_are_a_bomb() -> None:
    inner = zip_of(("b.txt", b"y" * 400), method=zipfile.ZIP_STORED)
    data = bytearray(zip_of(("a.txt", inner), ("b.txt", b"y" * 400), method=zipfile.ZIP_STORED))
    second = data.index(b"PK\x01\x02", data.rindex(b"PK\x01\x02"))
    struct.pack_into("<L", data, second + 42, data.index(b"PK\x03\x04", 4))
    assert refusal(bytes(data)) == "expands-too-much"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (encrypted(zip_of(("a.txt", "x"))), "password-needed"),
        (zip_of(("a.txt", "x" * 1001)), "too-large"),
        (zip_of(("a.txt", "x" * 500), method=zipfile.ZIP_LZMA), "damaged"),
        (zip_of_infos([(entry("a", mode=stat.S_IFLNK | 0o777), "/etc/passwd")]), "unsupported-type"),
        (zip_of_infos([(entry("a", mode=stat.S_IFIFO | 0o644), "")]), "unsupported-type"),
    ],
)
def test_one_file_that_cannot_be_taken_is_refused_alone(data: bytes, code: str) -> None:
    assert entry_refusal(data) == code


def test_a_file_with_an_ordinary_mode_is_taken() -> None:
    archive = opened(zip_of_infos([(entry("a.txt", mode=stat.S_IFREG | 0o600), "x")]))
    assert content(archive, archive.entries[0]) == b"x"


def test_a_lie_about_the_size_is_damage_and_costs_no_memory() -> None:
    data = bytearray(zip_of(("a.txt", b"x" * (64 << 20))))
    struct.pack_into("<L", data, data.index(b"PK\x01\x02") + 24, 10)
    tracemalloc.start()
    try:
        assert entry_refusal(bytes(data)) == "damaged"
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_an_archive_of_files_is_told_from_the_documents_that_are_zips() -> None:
    assert is_batch(zip_of(("a.txt", "x")))
    assert is_batch(zip_of())
    assert is_batch(zip_of(("a.txt", "x" * 500))[:-30])
    assert is_batch(zip_of(("word/readme.txt", "x")))
    assert not is_batch(make_docx(paragraph("words")))
    assert not is_batch(zip_of(("mimetype", "application/epub+zip"), ("META-INF/container.xml", "<x/>")))
    assert not is_batch(zip_of(("mimetype", "application/vnd.oasis.opendocument.graphics")))
    assert not is_batch(b"PK is how the two of them signed.")
    assert not is_batch(b"")


@pytest.mark.parametrize(
    "part", ["META-INF/MANIFEST.MF", "AndroidManifest.xml", "Index/Document.iwa", "index.apxl", "[Content_Types].xml"]
)
def test_what_is_one_thing_is_not_taken_apart(part: str) -> None:
    assert not is_batch(zip_of((part, "<Types/>"), ("preview.pdf", "x")))

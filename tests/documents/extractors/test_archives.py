"""ZIP containers cost what the limits say, whatever they declare."""

import io
import struct
import tracemalloc
import zipfile

import pytest

from documents.extractors.archives import Archive
from documents.extractors.failures import ExtractionFailure

from .docx_files import zip_file


def opened(data: bytes, part_bytes: int = 1000, total_bytes: int = 3000) -> Archive:
    return Archive(io.BytesIO(data), part_bytes=part_bytes, total_bytes=total_bytes)


def failure_code(data: bytes) -> str:
    with pytest.raises(ExtractionFailure) as caught:
        opened(data).read("a")
    return caught.value.code


def test_a_part_is_found_whatever_its_case_and_slashes() -> None:
    archive = opened(zip_file({"Word/Document.xml": "x"}))
    assert "/word/document.xml" in archive
    assert archive.read("/word/document.xml") == b"x"
    assert "word/other.xml" not in archive


def test_a_part_over_the_limit_is_refused_by_its_declared_size() -> None:
    assert opened(zip_file({"a": b"x" * 1000})).read("a") == b"x" * 1000
    assert failure_code(zip_file({"a": b"x" * 1001})) == "expands-too-much"


def test_a_lie_about_the_size_is_damage_and_is_not_inflated() -> None:
    data = bytearray(zip_file({"a": b"x" * (64 << 20)}))
    struct.pack_into("<L", data, data.index(b"PK\x01\x02") + 24, 10)
    tracemalloc.start()
    try:
        assert failure_code(bytes(data)) == "damaged"
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_the_parts_together_are_limited_too() -> None:
    archive = opened(zip_file(dict.fromkeys("abcd", b"x" * 1000)))
    for name in "abc":
        archive.read(name)
    with pytest.raises(ExtractionFailure, match="expands-too-much"):
        archive.read("d")


def test_a_container_that_was_cut_off_is_damaged() -> None:
    assert failure_code(zip_file({"a": "x" * 500})[:-30]) == "damaged"
    assert failure_code(b"PK\x03\x04") == "damaged"


def test_a_part_with_a_wrong_checksum_is_damaged() -> None:
    data = bytearray(zip_file({"a": "text"}, zipfile.ZIP_STORED))
    data[data.index(b"text")] ^= 1
    assert failure_code(bytes(data)) == "damaged"


def test_an_encrypted_part_needs_a_password() -> None:
    data = bytearray(zip_file({"a": "text"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert failure_code(bytes(data)) == "password-needed"


def test_a_huge_table_of_contents_is_refused_before_it_is_read() -> None:
    data = bytearray(zip_file({"a": "text"}))
    struct.pack_into("<L", data, data.rindex(b"PK\x05\x06") + 12, 5 << 20)
    assert failure_code(bytes(data)) == "expands-too-much"


def test_so_is_one_that_hides_in_the_64_bit_record() -> None:
    data = zip_file({"a": "text"})
    end = data.rindex(b"PK\x05\x06")
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, 5 << 20, 0)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1)
    assert failure_code(data[:end] + record + locator + data[end:]) == "expands-too-much"


def named_twice(data: bytes, shift: int) -> bytes:
    """With a second line in the table of contents for its only part, which starts `shift` bytes further on."""
    table, end = data.index(b"PK\x01\x02"), bytearray(data[-22:])
    (start,) = struct.unpack_from("<L", data, table + 42)
    again = bytearray(data[table:-22])
    struct.pack_into("<L", again, 42, start + shift)
    struct.pack_into("<HHL", end, 8, 2, 2, 2 * len(again))
    return data[:-22] + bytes(again) + bytes(end)


def test_parts_that_share_their_bytes_are_refused_before_any_is_read() -> None:
    with pytest.raises(ExtractionFailure, match="expands-too-much"):
        opened(named_twice(zip_file({"a": "text"}), shift=5))


def test_a_part_that_is_named_twice_is_one_part() -> None:
    assert opened(named_twice(zip_file({"a": "text"}), shift=0)).read("a") == b"text"

"""A locked file of an older Office program is told by how its streams begin."""

import io
import struct

import pytest

from documents.extractors.legacy_passwords import is_locked

from .ole_files import ole_file

BEGIN = struct.pack("<HH16x", 0x0809, 16)


def text_head(flags: int) -> bytes:
    return struct.pack("<HHHHHH", 0xA5EC, 193, 0, 1033, 0, flags)


@pytest.mark.parametrize(
    ("streams", "locked"),
    [
        ({"WordDocument": text_head(0x0100)}, True),
        ({"worddocument": text_head(0x1340)}, True),
        ({"WordDocument": text_head(0x1240)}, False),
        ({"Workbook": BEGIN + struct.pack("<HHH", 0x002F, 2, 0)}, True),
        ({"Book": BEGIN + struct.pack("<HH", 0x0086, 0) + struct.pack("<HHH", 0x002F, 2, 0)}, True),
        ({"Workbook": BEGIN + struct.pack("<HHH", 0x0042, 2, 0x002F)}, False),
        ({"PowerPoint Document": b"", "EncryptedSummary": b""}, True),
        ({"PowerPoint Document": b"", "SummaryInformation": b""}, False),
    ],
)
def test_the_flag_the_record_or_the_stream_says_so(streams: dict[str, bytes], *, locked: bool) -> None:
    assert is_locked(io.BytesIO(ole_file(streams=streams))) is locked


@pytest.mark.parametrize("size", [0, 100, 600, 1200, 1600])
def test_what_is_cut_off_is_not_called_locked(size: int) -> None:
    whole = ole_file(streams={"WordDocument": text_head(0x0100)})
    assert not is_locked(io.BytesIO(whole[:size]))

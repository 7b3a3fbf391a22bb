"""Compound files, as older Office programs wrote them: a directory of streams, and what stands in those."""

import struct
from collections.abc import Mapping

_SECTOR = 512
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def ole_file(*names: str, streams: Mapping[str, bytes] | None = None) -> bytes:
    """One table sector, two directory sectors, then the `streams`, each filled up to 4,096 bytes; `names` are empty."""
    header = bytearray(_SECTOR)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<H", header, 30, 9)
    struct.pack_into("<L", header, 48, 1)
    struct.pack_into("<109L", header, 76, 0, *[_FREE] * 108)
    chain, data = [_TABLE, 2, _END], b""
    entries = [_entry(name) for name in ("Root Entry", "", "", "", *names)]
    for name, content in (streams or {}).items():
        filled = content.ljust(4096, b"\0")
        entries.append(_entry(name, len(chain), len(filled)))
        sectors = len(filled) // _SECTOR
        chain += [*range(len(chain) + 1, len(chain) + sectors), _END]
        data += filled
    table = struct.pack("<128L", *chain, *[_FREE] * (128 - len(chain)))
    return bytes(header) + table + b"".join(entries).ljust(2 * _SECTOR, b"\0") + data


def _entry(name: str, start: int = 0, size: int = 0) -> bytes:
    encoded = name.encode("utf-16-le") + b"\0\0"
    return (
        encoded.ljust(64, b"\0")
        + struct.pack("<H", len(encoded))
        + bytes(50)
        + struct.pack("<LL", start, size)
        + bytes(4)
    )

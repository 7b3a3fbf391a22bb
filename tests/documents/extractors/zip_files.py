"""ZIP archives of every sort, made here: ordinary ones, and such as no honest program writes."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
from collections.abc import Iterable


def zip_of(*files: tuple[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Entries in order; a name may come twice."""
    infos = []
    for name, content in files:
        info = zipfile.ZipInfo(name)
        info.compress_type = method
        infos.append((info, content))
    return zip_of_infos(infos)


def zip_of_infos(files: Iterable[tuple[zipfile.ZipInfo, bytes | str]]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about names that come twice
        for info, content in files:
            archive.writestr(info, content)
    return target.getvalue()


def entry(name: str, *, mode: int = 0, attributes: int = 0, extra: bytes = b"") -> zipfile.ZipInfo:
    """With a Unix file mode, DOS attributes, or an extra field."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = mode << 16 | attributes
    info.extra = extra
    return info


def with_raw_name(name: bytes) -> bytes:
    """An archive of one text whose name is those bytes, without the mark that says UTF-8."""
    stand_in = b"n" * len(name)
    return zip_of((stand_in.decode(), "Some words.")).replace(stand_in, name)


def encrypted(data: bytes) -> bytes:
    """The first entry says that it is encrypted."""
    changed = bytearray(data)
    changed[changed.index(b"PK\x01\x02") + 8] |= 1
    return bytes(changed)


def overlapping(copies: int, content: bytes) -> bytes:
    """A table of contents that names the same compressed bytes again and again."""
    data = zip_of(("a.txt", content))
    table, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    one = data[table:end]
    table_of_all = one * copies
    record = bytearray(data[end:])
    struct.pack_into("<2H2L", record, 8, copies, copies, len(table_of_all), table)
    return data[:table] + table_of_all + bytes(record)

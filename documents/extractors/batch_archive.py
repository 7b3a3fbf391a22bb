"""ZIP archives that are a batch of files: what is in one, and each file of it in blocks.

Nothing is ever written by a name that an archive holds, so a name can lead nowhere; it is only shown.
"""

import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from documents.extractors.archives import SIGNATURES, Archive, inflated_blocks, open_zip, refuse_shared_bytes
from documents.extractors.failures import ExtractionFailure
from documents.extractors.office_types import office_kind

_KINDS = ("a ZIP archive", "a damaged ZIP archive")
_PROGRAMS = (
    "META-INF/MANIFEST.MF",
    "AndroidManifest.xml",
    "Index/Document.iwa",
    "Index/CalculationEngine.iwa",
    "index.apxl",
)
"""Parts of what is a ZIP and yet one thing: a Java archive, an Android app, documents of Apple's programs."""

_UTF8_FLAG = 0x800
_UNICODE_PATH = 0x7075
_DOS_DIRECTORY = 0x10
_DRIVE = re.compile(r"[A-Za-z]:")
_LITTER = frozenset({"__macosx", "thumbs.db", "desktop.ini"})
_LONGEST_PATH = 1000


@dataclass(frozen=True, slots=True)
class BatchBounds:
    """The most that one archive may hold: files, bytes of each and bytes of all, inflated."""

    files: int
    file_bytes: int
    total_bytes: int


@dataclass(frozen=True, slots=True)
class BatchEntry:
    """A file in an archive; `path` is its place there, fit to be shown: "/" between clean parts, none of them ".."."""

    path: str
    info: zipfile.ZipInfo


def is_archive_of_files(head: bytes, open_file: Callable[[], BinaryIO]) -> bool:
    """Whether it is a ZIP, also a damaged one, and none of the many kinds of document that are ZIPs as well."""
    if not head.startswith(SIGNATURES):
        return False
    with open_file() as file:
        if office_kind(file, head) not in _KINDS:
            return False
    with open_file() as file:
        return not _is_one_thing(file)


def _is_one_thing(file: BinaryIO) -> bool:
    try:
        archive = Archive(file, part_bytes=0, total_bytes=0)
    except ExtractionFailure:
        return False
    return any(part in archive for part in _PROGRAMS)


class BatchArchive:
    """`entries` in the order of the archive, without folders; `passed_over` counts what systems leave in archives.

    Raises ExtractionFailure where no file of it may be taken: `damaged`, `empty-file`, `too-many-files`, and
    `expands-too-much`, also for entries that share bytes, as only a bomb's do.
    """

    def __init__(self, file: BinaryIO, bounds: BatchBounds) -> None:
        self._zip = open_zip(file)
        self._bounds = bounds
        files = [info for info in self._zip.infolist() if not _is_folder(info)]
        paths = [(shown_path(info), info) for info in files]
        self.entries = tuple(BatchEntry(path, info) for path, info in paths if not _is_litter(path))
        self.passed_over = len(files) - len(self.entries)
        _check(self.entries, bounds)
        refuse_shared_bytes(self._zip)

    def copy(self, entry: BatchEntry, target: BinaryIO) -> None:
        """Write the file of `entry` to `target`; ExtractionFailure where it cannot or must not be read."""
        mode = entry.info.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise ExtractionFailure("unsupported-type", "This is a link or a device, not a file.")
        if entry.info.file_size > self._bounds.file_bytes:
            raise ExtractionFailure("too-large")
        for block in inflated_blocks(self._zip, entry.info, entry.path):  # noqa: FURB122 - `writelines` fills memory
            target.write(block)


def _check(entries: Sequence[BatchEntry], bounds: BatchBounds) -> None:
    if not entries:
        raise ExtractionFailure("empty-file", "There are no files in the archive.")
    if len(entries) > bounds.files:
        raise ExtractionFailure("too-many-files", f"{len(entries)} files, and at most {bounds.files} are taken.")
    if (total := sum(entry.info.file_size for entry in entries)) > bounds.total_bytes:
        detail = f"It unpacks to {total} bytes, and at most {bounds.total_bytes} are taken."
        raise ExtractionFailure("expands-too-much", detail)


def _is_folder(info: zipfile.ZipInfo) -> bool:
    is_marked = bool(info.external_attr & _DOS_DIRECTORY) and info.file_size == 0
    return info.filename.endswith(("/", "\\")) or is_marked


def _is_litter(path: str) -> bool:
    """What is hidden, or left by a system, in any folder."""
    return any(part.startswith(".") or part.casefold() in _LITTER for part in path.split("/"))


def shown_path(info: zipfile.ZipInfo) -> str:
    """The path without steps upwards, drives, control and direction characters; in NFC."""
    parts = (_clean_part(part) for part in unpacked_name(info).replace("\\", "/").split("/"))
    kept = [part for part in parts if part not in ("", ".", "..") and not _DRIVE.fullmatch(part)]
    return "/".join(kept)[-_LONGEST_PATH:]


def _clean_part(part: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFC", part) if unicodedata.category(c)[0] != "C").strip()


def unpacked_name(info: zipfile.ZipInfo) -> str:
    """The name as it was meant: marked as UTF-8, or in a field of its own, or UTF-8 that does not say so, or cp437."""
    if info.flag_bits & _UTF8_FLAG:
        return info.filename
    raw = info.filename.encode("cp437", "replace")
    if (told := _unicode_path(info.extra, raw)) is not None:
        return told
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return info.filename


def _unicode_path(extra: bytes, raw: bytes) -> str | None:
    for kind, data in _extra_fields(extra):
        if kind == _UNICODE_PATH and len(data) > 5 and data[0] == 1:
            (checksum,) = struct.unpack_from("<L", data, 1)
            if checksum == zlib.crc32(raw):
                return data[5:].decode("utf-8", "replace")
    return None


def _extra_fields(extra: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, at)
        yield kind, extra[at + 4 : at + 4 + size]
        at += 4 + size

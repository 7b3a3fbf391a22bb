"""Which files a confined process may still open: Landlock, by an allow-list of folders.

Rules are on what is opened by name. Descriptors that are open already stay as they are.
"""

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every machine
_ASK_VERSION = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_SOCKET, _TRUNCATE = 1 << 9, 1 << 14
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights on files a version knows
_MOST_FILE_RIGHTS = 16
_BIND_AND_CONNECT = 0b11  # TCP, from version 4
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11  # to processes outside, from version 6

_CODE = Path(__file__).resolve().parents[1]
"""This application's package, and not its checkout: data, with its secrets, may stand in that."""

_SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/share", "/usr/local/lib", "/usr/local/share"),
    *("/nix/store", "/gnu/store", "/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types", "/etc/libreoffice"),
    *("/etc/fonts", "/var/cache/fontconfig", "/sys/devices/system", "/proc/self", "/proc/cpuinfo", "/proc/meminfo"),
    *("/dev/null", "/dev/urandom"),
)
_PROGRAMS = ("/bin", "/usr/bin", "/usr/local/bin")


def restrict_files(
    descriptors: Iterable[int] = (),
    *,
    writable: Iterable[Path] = (),
    programs: Iterable[Path] = (),
    sockets: Iterable[Path] = (),
    may_start_programs: bool = False,
) -> bool:
    """From now on open only Python's own files, this code, the system's libraries and fonts, and what is given.

    `descriptors` are of files that may be opened again by name, for reading; in the folders of `writable` anything
    may be done. With `may_start_programs` the system's programs may be run, and what is in the folders of `programs`;
    in those of `sockets` sockets can be made, and no more. False where the kernel has no Landlock.
    The process must have given up new privileges before. It cannot be taken back.
    """
    call = ctypes.CDLL(None, use_errno=True).syscall
    version = call(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)
    if version < 1:
        return False
    every_right = (1 << _FILE_RIGHTS.get(version, _MOST_FILE_RIGHTS)) - 1
    rules = _Rules(call, every_right, version)
    read = _READ_FILE | _READ_DIR | (_EXECUTE if may_start_programs else 0)
    rules.allow_paths((*_readable(may_start_programs=may_start_programs), *programs), read)
    rules.allow_paths(writable, every_right)
    rules.allow_paths(sockets, _MAKE_SOCKET)
    rules.allow_paths([Path("/dev/null")], _READ_FILE | _WRITE_FILE)
    for descriptor in descriptors:
        rules.allow(descriptor, _READ_FILE)
    return rules.enforce()


def _readable(*, may_start_programs: bool) -> Iterator[Path]:
    yield from (_CODE, Path(sys.prefix, "lib"), Path(sys.base_prefix, "lib"))
    yield from (entry for entry in map(Path, filter(None, sys.path)) if not _is_checkout(entry))
    yield from map(Path, _SYSTEM)
    if may_start_programs:
        yield from map(Path, _PROGRAMS)


def _is_checkout(entry: Path) -> bool:
    return _CODE.is_relative_to(entry.resolve()) and entry.name not in ("site-packages", "dist-packages")


class _Rules:
    """One ruleset under construction."""

    def __init__(self, call: "ctypes._NamedFuncPointer", every_right: int, version: int) -> None:
        self._call = call
        self._every_right = every_right
        attributes = struct.pack(
            "=QQQ",
            every_right,
            _BIND_AND_CONNECT if version >= 4 else 0,
            _ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0,
        )
        self._ruleset = call(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)

    def allow_paths(self, paths: Iterable[Path], rights: int) -> None:
        """What is not there needs no rule."""
        for path in paths:
            with suppress(OSError):
                descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
                try:
                    self.allow(descriptor, rights)
                finally:
                    os.close(descriptor)

    def allow(self, descriptor: int, rights: int) -> None:
        """A pipe or a socket cannot be ruled on, and cannot be opened by name either."""
        if not _is_folder(descriptor):
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights & self._every_right, descriptor)
        self._call(_ADD_RULE, self._ruleset, _RULE_PATH_BENEATH, rule, 0)

    def enforce(self) -> bool:
        if self._ruleset < 0:
            return False
        done = self._call(_RESTRICT_SELF, self._ruleset, 0) == 0
        os.close(self._ruleset)
        return bool(done)


def _is_folder(descriptor: int) -> bool:
    return stat.S_ISDIR(os.fstat(descriptor).st_mode)

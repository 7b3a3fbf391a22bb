"""What a process can do to itself before it opens a hostile file."""

import ctypes
import os
import resource
import signal
import struct
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from documents.extractors.file_rules import restrict_files
from documents.extractors.system_calls import filter_system_calls

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITIES_VERSION = 0x20080522
_READ_ANY_FILE = 1 << 2  # CAP_DAC_READ_SEARCH
_NEW_NETWORK, _NEW_USER = 0x40000000, 0x10000000


@dataclass(frozen=True, slots=True)
class Confinement:
    """What this system grants: rules on files (Landlock), a filter of system calls (seccomp)."""

    files: bool
    system_calls: bool


def end_with_parent(parent: int | None = None) -> None:
    """Be killed when the thread that started this process ends, however it does.

    With the id of the `parent` also when it has ended before this was called, of which no signal comes any more.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def limit(kind: int, value: int, *, grace: int = 0) -> None:
    """Lower, never raise: an ordinary user may not exceed the hard limit that is set already.

    With `grace` the hard limit is that much higher: beyond it the kernel kills, and does not say why.
    """
    _, hard = resource.getrlimit(kind)
    soft, ceiling = (one if hard == resource.RLIM_INFINITY else min(one, hard) for one in (value, value + grace))
    resource.setrlimit(kind, (soft, ceiling))


def give_up_powers(
    *descriptors: int,
    writable: Sequence[Path] = (),
    programs: Sequence[Path] = (),
    sockets: Sequence[Path] = (),
    may_start_programs: bool = False,
) -> Confinement:
    """For good, and for every thread and program started from here: no network, no other process, no other file.

    The files of `descriptors` may be opened again by name, for reading. Only in the folders `writable` anything may
    be written. Without `may_start_programs` no process can be started at all; threads can. With it, programs of the
    system and those in the folders `programs` can. In the folders `sockets` only sockets can be made. What the system
    cannot do is left out: docs/adr/0011-what-a-confined-child-may-do.md says what then still holds.
    """
    _be_the_first_to_go()
    ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    files = restrict_files(
        descriptors, writable=writable, programs=programs, sockets=sockets, may_start_programs=may_start_programs
    )
    system_calls = filter_system_calls(may_start_programs=may_start_programs)
    if not system_calls:
        _leave_the_network()
        if not may_start_programs:
            limit(resource.RLIMIT_NPROC, 0)
    _drop_capabilities()
    return Confinement(files, system_calls)


def _be_the_first_to_go() -> None:
    """When a machine runs out of memory, the kernel ends this process before the database."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def _drop_capabilities() -> None:
    """What makes root root: limits that it could lift, processes that it could look into, files of others to change.

    Reading stays: an original may belong to somebody else than to root.
    """
    libc = ctypes.CDLL(None)
    header = struct.pack("=Ii", _CAPABILITIES_VERSION, 0)
    held = ctypes.create_string_buffer(24)
    if libc.capget(header, held) != 0:
        return
    for capability in range(64):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    effective, permitted, *_ = struct.unpack("=6I", held.raw)
    kept = struct.pack("=6I", effective & _READ_ANY_FILE, permitted & _READ_ANY_FILE, 0, 0, 0, 0)
    libc.capset(header, kept)


def _leave_the_network() -> None:
    """A network of its own, with nothing in it: where a system without the filter permits that."""
    libc = ctypes.CDLL(None)
    if libc.unshare(_NEW_NETWORK) != 0:
        libc.unshare(_NEW_NETWORK | _NEW_USER)

"""What a confined process may not ask of the kernel: a seccomp filter, as classic BPF, for x86_64 and aarch64.

What is refused fails with EPERM, as for a user without rights, and not with a signal: libraries that try and do
without go on. Threads stay possible. What the kernel has learned since this list was made does not exist in here.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_SECCOMP_SET_MODE_FILTER = 1
_FILTER_ALL_THREADS = 1  # SECCOMP_FILTER_FLAG_TSYNC
_ALLOW, _FAIL_WITH = 0x7FFF0000, 0x00050000
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16  # struct seccomp_data
_LOAD, _AND, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x45, 0x06
_YOUNGEST = 462  # Linux 6.10: the list below was made with these known

_THREAD = 0x10000  # CLONE_THREAD
_NEW_NAMESPACES = 0x7E020080  # every CLONE_NEW*
_EVERYBODY = 0xFFFFFFFF  # -1, as far as a filter looks


@dataclass(frozen=True, slots=True)
class _Machine:
    """`column` is the place of its numbers in `_NUMBERS`."""

    column: int
    architecture: int
    seccomp: int


_MACHINES = {"x86_64": _Machine(0, 0xC000003E, 317), "aarch64": _Machine(1, 0xC00000B7, 277)}

_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    # other machines, and other programs of this one
    "connect": (42, 203),
    "socketpair": (53, 199),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    # another process's memory, descriptors and course
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "tkill": (200, 130),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    "setpriority": (141, 140),
    # leaving the session by which the parent ends everything that was started
    "setsid": (112, 157),
    "setpgid": (109, 154),
    # the kernel's less trodden paths
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "personality": (135, 92),
    "modify_ldt": (154, None),
    "lookup_dcookie": (212, 18),
    "vhangup": (153, 58),
    "memfd_secret": (447, 447),
    # the system itself
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "setns": (308, 268),
    "unshare": (272, 97),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "syslog": (103, 116),
}
"""System calls that are always refused, by their numbers on either machine."""

_STARTING: dict[str, tuple[int | None, int | None]] = {
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
}
"""Refused as well where no other program is needed. (Office suites wait on a Unix socket for a second start.)"""

_SOCKET, _CLONE, _CLONE3 = (41, 198), (56, 220), (435, 435)
_KILL, _TGKILL, _PRLIMIT = (62, 129), (234, 131), (302, 261)
_AF_UNIX, _SOCK_STREAM, _SOCKET_KINDS = 1, 1, 0xF

_Steps = list[tuple[int, int, int, int]]  # operation, jump when true, jump when false, operand


def filter_system_calls(*, may_start_programs: bool = False) -> bool:
    """Refuse them to every thread of this process and to all that it starts; False where that cannot be had.

    The process must have given up new privileges before. It cannot be taken back.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None or struct.calcsize("P") != 8:
        return False
    steps = _program(machine, may_start_programs=may_start_programs)
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    header = ctypes.create_string_buffer(struct.pack("@HP", len(steps), ctypes.addressof(code)))
    call = ctypes.CDLL(None, use_errno=True).syscall
    return bool(call(machine.seccomp, _SECCOMP_SET_MODE_FILTER, _FILTER_ALL_THREADS, header) == 0)


def _program(machine: _Machine, *, may_start_programs: bool) -> _Steps:
    """The filter: what falls through every refusal is allowed."""

    def number(row: tuple[int | None, int | None]) -> int | None:
        return row[machine.column]

    own, parent = os.getpid(), os.getppid()
    refused = _NUMBERS if may_start_programs else _NUMBERS | _STARTING
    steps = [
        *_own_calling_convention(machine),
        *_refuse(number(row) for row in refused.values()),
        *_refuse([number(_CLONE3)], errno.ENOSYS),  # its flags are out of sight; libraries then use the older one
        *_when(number(_PRLIMIT), 0, _unless_one_of([0, own])),
    ]
    if may_start_programs:
        steps += _when(number(_SOCKET), 0, _unless_unix_stream())
        # What it started it may end; the process that waits for it, and everything at once, it may not.
        steps += _when(number(_CLONE), 0, _if_any_bit(_NEW_NAMESPACES))
        steps += _when(number(_KILL), 0, _if_one_of([parent, -parent & _EVERYBODY, _EVERYBODY]))
        steps += _when(number(_TGKILL), 0, _if_one_of([parent]))
    else:
        steps += _refuse([number(_SOCKET)])
        steps += _when(number(_CLONE), 0, _unless_any_bit(_THREAD))
        steps += _when(number(_KILL), 0, _unless_one_of([own]))
        steps += _when(number(_TGKILL), 0, _unless_one_of([own]))
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _own_calling_convention(machine: _Machine) -> _Steps:
    """A 64-bit process that calls as another kind of machine would evades a list of numbers."""
    return [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_EQUAL, 1, 0, machine.architecture),
        _fail(errno.EPERM),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_GREATER, 0, 1, _YOUNGEST),
        _fail(errno.ENOSYS),
    ]


def _fail(error: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, _FAIL_WITH | error)


def _refuse(numbers: Iterable[int | None], error: int = errno.EPERM) -> _Steps:
    return [step for one in numbers if one is not None for step in ((_EQUAL, 0, 1, one), _fail(error))]


def _when(number: int | None, argument: int, then: Sequence[tuple[int, int, int, int]]) -> _Steps:
    """`then` looks at the low half of the argument of that call; after it the number is looked at again."""
    assert number is not None
    load = (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * argument)
    return [(_EQUAL, 0, len(then) + 2, number), load, *then, (_LOAD, 0, 0, _NUMBER_AT)]


def _if_one_of(values: Sequence[int]) -> _Steps:
    return _refuse(values)


def _unless_one_of(values: Sequence[int]) -> _Steps:
    checks = [(_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    return [*checks, _fail(errno.EPERM)]


def _if_any_bit(mask: int) -> _Steps:
    return [(_ANY_BIT, 0, 1, mask), _fail(errno.EPERM)]


def _unless_any_bit(mask: int) -> _Steps:
    return [(_ANY_BIT, 1, 0, mask), _fail(errno.EPERM)]


def _unless_unix_stream() -> _Steps:
    """No other kind can be had: a datagram would reach whoever listens, without a connection."""
    return [
        (_EQUAL, 1, 0, _AF_UNIX),
        _fail(errno.EPERM),
        (_LOAD, 0, 0, _ARGUMENTS_AT + 8),
        (_AND, 0, 0, _SOCKET_KINDS),
        (_EQUAL, 1, 0, _SOCK_STREAM),
        _fail(errno.EPERM),
    ]

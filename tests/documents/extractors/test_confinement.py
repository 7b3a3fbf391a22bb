"""What a process gives up before it opens a hostile file, proved by trying it from inside."""

import ctypes
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from documents.extractors.system_calls import _MACHINES, _program
from kb_project.environment import BASE_DIR

LIMITS_PROGRAM = """
import resource
from documents.extractors.confinement import limit
for value in (64, 32, 128):
    limit(resource.RLIMIT_NOFILE, value)
    print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""
ATTEMPTS = "tests.documents.extractors.confined_attempts"
Try = Callable[..., dict[str, str]]


def test_a_limit_is_lowered_and_never_raised() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIMITS_PROGRAM], cwd=BASE_DIR, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["64", "64", "32", "32", "32", "32"]


@pytest.fixture
def upload(tmp_path: Path) -> Path:
    path = tmp_path / "upload"
    path.write_bytes(b"Some text.")
    return path


@pytest.fixture
def attempt(upload: Path) -> Try:
    """`attempt("internet", "read PATH", programs=True)`: what became of each, in a confined process of its own."""

    def attempt(*lines: str, programs: bool = False, writable: Path | None = None) -> dict[str, str]:
        granted = ["programs"] * programs + [str(writable)] * (writable is not None)
        done = subprocess.run(
            [sys.executable, "-s", "-P", "-m", ATTEMPTS, str(upload), *granted],
            input="\n".join(lines), env={"PYTHONPATH": str(BASE_DIR), "PATH": os.defpath},
            cwd="/", capture_output=True, text=True, check=True, start_new_session=True,
        )  # fmt: skip
        first, *answers = done.stdout.splitlines()
        if first != "True True":
            skip_where_the_kernel_cannot()
        assert first == "True True"
        return dict(answer.split() for answer in answers)

    return attempt


def skip_where_the_kernel_cannot() -> None:
    """Asked of the kernel, and not of what is tested."""
    if ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1) < 1:
        pytest.skip("this kernel has no Landlock")
    if platform.machine() not in _MACHINES or "Seccomp_filters" not in Path("/proc/self/status").read_text():
        pytest.skip("this kernel filters no system calls, or the machine is another one")


def refused(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "PermissionError")


NETWORK = ("internet", "udp", "netlink", "unix-datagram", "socketpair", "io-uring")
OTHER_PROCESSES = (
    "trace-parent", "parents-memory", "parents-environment", "signal-parent", "signal-parents-group",
    "signal-everybody", "limit-parent", "shared-memory",
)  # fmt: skip
SYSTEM = ("bpf", "keys", "userfaultfd", "new-namespace", "mount", "chroot")


@pytest.mark.parametrize("programs", [False, True])
def test_no_network_no_other_process_nothing_of_the_system(attempt: Try, *, programs: bool) -> None:
    names = (*NETWORK, *OTHER_PROCESSES, *SYSTEM)
    assert attempt(*names, programs=programs) == refused(*names)


def test_no_process_is_started_and_so_no_fork_bomb(attempt: Try) -> None:
    names = ("fork", "program", "become-a-program", "leave-the-session", "unix")
    assert attempt(*names) == refused(*names)


@pytest.mark.parametrize("programs", [False, True])
def test_what_libraries_need_stays(attempt: Try, upload: Path, *, programs: bool) -> None:
    names = ("thread", "memory", "own-signal", "own-limits", "import", f"read {upload}")
    assert set(attempt(*names, programs=programs).values()) == {"ok"}


def test_no_other_file_is_read(attempt: Try, upload: Path, tmp_path: Path) -> None:
    (tmp_path / "another").write_bytes(b"A secret.")
    for path in (tmp_path / "another", BASE_DIR / "manage.py", Path("/etc/passwd")):
        assert attempt(f"read {path}", f"list {path.parent}") == refused("read", "list")


def test_nothing_is_written_but_where_it_was_granted(attempt: Try, upload: Path, tmp_path: Path) -> None:
    granted = tmp_path / "granted"
    granted.mkdir()
    assert attempt(f"write {granted}", f"remove {upload}") == refused("write", "remove")
    assert attempt(f"write {granted}", f"list {granted}", writable=granted) == {"write": "ok", "list": "ok"}
    assert attempt(f"write {tmp_path}", f"remove {upload}", writable=granted) == refused("write", "remove")
    assert upload.exists()


def test_whoever_may_start_programs_ends_them_and_cannot_leave_them_behind(attempt: Try, tmp_path: Path) -> None:
    found = attempt("program", "end-a-program", "leave-the-session", programs=True)
    assert found == {"program": "ok", "end-a-program": "ok"} | refused("leave-the-session")


def test_programs_may_wait_on_a_socket_of_their_own_but_connect_to_none(attempt: Try, tmp_path: Path) -> None:
    found = attempt(f"listen {tmp_path}", f"connect {tmp_path}", programs=True, writable=tmp_path)
    assert found == {"listen": "ok"} | refused("connect")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root could lift a limit at all")
def test_root_cannot_lift_its_limits_again(attempt: Try) -> None:
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 1 << 20
    assert attempt("lift-a-limit") == {"lift-a-limit": "ValueError"}


@pytest.mark.parametrize("machine", list(_MACHINES))
@pytest.mark.parametrize("programs", [False, True])
def test_the_filter_is_one_that_the_kernel_takes_on_either_machine(machine: str, *, programs: bool) -> None:
    """Every jump lands inside it, and it ends with an answer: what the kernel checks when it is installed."""
    steps = _program(_MACHINES[machine], may_start_programs=programs)
    assert len(steps) < 4096
    for place, (operation, when_true, when_false, _) in enumerate(steps):
        if operation & 0x07 == 0x05:
            assert place + 1 + max(when_true, when_false) < len(steps)
    assert steps[-1] == (0x06, 0, 0, 0x7FFF0000)

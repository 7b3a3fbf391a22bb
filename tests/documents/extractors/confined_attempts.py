"""A process that confines itself as its arguments say, then tries what is on its standard input: one attempt a line.

Usage: python -m tests.documents.extractors.confined_attempts FILE [programs] [FOLDER that it may write into]

For each it prints `ok`, or the name of the error that came of it.
"""

import ctypes
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from documents.extractors.confinement import give_up_powers

_LIBC = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Any) -> None:
    if getattr(_LIBC, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def system_call(x86_64: int, aarch64: int, *arguments: Any) -> None:
    call("syscall", x86_64 if os.uname().machine == "x86_64" else aarch64, *arguments)


def run_a_thread() -> None:
    done = threading.Event()
    threading.Thread(target=done.set).start()
    assert done.wait(10)


def leave_the_session() -> None:
    """In a child that a program may start: there it is not the session's leader, whom the kernel itself refuses."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
        except PermissionError:
            os._exit(7)
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7:
        raise PermissionError


def write_into(folder: str) -> None:
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        file.write(b"x")


def end_a_program() -> None:
    with subprocess.Popen(["sleep", "60"]) as program:
        program.kill()


def connect_to_a_listener(folder: str) -> None:
    """One of its own: to connect is refused before anybody looks whose it is."""
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as other:
        listener.bind(f"{folder}/connected")
        listener.listen()
        other.connect(f"{folder}/connected")


def listen_beside(folder: str) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"{folder}/socket")
        listener.listen()


ATTEMPTS: dict[str, Callable[..., Any]] = {
    "internet": lambda: socket.create_connection(("127.0.0.1", 9), timeout=1),
    "udp": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
    "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "unix": lambda: socket.socket(socket.AF_UNIX),
    "unix-datagram": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM),
    "socketpair": socket.socketpair,
    "io-uring": lambda: system_call(425, 425, 1, None),
    "bpf": lambda: system_call(321, 280, 0, None, 0),
    "keys": lambda: system_call(250, 219, 0, -3, 0),
    "userfaultfd": lambda: system_call(323, 282, 0),
    "shared-memory": lambda: call("shmget", 0, 4096, 0o1600),
    "trace-parent": lambda: call("ptrace", 16, os.getppid(), None, None),
    "parents-memory": lambda: os.close(os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY)),
    "parents-environment": lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes(),
    "signal-parent": lambda: os.kill(os.getppid(), 0),
    "signal-parents-group": lambda: os.kill(-os.getppid(), 0),
    "signal-everybody": lambda: os.kill(-1, 0),
    "limit-parent": lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CPU),
    "own-signal": lambda: signal.raise_signal(signal.SIGCONT),
    "own-limits": lambda: resource.prlimit(os.getpid(), resource.RLIMIT_CPU),
    "lift-a-limit": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1 << 20, 1 << 20)),
    "new-namespace": lambda: call("unshare", 0x10000000),
    "mount": lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
    "chroot": lambda: os.chroot("/"),
    "leave-the-session": leave_the_session,
    "thread": run_a_thread,
    "memory": lambda: mmap.mmap(-1, 1 << 20),
    "fork": lambda: os.fork() or os._exit(0),
    "program": lambda: subprocess.run(["true"], check=True),
    "end-a-program": end_a_program,
    "become-a-program": lambda: os.execv("/no/such/program", ["program"]),
    "import": lambda: __import__("lxml.etree"),
    "read": lambda path: Path(path).read_bytes(),
    "list": lambda path: list(Path(path).iterdir()),
    "write": write_into,
    "listen": listen_beside,
    "connect": connect_to_a_listener,
    "remove": lambda path: Path(path).unlink(),
}


def attempt(line: str) -> str:
    name, *arguments = line.split()
    try:
        ATTEMPTS[name](*arguments)
    except Exception as error:  # noqa: BLE001 - whatever comes of it is the answer
        return type(error).__name__
    return "ok"


def main() -> None:
    file, *rest = sys.argv[1:]
    lines = sys.stdin.read().splitlines()
    descriptor = os.open(file, os.O_RDONLY)
    confinement = give_up_powers(
        descriptor, writable=[Path(one) for one in rest if one != "programs"], may_start_programs="programs" in rest
    )
    say(f"{confinement.files} {confinement.system_calls}")
    for line in lines:
        say(f"{line.split()[0]} {attempt(line)}")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""The real fork server, whose children also do what a hostile file might bring them to."""

import ctypes
import os
import signal
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from documents.pictures import child, fork_server
from documents.pictures.frames import pack


def crash(request: Mapping[str, Any], path: Path) -> bytes:
    ctypes.string_at(0)
    return b""


def hang(request: Mapping[str, Any], path: Path) -> bytes:
    """Inside C and with Python's lock held: no handler of Python's could run."""
    ctypes.PyDLL(None).sleep(3600)
    return b""


def spin(request: Mapping[str, Any], path: Path) -> bytes:
    signal.setitimer(signal.ITIMER_REAL, 0)
    while True:
        pass


def grow(request: Mapping[str, Any], path: Path) -> bytes:
    return bytes(8 << 30)


def abort_with_memory_in_use(request: Mapping[str, Any], path: Path) -> bytes:
    """As native code does that cannot have more."""
    held = b"x" * (600 << 20)
    os.abort()
    return held


def write(request: Mapping[str, Any], path: Path) -> bytes:
    return attempt(lambda: Path(request["target"]).write_bytes(b"x" * 100_000))


def read(request: Mapping[str, Any], path: Path) -> bytes:
    return attempt(Path(request["target"]).read_bytes)


def connect(request: Mapping[str, Any], path: Path) -> bytes:
    return attempt(lambda: socket.create_connection(("127.0.0.1", 9)))


def fork(request: Mapping[str, Any], path: Path) -> bytes:
    return attempt(lambda: os.fork() or os._exit(0))


def open_many(request: Mapping[str, Any], path: Path) -> bytes:
    return attempt(lambda: [os.dup(1) for _ in range(1000)])


def attempt(what: Any) -> bytes:
    try:
        what()
    except OSError as error:
        return pack({"refused": type(error).__name__})
    return pack({"refused": ""})


def descriptors(request: Mapping[str, Any], path: Path) -> bytes:
    return pack({"open": [name for name in range(256) if is_open(name)], "environment": dict(os.environ)})


def is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def nonsense(request: Mapping[str, Any], path: Path) -> bytes:
    return b"not JSON"


def leave(request: Mapping[str, Any], path: Path) -> bytes:
    os._exit(0)


ACTS = {
    act.__name__: act
    for act in (
        crash,
        hang,
        spin,
        grow,
        abort_with_memory_in_use,
        write,
        fork,
        open_many,
        descriptors,
        nonsense,
        leave,
        read,
        connect,
    )
}


def answer(request: Mapping[str, Any], body: bytes, path: Path) -> bytes:
    act = ACTS.get(request["ask"])
    return act(request, path) if act else real_answer(request, body, path)


real_answer = child.answer
child.answer = answer

if __name__ == "__main__":
    fork_server.main()

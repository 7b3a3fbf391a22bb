"""Messages on a stream socket: a kind of one byte, a length of eight, and the content."""

import json
import socket
import struct
from collections.abc import Mapping
from typing import Any

ANSWER = b"A"
ENDED = b"E"
REQUEST = b"R"

_HEAD = struct.Struct("!cQ")
_BLOCK = 1 << 18


class BrokenFrameError(Exception):
    """The other side ended, or says what cannot be a frame."""


def send_frame(stream: socket.socket, kind: bytes, content: bytes) -> None:
    stream.sendall(_HEAD.pack(kind, len(content)) + content)


def receive_frame(stream: socket.socket, most_bytes: int) -> tuple[bytes, bytes]:
    """Kind and content of the next frame; BrokenFrameError when it does not come whole or is too long."""
    kind, length = _HEAD.unpack(_receive(stream, _HEAD.size))
    if length > most_bytes:
        raise BrokenFrameError(f"{length} bytes")
    return kind, _receive(stream, length)


def _receive(stream: socket.socket, length: int) -> bytes:
    content = bytearray()
    while len(content) < length:
        block = stream.recv(min(_BLOCK, length - len(content)))
        if not block:
            raise BrokenFrameError("ended early")
        content += block
    return bytes(content)


def pack(head: Mapping[str, Any], body: bytes = b"") -> bytes:
    """A line of JSON and, after it, bytes."""
    return json.dumps(head).encode() + b"\n" + body


def unpack(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Back from `pack`; ValueError for anything else."""
    line, _, body = content.partition(b"\n")
    head = json.loads(line)
    if not isinstance(head, dict):
        raise ValueError("the head is not an object")  # noqa: TRY004 - one error type for bad data
    return head, body

"""Messages come whole or are refused."""

import socket
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pictures.frames import ANSWER, BrokenFrameError, pack, receive_frame, send_frame, unpack

values = st.dictionaries(st.text(), st.one_of(st.none(), st.integers(), st.text(), st.booleans()))


@given(values, st.binary())
def test_head_and_body_come_back(head: dict[str, object], body: bytes) -> None:
    assert unpack(pack(head, body)) == (head, body)


@pytest.mark.parametrize("content", [b"", b"x", b"[]\n", b"1", b"\xff\n"])
def test_what_has_no_head_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says: only the type is promised
        unpack(content)


@pytest.mark.parametrize("size", [0, 1, 3_000_000])
def test_a_frame_of_any_size_arrives(size: int) -> None:
    one, other = socket.socketpair()
    with one, other:
        sender = threading.Thread(target=send_frame, args=(one, ANSWER, b"x" * size))
        sender.start()
        assert receive_frame(other, 4_000_000) == (ANSWER, b"x" * size)
        sender.join()


def test_a_frame_that_is_too_long_is_refused_before_it_is_read() -> None:
    one, other = socket.socketpair()
    with one, other:
        send_frame(one, ANSWER, b"x" * 100)
        with pytest.raises(BrokenFrameError):
            receive_frame(other, 99)


@pytest.mark.parametrize("sent", [b"", b"A", b"A" + bytes(7), b"A" + bytes(7) + b"\x05four"])
def test_a_frame_that_ends_early_is_broken(sent: bytes) -> None:
    one, other = socket.socketpair()
    with other:
        one.sendall(sent)
        one.close()
        with pytest.raises(BrokenFrameError):
            receive_frame(other, 100)

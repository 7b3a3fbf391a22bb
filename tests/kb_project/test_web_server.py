"""A web process gets ready for the first question and the first picture by itself, and waits for nobody for ever."""

import gc
import socket
import struct
import threading
from types import SimpleNamespace

import pytest

from kb_project import web_server
from kb_project.web_server import Paced, post_request, post_worker_init, pre_fork, pre_request


def test_a_new_web_process_starts_its_renderer_and_loads_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    loaded = threading.Event()
    monkeypatch.setattr("documents.services.pictures.warm_up", lambda: begun.append("renderer"))
    monkeypatch.setattr("search.queries.warm_up", loaded.set)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        post_worker_init(SimpleNamespace(sockets=[listener]))
        assert timeouts(listener) == [(30, 0), (30, 0)]
    assert begun == ["renderer"]
    assert loaded.wait(10)


def test_what_is_loaded_before_a_fork_is_not_looked_through_after_it() -> None:
    gc.unfreeze()
    try:
        pre_fork(None, None)
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()


def timeouts(one: socket.socket) -> list[tuple[int, int]]:
    options = (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO)
    return [struct.unpack("@ll", one.getsockopt(socket.SOL_SOCKET, option, 16)) for option in options]


def test_a_connection_has_the_patience_of_the_socket_that_accepted_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        web_server.wait_no_longer_than(0.2, [listener])
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as accepted:
            assert timeouts(accepted) == [(0, 200_000), (0, 200_000)]
            with pytest.raises(BlockingIOError):
                accepted.recv(1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(web_server.time, "monotonic", lambda: now[0])
    return now


def read_slowly(clock: list[float], size: int) -> Paced:
    def read(*arguments: object) -> bytes:
        clock[0] += 10
        return b"x" * size

    return Paced(read, 30)


def test_a_body_that_trickles_is_given_up_and_a_slow_one_is_not(clock: list[float]) -> None:
    slow, trickling = read_slowly(clock, 11_000), read_slowly(clock, 1000)
    for _ in range(100):
        assert len(slow(65536)) == 11_000
    for _ in range(3):
        trickling(65536)
    with pytest.raises(TimeoutError):
        trickling(65536)


def test_the_time_in_which_nobody_reads_does_not_count(clock: list[float]) -> None:
    paced = Paced(lambda *arguments: b"x", 30)
    for _ in range(5):
        clock[0] += 1000
        assert paced() == b"x"


def test_each_request_of_a_connection_has_a_time_of_its_own() -> None:
    class Unreader:
        def chunk(self, size: int = 1) -> bytes:
            return b"x" * size

    request = SimpleNamespace(unreader=Unreader())
    pre_request(None, request)
    assert isinstance(request.unreader.chunk, Paced)
    assert request.unreader.chunk(3) == b"xxx"
    post_request(None, request, {}, None)
    assert not isinstance(request.unreader.chunk, Paced)

import stat
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import redis

from kb_project.local_stack.valkey import LocalValkey


@pytest.fixture
def valkey(data_dir: Path) -> Iterator[LocalValkey]:
    server = LocalValkey(data_dir)
    server.start()
    yield server
    server.stop()


def client(server: LocalValkey) -> redis.Redis:
    return redis.Redis(unix_socket_path=server.url.removeprefix("redis+socket://"))


def test_messages_survive_a_stop(valkey: LocalValkey) -> None:
    with client(valkey) as connection:
        connection.lpush("queue", "task")
    valkey.stop()
    valkey.start()
    with client(valkey) as connection:
        assert connection.lrange("queue", 0, -1) == [b"task"]


def test_it_starts_after_a_kill(valkey: LocalValkey) -> None:
    psutil.Process(valkey.pid).kill()
    valkey.start()
    with client(valkey) as connection:
        assert connection.ping()


def test_a_log_that_cannot_be_read_is_put_aside(valkey: LocalValkey) -> None:
    valkey.stop()
    folder = valkey.folders.data_dir / "valkey"
    for part in (folder / "appendonlydir").glob("*.base.rdb"):
        part.write_bytes(b"not a dump at all")
    valkey.start()
    with client(valkey) as connection:
        assert connection.ping()
    assert list(folder.parent.glob("valkey.damaged-*"))


def test_only_we_can_open_the_socket(valkey: LocalValkey) -> None:
    assert stat.S_IMODE(valkey.socket_path.parent.stat().st_mode) == 0o700

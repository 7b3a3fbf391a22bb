import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.postgres import LocalPostgres
from kb_project.local_stack.processes import is_alive


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalPostgres]:
    """Making a cluster takes seconds, so the tests that leave it whole share one."""
    data_dir = tmp_path_factory.mktemp("shared").resolve()
    server = LocalPostgres(data_dir)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(server.folders.outside_path, ignore_errors=True)


@pytest.fixture
def postgres(shared_server: LocalPostgres) -> LocalPostgres:
    """A running server, whatever the test before did to it."""
    if not shared_server.is_running():
        shared_server.start()
    execute(shared_server, "DROP TABLE IF EXISTS kept")
    return shared_server


def execute(server: LocalPostgres, statement: str) -> list[tuple]:
    with psycopg.connect(server.url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def test_rows_survive_a_kill_of_the_server(postgres: LocalPostgres) -> None:
    execute(postgres, "CREATE TABLE kept AS SELECT 42 AS answer")
    psutil.Process(postgres.pid).kill()
    postgres.start()
    assert execute(postgres, "SELECT answer FROM kept") == [(42,)]


def test_rows_survive_a_stop_and_the_address_stays(postgres: LocalPostgres) -> None:
    address = postgres.url
    execute(postgres, "CREATE TABLE kept AS SELECT 42 AS answer")
    postgres.stop()
    postgres.start()
    assert postgres.url == address
    assert execute(postgres, "SELECT answer FROM kept") == [(42,)]


def test_a_pid_file_that_names_a_stranger_does_not_block_the_start(postgres: LocalPostgres) -> None:
    psutil.Process(postgres.pid).kill()
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as stranger:
        pid_file = postgres.cluster / "postmaster.pid"
        lines = pid_file.read_text().splitlines(keepends=True)
        pid_file.write_text("".join([f"{stranger.pid}\n", *lines[1:]]))
        postgres.start()
        assert is_alive(psutil.Process(stranger.pid)), "the stranger is left alone"
        stranger.kill()
    assert execute(postgres, "SELECT 1") == [(1,)]


def test_a_server_whose_supervisor_was_killed_is_ended_before_the_next(postgres: LocalPostgres) -> None:
    postgres.pid_path.unlink()  # only Postgres's own pid file still names it
    orphan = psutil.Process(postgres.pid)
    heir = LocalPostgres(postgres.folders.data_dir)
    heir.start()
    try:
        assert not is_alive(orphan)
        assert execute(heir, "SELECT 1") == [(1,)]
    finally:
        heir.stop()


@pytest.mark.long
def test_a_cluster_that_was_being_made_when_all_was_killed_is_made_anew(data_dir: Path) -> None:
    server = LocalPostgres(data_dir, durable=False)
    server.start()
    server.stop()
    half = server.cluster.rename(server.cluster.with_name("postgres.new"))
    (half / "PG_VERSION").unlink()
    server.start()
    try:
        assert execute(server, "SELECT 1") == [(1,)]
    finally:
        server.stop()


def test_nobody_else_can_open_the_socket_or_the_data(postgres: LocalPostgres) -> None:
    for folder in (postgres.socket_folder, postgres.cluster):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_it_listens_on_no_network_address(postgres: LocalPostgres) -> None:
    assert execute(postgres, "SHOW listen_addresses") == [("",)]


def test_text_is_compared_by_code_point(postgres: LocalPostgres) -> None:
    assert execute(postgres, "SELECT 'Z' < 'a', current_setting('server_encoding')") == [(True, "UTF8")]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to run Postgres as someone else")
def test_as_root_it_runs_as_another_user(postgres: LocalPostgres) -> None:
    assert psutil.Process(postgres.pid).uids().real != 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to run Postgres as someone else")
def test_as_root_no_folder_above_is_widened(data_dir: Path) -> None:
    data_dir.parent.chmod(0o700)
    server = LocalPostgres(data_dir, durable=False)
    server.start()
    server.stop()
    assert stat.S_IMODE(data_dir.parent.stat().st_mode) == 0o700
    assert server.base == server.folders.outside_path
    assert not (data_dir / "postgres").exists()


def test_a_server_that_cannot_start_says_why_in_one_sentence(postgres: LocalPostgres) -> None:
    postgres.stop()
    version = postgres.cluster / "PG_VERSION"
    true_version = version.read_text()
    version.write_text("9\n")
    try:
        with pytest.raises(StackFailure, match=r"^Postgres cannot start: .*incompatible with server; see .*\.$"):
            postgres.start()
    finally:
        version.write_text(true_version)


def test_stopping_is_a_clean_shutdown(postgres: LocalPostgres) -> None:
    postgres.stop()
    assert postgres.exit_status() == 0
    assert "database system is shut down" in postgres.log_since_start()

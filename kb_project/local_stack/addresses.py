"""The addresses of what was started, for children and for other shells."""

import os
from collections.abc import Mapping
from pathlib import Path

from kb_project.environment import read_stack_addresses

VARIABLES = ("DATABASE_URL", "CELERY_BROKER_URL", "CHROMA_URL")


def given_addresses(data_dir: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """The addresses that a person gave; not those that settings read from the file of a killed stack."""
    left_behind = read_stack_addresses(data_dir)
    return {
        variable: environ[variable]
        for variable in VARIABLES
        if environ.get(variable) and environ[variable] != left_behind.get(variable)
    }


def stack_file(data_dir: Path) -> Path:
    return data_dir / "run" / "stack.env"


def write_stack_file(path: Path, addresses: Mapping[str, str]) -> None:
    """``KEY=value`` lines for our eyes only; whole or not at all."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
        stream.writelines(f"{variable}={address}\n" for variable, address in addresses.items())
    draft.replace(path)

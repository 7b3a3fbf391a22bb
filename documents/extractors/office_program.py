"""Where LibreOffice is on this machine, if anywhere: the program that reads what no library here can."""

import os
import re
import shutil
from pathlib import Path

_NAMES = ("soffice", "libreoffice")
_ITSELF = "soffice.bin"
"""What the program called `soffice` starts. Started directly, it is one process, which ends with its parent."""
_PRODUCT = re.compile(r"^ProductKey\s*=\s*(LibreOffice [0-9.]+)\s*$", re.MULTILINE)


def find_office_program() -> Path | None:
    """The program to start: what SOFFICE_BIN names, else the first on the PATH; None where there is none."""
    named = os.environ.get("SOFFICE_BIN", "")
    found = next(filter(None, map(shutil.which, [named] if named else _NAMES)), None)
    if found is None:
        return None
    program = Path(found).resolve()
    itself = program.with_name(_ITSELF)
    return itself if itself.is_file() else program


def installation_of(program: Path) -> Path:
    """The folder that holds all that the program needs of its own."""
    return program.parent.parent if program.name == _ITSELF else program.parent


def product_of(program: Path) -> str:
    """Its name and version, "LibreOffice 7.4", as its own files say it; without a version where they do not."""
    try:
        told = program.with_name("bootstraprc").read_text(encoding="utf-8", errors="replace")
    except OSError:
        told = ""
    found = _PRODUCT.search(told)
    return found[1] if found else "LibreOffice"

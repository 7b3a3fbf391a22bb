"""Writes a picture of every screen at three widths, in light and in dark, to var/screenshots/.

Usage: python -m scripts.screenshots [FOLDER]

The screens are those that the browser tests walk through, with the same documents, on services that are started for it
and stopped afterwards.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_BASE = Path(__file__).resolve().parents[1]
_TAKE = "tests/browser/take_screenshots.py"


def main() -> None:
    """Leave with pytest's exit code where a screen could not be shown."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else _BASE / "var" / "screenshots").resolve()
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=900", "--show-capture=no"]
    environment = os.environ | {"SCREENSHOTS_DIR": str(folder)}
    ended = subprocess.run([*command, _TAKE], cwd=_BASE, env=environment, check=False)
    if ended.returncode:
        sys.exit(ended.returncode)
    print(f"{len(list(folder.rglob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()

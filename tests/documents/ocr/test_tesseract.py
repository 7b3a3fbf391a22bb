"""How the program is started; what the real one reads is in `test_reading_scans`."""

import sys
from pathlib import Path

from PIL import Image

from documents.ocr.tesseract import Tesseract

STAND_IN = """#!{python}
import os, sys
sys.stdin.buffer.read()
said = os.environ[{name!r}] if {name!r} in os.environ else "missing"
print("level\\tpage_num")
print("\\t".join(["5", "1", "1", "1", "1", "1", "10", "10", "50", "20", "95", said]))
"""


def told_of(name: str, folder: Path, data: str = "") -> str:
    """What the program is told in the variable of its environment of that name."""
    program = folder / "stand-in"
    program.write_text(STAND_IN.format(python=sys.executable, name=name), encoding="utf-8")
    program.chmod(0o700)
    text, _ = Tesseract(str(program), data, "eng").read(Image.new("RGB", (100, 100), "white"), 300)
    return text.strip()


def test_the_program_runs_with_one_thread(tmp_path: Path) -> None:
    assert told_of("OMP_THREAD_LIMIT", tmp_path) == "1"


def test_it_is_told_where_its_data_is_and_nothing_else(tmp_path: Path) -> None:
    assert told_of("TESSDATA_PREFIX", tmp_path, data="/there") == "/there"
    assert told_of("TESSDATA_PREFIX", tmp_path) == "missing"
    assert told_of("PATH", tmp_path) == "missing"

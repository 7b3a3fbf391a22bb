"""Tesseract, as a process of the confined child: it has the child's limits and ends with it."""

import io
import re
import subprocess
from dataclasses import dataclass

from PIL import Image

from documents.extractors.confinement import end_with_parent
from documents.ocr.composing import Seen, compose
from documents.ocr.readings import Reading
from documents.ocr.tsv import TsvPage, read_tsv

_SURE = 60.0
"""A page that is read with less confidence may lie on its side; one the right way up has more than 80."""

_TURN = re.compile(r"^Rotate: (90|180|270)$", re.MULTILINE)
_RIGHTWARDS = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}
_SAID_ON_FAILURE = 300


class TesseractFailed(Exception):  # noqa: N818 - what it says is the detail of the page's failure
    """It ended with an error; its last words."""


@dataclass(frozen=True, slots=True)
class Tesseract:
    """`program` and `data` are absolute paths, `data` "" for its own; `languages` as it wants them."""

    program: str
    data: str
    languages: str

    def read(self, picture: Image.Image, dpi: int) -> Reading:
        """Upright first; where it is not sure of that, once more as it thinks that the page stands."""
        grey = picture.convert("L")
        page = self._words(grey, dpi)
        if page.confidence < _SURE:
            turn = self._turn(grey, dpi)
            if turn:
                turned = grey.transpose(_RIGHTWARDS[turn])
                other = self._words(turned, dpi)
                if other.confidence > page.confidence:
                    return compose(other.paragraphs, Seen(*turned.size, quarters=4 - turn // 90))
        return compose(page.paragraphs, Seen(*grey.size))

    def _words(self, grey: Image.Image, dpi: int) -> TsvPage:
        return read_tsv(self._run(grey, dpi, "-l", self.languages, "--psm", "3", "-c", "tessedit_create_tsv=1"))

    def _turn(self, grey: Image.Image, dpi: int) -> int:
        """How far to turn it to the right, in degrees; 0 where that cannot be told, or its data is missing."""
        try:
            found = _TURN.search(self._run(grey, dpi, "-l", "osd", "--psm", "0"))
        except TesseractFailed:
            return 0
        return int(found[1]) if found else 0

    def _run(self, grey: Image.Image, dpi: int, *options: str) -> str:
        # A second thread makes it slower, ten times so on a busy machine: each waits for the other in a loop.
        environment = {"OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"}
        ended = subprocess.run(  # noqa: PLW1510 - the status is looked at below
            [self.program, "stdin", "stdout", "--dpi", str(dpi), *options],
            input=_as_pgm(grey),
            capture_output=True,
            env=environment | ({"TESSDATA_PREFIX": self.data} if self.data else {}),
            preexec_fn=end_with_parent,  # this process has one thread
        )
        if ended.returncode != 0:
            said = ended.stderr.decode(errors="replace").strip()[-_SAID_ON_FAILURE:]
            raise TesseractFailed(f"tesseract ended with {ended.returncode}: {said}")
        return ended.stdout.decode()


def _as_pgm(grey: Image.Image) -> bytes:
    out = io.BytesIO()
    grey.save(out, "PPM")
    return out.getvalue()

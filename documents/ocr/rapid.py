"""RapidOCR with the models that its package brings: by their paths, so that it never looks for any in the network.

Imported in the confined child only, by `readers`: it loads for seconds.
"""

import logging
from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, sin
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

import cv2
import numpy as np
import rapidocr
from PIL import Image
from rapidocr import EngineType, RapidOCR
from rapidocr.ch_ppocr_rec import TextRecOutput
from rapidocr.main import RapidOCRError

from documents.ocr.composing import Seen, compose
from documents.ocr.layout import Box, Line, Piece, arrange
from documents.ocr.readings import Reading

_MODELS = Path(rapidocr.__file__).parent / "models"

_FIND_DPI = 170
"""Lines are looked for on a smaller picture: the same ones are found in a third of the time."""

_LEAST_FIND_SIDE, _MOST_FIND_SIDE = 736, 3200
_LINES_AT_ONCE = 2  # more of them need more memory and hardly less time
_LINE_HEIGHT = 48  # pixels, as the model was trained
_LINE_WIDTHS = (320, 640, 960, 1280, 1600, 1920, 2560, 3200)
_LEAST_SCORE = 0.5

_TALL = 1.5  # times its width: a line that runs up or down the page
_SAMPLE = 5  # lines that show whether a page stands on its head
_SURE = 0.85  # of a sample the right way up; one that stands on its head has much less
_STEEPEST = 0.35  # radians: beyond it a page is not just askew

Array = Any
"""An array of numpy: its types are of no use beside libraries that have none."""

Quads = Array
"""Of each line its corners, as (n, 4, 2): top left, top right, bottom right, bottom left."""


class _Recognized(NamedTuple):
    """One line: its text, how sure of it the model is (0 to 1), and in which columns of its picture its letters are."""

    text: str
    score: float
    columns: Any


class RapidReader:
    """Finds the lines of a page, and reads each.

    RapidOCR's own classifier of single lines, which tells those that stand on their heads, is not used: it turns long
    lines that stand upright. A page is turned as a whole.
    """

    def __init__(self, threads: int) -> None:
        logging.disable(logging.CRITICAL)
        cv2.setNumThreads(threads)
        self._ocr: Any = None
        try:
            self._load(EngineType.OPENVINO, threads)
        except (ImportError, RuntimeError):  # it is not built for every processor
            self._load(EngineType.ONNXRUNTIME, threads)

    def _load(self, engine: EngineType, threads: int) -> None:
        """OpenVINO takes a quarter of onnxruntime's time to read the same text."""
        self._ocr = RapidOCR(params=_parameters(engine, threads))
        blank = np.full((_LINE_HEIGHT, 512, 3), 255, np.uint8)
        self._find(blank, _LEAST_FIND_SIDE)
        self._ocr.recognize_txt([blank])

    def read(self, picture: Image.Image, dpi: int) -> Reading:
        """As `Reader.read`."""
        pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
        side = _find_side(picture, dpi)
        quarters, quads, crops = self._upright(pixels, side)
        wide, high = picture.size if quarters % 2 == 0 else picture.size[::-1]
        return compose(arrange(self._lines(quads, crops)), Seen(wide, high, quarters))

    def _upright(self, pixels: Array, side: int) -> tuple[int, Quads, list[Array]]:
        """By how many quarters the picture is to be turned to the left, and the lines that are on it then."""
        quarters = 0
        quads, crops = self._find(pixels, side)
        if _run_up_or_down(quads):
            quarters = 1
            quads, crops = self._find(_turned(pixels, quarters), side)
        if self._stands_on_its_head(crops):
            quarters += 2
            quads, crops = self._find(_turned(pixels, quarters), side)
        return quarters, quads, crops

    def _find(self, pixels: Array, side: int) -> tuple[Quads, list[Array]]:
        """The lines on a picture of which the longer side is made `side` pixels, and each of them cut out."""
        if self._ocr.text_det is not None:
            self._ocr.text_det.limit_side_len = side
        try:
            crops, found = self._ocr.detect_and_crop(pixels, {})
        except RapidOCRError:  # there are none
            return np.zeros((0, 4, 2)), []
        return found.boxes, crops

    def _stands_on_its_head(self, crops: Sequence[Array]) -> bool:
        longest = sorted(crops, key=lambda crop: crop.shape[1] / crop.shape[0])
        middle = len(longest) // 2
        sample = longest[max(0, middle - _SAMPLE // 2) :][:_SAMPLE]
        if not sample:
            return False
        upright = self._sureness(sample)
        return upright < _SURE and self._sureness([np.rot90(crop, 2) for crop in sample]) > upright

    def _sureness(self, crops: Sequence[Array]) -> float:
        return fmean(line.score for line in self._recognized([np.ascontiguousarray(crop) for crop in crops]))

    def _recognized(self, crops: Sequence[Array]) -> list[_Recognized]:
        """In the order of the crops; read by widths, since OpenVINO compiles and keeps a program for each width."""
        groups: dict[int, list[int]] = {}
        for at, crop in enumerate(crops):
            groups.setdefault(_width_for(crop), []).append(at)
        found: dict[int, _Recognized] = {}
        for width, members in groups.items():
            self._ocr.text_rec.rec_image_shape = [3, _LINE_HEIGHT, width]
            read = self._ocr.recognize_txt([crops[at] for at in members])
            found |= zip(members, map(_Recognized, read.txts, read.scores, read.word_results), strict=True)
        return [found[at] for at in range(len(crops))]

    def _lines(self, quads: Quads, crops: list[Array]) -> list[Line]:
        if not crops:
            return []
        read = self._recognized(crops)
        output: Any = TextRecOutput()
        output.txts, output.word_results = [line.text for line in read], [line.columns for line in read]
        is_by_character = True
        placed = self._ocr.cal_rec_boxes(crops, quads.astype(np.float32), output, is_by_character).word_results
        level = _levelling(quads)
        return [
            Line(level(quad), tuple(_pieces(line.text, characters, _bounds(quad))))
            for quad, line, characters in zip(quads, read, placed, strict=True)
            if line.text.strip() and line.score >= _LEAST_SCORE
        ]


def _parameters(engine: EngineType, threads: int) -> dict[str, object]:
    return {
        "Global.log_level": "critical",
        "Global.use_vertical_padding": False,
        "Global.return_word_box": True,
        "EngineConfig.openvino.inference_num_threads": threads,
        "EngineConfig.openvino.num_streams": 1,
        "EngineConfig.openvino.enable_cpu_pinning": "NO",  # pinned, two processes land on the same core
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "Det.engine_type": engine,
        "Det.model_path": str(_MODELS / "PP-OCRv6_det_small.onnx"),
        "Det.limit_type": "max",
        "Rec.engine_type": engine,
        "Rec.model_path": str(_MODELS / "PP-OCRv6_rec_small.onnx"),
        "Rec.rec_batch_num": _LINES_AT_ONCE,
    }


def _width_for(crop: Array) -> int:
    """Of the picture that the model is given; a line that is longer than all of them makes its own."""
    high, wide = crop.shape[:2]
    return next((width for width in _LINE_WIDTHS if wide * _LINE_HEIGHT <= width * high), _LINE_WIDTHS[-1])


def _find_side(picture: Image.Image, dpi: int) -> int:
    longer = max(picture.size)
    return max(_LEAST_FIND_SIDE, min(_MOST_FIND_SIDE, round(longer * _FIND_DPI / dpi)))


def _turned(pixels: Array, quarters: int) -> Array:
    return np.ascontiguousarray(np.rot90(pixels, quarters))


def _run_up_or_down(quads: Quads) -> bool:
    """Whether most of what is written runs so, by the lengths of the lines."""
    lengths = [max(_width(quad), _height(quad)) for quad in quads]
    upright = [length for length, quad in zip(lengths, quads, strict=True) if _height(quad) < _TALL * _width(quad)]
    return sum(upright) < sum(lengths) / 2


def _width(quad: Array) -> float:
    return hypot(*(quad[1] - quad[0]))


def _height(quad: Array) -> float:
    return hypot(*(quad[3] - quad[0]))


def _levelling(quads: Quads) -> Any:
    """What gives a line the box that it would have on a page that is not askew."""
    angles = [atan2(*(quad[1] - quad[0])[::-1]) for quad in quads if _width(quad) > _TALL * _height(quad)]
    askew = median(angles) if angles else 0.0
    if abs(askew) > _STEEPEST:
        askew = 0.0
    level = np.array([[cos(askew), -sin(askew)], [sin(askew), cos(askew)]])
    return lambda quad: _bounds(quad @ level)


def _bounds(points: Array) -> Box:
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def _pieces(text: str, characters: Sequence[tuple[str, float, Array]], line: Box) -> Iterator[Piece]:
    """Words, and single characters where a script has no spaces; with the box of the line where theirs are unknown."""
    boxes = iter([_bounds(np.array(points)) for _, _, points in characters])
    are_known = len(characters) == sum(not character.isspace() for character in text)
    for word in text.split():
        for at, part in enumerate(_parts(word)):
            box = _around([next(boxes) for _ in part]) if are_known else line
            yield Piece(part, box, after_space=at == 0)


def _parts(word: str) -> Iterator[str]:
    """Runs of letters that are written with spaces between words, and each of the others by itself."""
    run = ""
    for character in word:
        if _is_written_without_spaces(character):
            if run:
                yield run
            yield character
            run = ""
        else:
            run += character
    if run:
        yield run


def _is_written_without_spaces(character: str) -> bool:
    """Chinese characters, kana, and the punctuation among them."""
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\uffef" or character >= "\U00020000"


def _around(boxes: Sequence[Box]) -> Box:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)

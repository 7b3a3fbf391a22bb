"""Each kind of bomb, made small and read under small limits: an end in time, with a clear code or as text.

Their full size, and what they cost then, is for `python -m benchmarks.bombs`.
"""

from pathlib import Path

import pytest

from benchmarks.bomb_files import BOMBS, Bomb
from documents.extractors.failures import FAILURES, ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText
from documents.extractors.sandbox import extract_confined
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type
from documents.pictures.failures import PictureFailure
from documents.pictures.renderer import Renderer, RenderLimits

LIMITS = Limits(seconds=20, memory_bytes=256 << 20, output_bytes=4 << 20)
SHARE = 0.02
"""Of the full size: what a tenth of the memory allows is a tenth of the bomb, and less."""

CLEAR = FAILURES.keys() - {"reader-crashed", "worker-lost"} | {"text"}

SLOW = ("200000-pages.pdf", "page-tree-of-twins.pdf", "1000000-annotations.pdf")

CODES = {
    "zip-bomb.docx": "expands-too-much",
    "zip-bomb.xlsx": "expands-too-much",
    "zip-bomb.odt": "expands-too-much",
    "zip-bomb.epub": "expands-too-much",
    "zip-in-zip.zip": "unsupported-type",
    "overlapping-parts.epub": "expands-too-much",
    "billion-laughs.docx": "damaged",
    "quadratic-entities.docx": "damaged",
    "external-entities.docx": "damaged",
    "external-entities.odt": "damaged",
    "deep-nesting.docx": "damaged",
    "name-tree-loop.pdf": "text",
    "deep-tables.html": "text",
}


def bomb_parameters(*, drawn: bool) -> list[object]:
    """The quick ones in the short suite, all of them in the long one."""
    return [
        pytest.param(bomb, id=bomb.name, marks=[] if is_quick(bomb) else [pytest.mark.long])
        for bomb in BOMBS
        if bomb.is_drawn or not drawn
    ]


def is_quick(bomb: Bomb) -> bool:
    return bomb.name in CODES or (bomb.is_drawn and bomb.name not in SLOW)


def read_bomb(bomb: Bomb, folder: Path) -> ExtractedText:
    path = folder / bomb.name
    with path.open("w+b") as file:
        bomb.write(file, SHARE)
    with path.open("rb") as file:
        media_type = sniff_media_type(file.read(HEAD_BYTES), lambda: path.open("rb"), bomb.name)
    return extract_confined(path, media_type, LIMITS)


def outcome_of(bomb: Bomb, folder: Path) -> str:
    """A failure's code, or "text"."""
    try:
        outcome = read_bomb(bomb, folder)
    except ExtractionFailure as failure:
        return failure.code
    return "text" if len(outcome.text) <= LIMITS.output_bytes else "too much text"


@pytest.mark.parametrize("bomb", bomb_parameters(drawn=False))
def test_a_bomb_ends_as_text_or_with_a_clear_code(bomb: Bomb, tmp_path: Path) -> None:
    outcome = outcome_of(bomb, tmp_path)
    if bomb.name in CODES:
        assert outcome == CODES[bomb.name]
    else:
        assert outcome in CLEAR


def test_every_code_that_is_expected_is_that_of_a_bomb() -> None:
    assert {bomb.name for bomb in BOMBS} >= CODES.keys()


@pytest.mark.parametrize("name", ["external-entities.docx", "external-entities.odt", "external-type.epub"])
def test_nothing_is_fetched_for_a_file(name: str, tmp_path: Path) -> None:
    bomb = next(bomb for bomb in BOMBS if bomb.name == name)
    try:
        text = read_bomb(bomb, tmp_path).text
    except ExtractionFailure as failure:
        text = failure.detail
    assert "root:" not in text


@pytest.mark.long
@pytest.mark.parametrize("bomb", bomb_parameters(drawn=True))
def test_a_bomb_is_drawn_or_has_a_clear_code(bomb: Bomb, tmp_path: Path) -> None:
    path = tmp_path / bomb.name
    with path.open("w+b") as file:
        bomb.write(file, SHARE)
    assert drawn(path) in CLEAR


def drawn(path: Path) -> str:
    """A failure's code, or "text" where there is a picture, of a bounded size."""
    limits = RenderLimits(seconds=5, memory_bytes=512 << 20, wait_seconds=5, at_once=1)
    renderer = Renderer()
    try:
        with path.open("rb") as file:
            head, picture = renderer.ask(file, {"ask": "picture", "page": 1, "width": 320}, limits)
    except PictureFailure as failure:
        return failure.code
    finally:
        renderer.stop()
    return "text" if picture and head["width"] * head["height"] <= 50_000_000 else "too large a picture"

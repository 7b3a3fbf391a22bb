"""Marks stand where the words stand, in whatever order a page draws them and whichever order was stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from documents.extractors.limits import Limits
from documents.extractors.pdf import extract
from documents.pictures.frames import unpack
from documents.pictures.geometry import PageRect, Placement, decode_placement
from documents.pictures.requests import answer
from tests.documents.extractors.drawn_pages import BAKERS, FERRY, POEM, at, down, drawn, row_by_row

LIMITS = Limits(seconds=30, memory_bytes=1 << 30, output_bytes=1 << 20)
COLUMNS = drawn(row_by_row(FERRY, BAKERS))
AS_DRAWN = "\n".join(f"{left} {right}" for left, right in zip(FERRY, BAKERS, strict=True))
"""How the columns were stored before they were read one after the other."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.pdf"


def stored_text(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    (page,) = extract(path, LIMITS).pages or ()
    return page.text


def placement(path: Path, stored: str) -> Placement:
    return decode_placement(unpack(answer({"ask": "placement", "page": 1}, stored.encode(), path))[1])


def rects_of(path: Path, stored: str, words: str) -> tuple[PageRect, ...]:
    start = stored.index(words)
    rects, problem = placement(path, stored).rects(start, start + len(words))
    assert problem == ""
    return rects


def test_two_lines_of_a_column_are_marked_in_that_column(path: Path) -> None:
    stored = stored_text(path, COLUMNS)
    left = rects_of(path, stored, f"{FERRY[1]}\n{FERRY[2]}")
    right = rects_of(path, stored, f"{BAKERS[1]}\n{BAKERS[2]}")
    assert [len(left), len(right)] == [2, 2]
    assert all(rect.x0 == pytest.approx(60 / 612, abs=0.01) and rect.x1 < 0.5 for rect in left)
    assert all(rect.x0 == pytest.approx(330 / 612, abs=0.01) for rect in right)
    assert [rect.y1 for rect in left] == pytest.approx([rect.y1 for rect in right], abs=0.01)


@pytest.mark.parametrize("words", [FERRY[3], BAKERS[1]])
def test_a_text_stored_as_it_is_drawn_is_marked_all_the_same(path: Path, words: str) -> None:
    now = stored_text(path, COLUMNS)
    assert rects_of(path, AS_DRAWN, words) == rects_of(path, now, words)
    assert placement(path, AS_DRAWN).kinds.count(b"?") == 1  # the hyphen, which is never compared


@pytest.mark.parametrize("place", range(len(POEM)))
def test_a_vertical_line_is_marked_by_one_upright_rectangle(path: Path, place: int) -> None:
    data = drawn("".join(down(500 - 20 * number, 700, line) for number, line in enumerate(POEM)))
    stored = stored_text(path, data)
    (letter,) = rects_of(path, stored, POEM[place][:1])
    assert letter.y1 - letter.y0 == pytest.approx(12 / 792, abs=0.003)
    (rect,) = rects_of(path, stored, POEM[place])
    assert (rect.x0 + rect.x1) / 2 == pytest.approx((500 - 20 * place) / 612, abs=0.02)
    assert rect.x1 - rect.x0 < 0.05
    assert (rect.y0, rect.y1) == pytest.approx((92 / 792, (92 + 12 * len(POEM[place])) / 792), abs=0.02)


def test_what_stands_after_a_broken_word_is_marked_where_it_is(path: Path) -> None:
    stored = stored_text(path, drawn(at(60, 120, "would need recon-") + at(290, 30, "41", 9)))
    assert stored.endswith("recon-\n41")
    (rect,) = rects_of(path, stored, "41")
    assert rect.x0 == pytest.approx(290 / 612, abs=0.01)

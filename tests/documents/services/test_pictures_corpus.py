"""The rectangles of the corpus, through the product's own door: received, read, and asked where a word stands.

The corpus is what PINCITE_CORPUS names; its figures were measured with another tool.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from documents.models import Revision
from documents.services.pictures import PageMarks, page_marks, page_picture, page_sizes
from documents.text import TextSpan
from tests.corpus import corpus_cases, corpus_file, needs_corpus
from tests.documents.picture_files import edges, read_pdf

pytestmark = [pytest.mark.django_db, needs_corpus]

CASES = corpus_cases(lambda case: "highlight_rects" in case["expect"])


@pytest.fixture(autouse=True)
def pictures_root(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_ROOT = str(tmp_path / "pictures")


def case_parameters() -> list[Any]:
    return [
        pytest.param(case, item, id=f"{case['id']}-{item['page']}-{item['word']}")
        for case in CASES
        for item in case["expect"]["highlight_rects"]["items"]
    ] or [pytest.param({}, {}, id="none")]


def read_file(name: str) -> Revision:
    return read_pdf(corpus_file(name).read_bytes())


def marks_of(revision: Revision, number: int, word: str) -> PageMarks:
    """Those of the first occurrence of a word in the stored text of a page."""
    page = next(span for span in revision.spans if span.number == number)
    at = (revision.text or "").index(word, page.start, page.end)
    return page_marks(revision, number, [TextSpan(at, at + len(word))])


@pytest.mark.parametrize(("case", "item"), case_parameters())
def test_a_word_of_the_corpus_is_marked_where_it_stands(
    case: dict[str, Any], item: dict[str, Any], record_property: Any
) -> None:
    marks = marks_of(read_file(case["file"]), item["page"], item["word"])
    ((rect,),) = marks.rects
    error = max(abs(one - other) for one, other in zip(edges(rect), item["rect_frac_topleft"], strict=True))
    record_property("error", error)
    assert error <= case["expect"]["highlight_rects"]["tolerance"]
    assert marks.problem == ""
    assert marks.size is not None
    assert [marks.size.width, marks.size.height] == pytest.approx(item["page_size_displayed_pt"], abs=0.01)


def test_what_lies_outside_the_crop_box_is_not_marked_and_says_so() -> None:
    marks = marks_of(read_file("g-rotate-crop-grid-a.pdf"), 1, "HIDDENOUTSIDECROP")
    assert (marks.rects, marks.problem) == (((),), "outside-picture")


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    sorted({case["file"] for case in CASES}) or ["none"],
)
def test_every_page_of_the_corpus_has_its_letters_placed_and_a_picture(name: str) -> None:
    revision = read_file(name)
    for span in revision.spans:
        marks = page_marks(revision, span.number, [TextSpan(span.start, span.end)])
        assert marks.problem == ""
        assert all(0 <= edge <= 1 for rect in marks.rects[0] for edge in edges(rect))
        picture = page_picture(revision, span.number, 640)
        assert picture.width <= 640
    assert len(page_sizes(revision)) == revision.page_count

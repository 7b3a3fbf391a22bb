"""A passage is marked where its words are drawn; and what is drawn is kept, bounded and proof against its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage

from documents.models import Revision
from documents.pictures.failures import PictureFailure
from documents.pictures.sizes import MOST_PIXELS
from documents.services import pictures, sweep
from documents.services.pictures import (
    PageSize,
    PictureUnavailable,
    has_pictures,
    page_marks,
    page_picture,
    page_sizes,
)
from documents.text import TextSpan
from tests.documents.extractors.pdf_files import FONT, make_pdf, rewrite_pdf
from tests.documents.picture_files import drawn_pdf, edges, ink_on, line, read_pdf, span_of
from tests.factories import make_document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("remembered_readings")]

TOLERANCE = 0.02

KINDS = {
    "upright": "/MediaBox[0 0 600 800]",
    "turned by 90": "/MediaBox[0 0 600 800]/Rotate 90",
    "turned by 180": "/MediaBox[0 0 600 800]/Rotate 180",
    "turned by 270": "/MediaBox[0 0 600 800]/Rotate 270",
    "cropped": "/MediaBox[0 0 600 800]/CropBox[100 300 500 700]",
    "cropped and turned": "/MediaBox[0 0 600 800]/CropBox[100 300 500 700]/Rotate 90",
    "with a negative origin": "/MediaBox[-100 -50 500 750]",
    "with another unit": "/MediaBox[0 0 600 800]/UserUnit 2.5",
}


@pytest.fixture(autouse=True)
def pictures_root(settings: Any, tmp_path: Path) -> Path:
    settings.PICTURES_ROOT = str(tmp_path / "pictures")
    return tmp_path / "pictures"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the renderer is asked for, in order; it answers as ever."""
    seen: list[str] = []
    ask = pictures._RENDERER.ask

    def record(file: Any, request: dict[str, Any], *rest: Any) -> Any:
        seen.append(request["ask"])
        return ask(file, request, *rest)

    monkeypatch.setattr(pictures._RENDERER, "ask", record)
    return seen


def fail_with(monkeypatch: pytest.MonkeyPatch, code: str) -> list[str]:
    """The renderer fails; what it is asked for is recorded."""
    seen: list[str] = []

    def fail(file: Any, request: dict[str, Any], *rest: Any) -> Any:
        seen.append(request["ask"])
        raise PictureFailure(code)

    monkeypatch.setattr(pictures._RENDERER, "ask", fail)
    return seen


@pytest.mark.parametrize("page", KINDS.values(), ids=KINDS)
def test_a_word_is_marked_where_it_is_drawn(page: str) -> None:
    revision = read_pdf(drawn_pdf(line("NEEDLE"), page))
    marks = page_marks(revision, 1, [span_of(revision, "NEEDLE")])
    ((rect,),) = marks.rects
    assert edges(rect) == pytest.approx(ink_on(page_picture(revision, 1, 640)), abs=TOLERANCE)
    assert marks.problem == ""


@pytest.mark.parametrize(("part", "most", "children"), [(10, 3, 2), (10, 1, 1), (1000, 3, 1)])
def test_of_a_long_page_only_what_is_shown_is_placed(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], part: int, most: int, children: int
) -> None:
    """The words stand in two parts, for two children; one does the whole page where that is more than `most`."""
    revision = read_pdf(drawn_pdf(line("Some words before NEEDLE and others behind it")))
    spans = [span_of(revision, "before NEEDLE"), TextSpan(0, 0), span_of(revision, "NEEDLE and")]
    expected = page_marks(revision, 1, spans)
    assert [len(rects) for rects in expected.rects] == [1, 0, 1]
    revision.file_sha256 = "0" * 64  # nothing kept is its own
    asked.clear()
    monkeypatch.setattr(pictures, "_PART", part)
    monkeypatch.setattr(pictures, "_MOST_PARTS", most)
    assert page_marks(revision, 1, spans) == expected
    assert page_marks(revision, 1, spans) == expected
    assert asked == ["placement"] * children


@pytest.mark.parametrize("turn", ["0 1 -1 0", "-1 0 0 -1", "0 -1 1 0"], ids=["up", "upside down", "down"])
def test_turned_writing_is_marked_by_one_rectangle(turn: str) -> None:
    revision = read_pdf(drawn_pdf(f"BT /F1 20 Tf {turn} 300 400 Tm (NEEDLE) Tj ET"))
    ((rect,),) = page_marks(revision, 1, [span_of(revision, "NEEDLE")]).rects
    assert edges(rect) == pytest.approx(ink_on(page_picture(revision, 1, 640)), abs=TOLERANCE)


def test_a_word_with_a_ligature_is_marked_whole_and_so_is_the_word_after_it() -> None:
    font = FONT.replace(">>", "/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[1/fi]>>>>")
    revision = read_pdf(drawn_pdf(line("of\x01ce NEEDLE"), font=font))
    text = revision.text or ""
    spans = [TextSpan(0, text.index(" ")), span_of(revision, "NEEDLE")]
    (office,), (needle,) = page_marks(revision, 1, spans).rects
    ink = ink_on(page_picture(revision, 1, 640))
    assert [office.x0, needle.x1] == pytest.approx([ink[0], ink[2]], abs=TOLERANCE)
    assert office.x1 < needle.x0


def test_a_composed_letter_is_marked_with_all_it_was_composed_of() -> None:
    font = FONT.replace(">>", "/Encoding<</Type/Encoding/Differences[2/acute]>>/ToUnicode 6 0 R>>")
    cmap = "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <02> <0301> endbfchar"
    stream = f"<</Length {len(cmap)}>>\nstream\n{cmap}\nendstream"
    revision = read_pdf(drawn_pdf(line("cafe\x02 NEEDLE"), "/MediaBox[0 0 600 800]", font, stream))
    assert (revision.text or "").startswith("caf\u00e9")
    (cafe,), (needle,) = page_marks(revision, 1, [span_of(revision, "caf\u00e9"), span_of(revision, "NEEDLE")]).rects
    ink = ink_on(page_picture(revision, 1, 640))
    assert [cafe.x0, needle.x1] == pytest.approx([ink[0], ink[2]], abs=TOLERANCE)


def test_a_word_broken_at_a_line_end_is_marked_on_both_lines() -> None:
    drawing = line("We ask for infor-", 100, 500) + line("mation; information is due.", 100, 470)
    revision = read_pdf(drawn_pdf(drawing))
    marks = page_marks(revision, 1, [span_of(revision, "information")])
    upper, lower = marks.rects[0]
    assert upper.x0 > 0.3
    assert lower.x0 == pytest.approx(100 / 600, abs=TOLERANCE)
    assert upper.y1 == pytest.approx(lower.y0, abs=2 * TOLERANCE)


def test_what_lies_outside_the_crop_box_is_not_marked_and_says_so() -> None:
    page = "/MediaBox[0 0 600 800]/CropBox[0 0 600 400]"
    revision = read_pdf(drawn_pdf(line("HIDDEN", y=700) + line("SHOWN", y=200), page))
    marks = page_marks(revision, 1, [span_of(revision, "HIDDEN"), span_of(revision, "SHOWN")])
    assert [len(rects) for rects in marks.rects] == [0, 1]
    assert marks.problem == "outside-picture"
    assert "outside" in marks.sentence


def test_a_note_read_by_the_second_reader_has_no_place_and_the_page_beside_it_has() -> None:
    page = "/MediaBox[0 0 600 800]/Annots[<</Type/Annot/Subtype/Text/Rect[9 9 30 30]/Contents(A note)>>]"
    revision = read_pdf(drawn_pdf(line("NEEDLE"), page))
    marks = page_marks(revision, 1, [span_of(revision, "A note"), span_of(revision, "NEEDLE")])
    assert [len(rects) for rects in marks.rects] == [0, 1]
    assert marks.problem == "place-unknown"


def test_text_that_the_file_does_not_hold_is_never_marked() -> None:
    revision = read_pdf(drawn_pdf(line("What is printed on this page is something else.")))
    revision.text = "y" * len(revision.text or "")
    marks = page_marks(revision, 1, [TextSpan(0, 5)])
    assert (marks.rects, marks.problem) == (((),), "place-unknown")
    assert marks.size == PageSize(600, 800)


def test_a_passage_over_a_page_break_is_marked_on_each_page_by_its_own_part() -> None:
    revision = read_pdf(make_pdf("The first page ends here.", "The second one goes on."))
    span = TextSpan((revision.text or "").index("ends"), (revision.text or "").index("goes"))
    first, second = (page_marks(revision, number, [span]) for number in (1, 2))
    assert (len(first.rects[0]), len(second.rects[0])) == (1, 1)
    assert first.rects[0][0].x0 > second.rects[0][0].x0


def test_a_span_of_another_page_and_a_page_without_text_have_no_rectangle_and_no_problem() -> None:
    revision = read_pdf(make_pdf("Words.", "", "More words."))
    for number in (2, 3):
        marks = page_marks(revision, number, [TextSpan(0, 5)])
        assert (marks.rects, marks.problem, marks.size) == (((),), "", page_sizes(revision)[number - 1])


def test_a_field_that_was_filled_in_is_drawn() -> None:
    drawing = "0 0 0 rg 0 0 100 20 re f"
    appearance = f"<</Subtype/Form/BBox[0 0 100 20]/Length {len(drawing)}>>\nstream\n{drawing}\nendstream"
    widget = "/Annots[<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(b)/F 4/Rect[300 400 400 420]/AP<</N 6 0 R>>>>]"
    revision = read_pdf(drawn_pdf(line("x", 10, 10), f"/MediaBox[0 0 600 800]{widget}", FONT, appearance))
    assert ink_on(page_picture(revision, 1, 640))[1:3] == pytest.approx([1 - 420 / 800, 400 / 600], abs=TOLERANCE)


class TestPictures:
    """What is served, and from where."""

    def test_a_picture_is_as_wide_as_asked_and_of_the_page_s_shape(self) -> None:
        picture = page_picture(read_pdf(drawn_pdf(line("x"))), 1, 500)
        assert (picture.width, picture.height, picture.media_type) == (640, 853, "image/png")

    def test_colour_is_kept(self) -> None:
        picture = page_picture(read_pdf(drawn_pdf("1 0 0 rg 0 0 300 300 re f\n" + line("x"))), 1, 160)
        assert picture.media_type == "image/webp"

    def test_a_second_reader_gets_what_was_made_for_the_first(self, asked: list[str]) -> None:
        revision = read_pdf(drawn_pdf(line("x")))
        assert page_picture(revision, 1, 640) == page_picture(revision, 1, 600)
        assert page_marks(revision, 1, [TextSpan(0, 1)]) == page_marks(revision, 1, [TextSpan(0, 1)])
        assert page_sizes(revision) == page_sizes(revision)
        assert asked == ["picture", "placement", "sizes"]

    def test_the_text_is_not_loaded_for_marks_that_are_kept(self) -> None:
        revision = read_pdf(drawn_pdf(line("x")))
        page_marks(revision, 1, [TextSpan(0, 1)])
        light = Revision.objects.get(pk=revision.pk)
        page_marks(light, 1, [TextSpan(0, 1)])
        assert "text" in light.get_deferred_fields()

    def test_another_width_page_or_file_is_another_picture(self) -> None:
        one, other = read_pdf(make_pdf("a", "b")), read_pdf(make_pdf("c"))
        tags = [page_picture(*of).etag for of in ((one, 1, 160), (one, 2, 160), (one, 1, 320), (other, 1, 160))]
        assert len(set(tags)) == 4

    def test_a_damaged_file_of_the_cache_is_made_again(self, pictures_root: Path, asked: list[str]) -> None:
        revision = read_pdf(drawn_pdf(line("x")))
        before = page_picture(revision, 1, 160)
        for path in pictures_root.glob("*/*"):
            path.write_bytes(path.read_bytes()[:-9])
        assert page_picture(revision, 1, 160) == before
        assert asked == ["picture", "picture"]

    def test_the_sweep_keeps_the_cache_within_its_bound(self, settings: Any, pictures_root: Path) -> None:
        page_picture(read_pdf(drawn_pdf(line("x"))), 1, 160)
        sweep()
        assert len(list(pictures_root.glob("*/*"))) == 1
        settings.PICTURE_CACHE_BYTES = 10
        sweep()
        assert list(pictures_root.glob("*/*")) == []

    def test_a_file_that_storage_keeps_elsewhere_is_drawn_from_a_copy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        revision = read_pdf(drawn_pdf(line("NEEDLE")))
        storage = InMemoryStorage()
        storage.save(revision.file.name, ContentFile(revision.file.read()))
        revision.file.close()
        monkeypatch.setattr(revision.file, "storage", storage)
        assert page_picture(revision, 1, 160).width == 160

    def test_a_page_far_longer_than_wide_has_a_bounded_picture(self) -> None:
        revision = read_pdf(drawn_pdf(line("x", 0, 10, 1), "/MediaBox[0 0 3 280000]"))
        picture = page_picture(revision, 1, 2560)
        assert picture.width * picture.height <= MOST_PIXELS


class TestFailures:
    """No picture, in words."""

    @pytest.mark.parametrize("code", sorted(pictures._FAULTS_OF_THE_FILE))
    def test_what_a_file_does_to_its_renderer_is_not_tried_again_at_once(
        self, monkeypatch: pytest.MonkeyPatch, code: str
    ) -> None:
        revision, asked = read_pdf(drawn_pdf(line("x"))), fail_with(monkeypatch, code)
        for _ in range(3):
            with pytest.raises(PictureUnavailable) as caught:
                page_picture(revision, 1, 160)
            assert caught.value.code == code
            assert caught.value.sentence.endswith(".")
        assert asked == ["picture"]

    def test_it_is_tried_again_later(self, monkeypatch: pytest.MonkeyPatch) -> None:
        revision, asked = read_pdf(drawn_pdf(line("x"))), fail_with(monkeypatch, "took-too-long")
        monkeypatch.setattr(pictures, "_FAILURE_KEPT_SECONDS", -1)
        for _ in range(2):
            with pytest.raises(PictureUnavailable):
                page_picture(revision, 1, 160)
        assert asked == ["picture", "picture"]

    @pytest.mark.parametrize("code", ["too-busy", "renderer-missing", "file-missing"])
    def test_what_is_no_fault_of_the_file_is_tried_again_at_once(
        self, monkeypatch: pytest.MonkeyPatch, code: str
    ) -> None:
        revision, asked = read_pdf(drawn_pdf(line("x"))), fail_with(monkeypatch, code)
        for _ in range(2):
            with pytest.raises(PictureUnavailable):
                page_picture(revision, 1, 160)
        assert len(asked) == 2

    def test_marks_of_a_page_that_cannot_be_drawn_have_no_size_and_say_so(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        revision = read_pdf(drawn_pdf(line("x")))
        fail_with(monkeypatch, "renderer-crashed")
        marks = page_marks(revision, 1, [TextSpan(0, 1), TextSpan(0, 1)])
        assert (marks.size, marks.rects, marks.problem) == (None, ((), ()), "picture-unavailable")
        assert marks.sentence

    def test_a_file_that_is_gone_from_storage_is_said_to_be_missing(self) -> None:
        revision = read_pdf(drawn_pdf(line("x")))
        revision.file.storage.delete(revision.file.name)
        with pytest.raises(PictureUnavailable) as caught:
            page_picture(revision, 1, 160)
        assert caught.value.code == "file-missing"

    def test_a_file_that_is_no_pdf_after_all_is_damaged(self) -> None:
        revision = make_document(pages=["Words."]).current_revision
        assert revision is not None
        with pytest.raises(PictureUnavailable) as caught:
            page_picture(revision, 1, 160)
        assert caught.value.code == "damaged"

    @pytest.mark.parametrize(
        "answer",
        [({}, b"<html>"), ({"media_type": "text/html", "width": 1, "height": 1}, b"<html>"),
         ({"media_type": "image/png", "width": 1, "height": 1}, b"<html>")],
    )  # fmt: skip
    def test_what_a_torn_child_answers_is_served_as_no_image(
        self, monkeypatch: pytest.MonkeyPatch, answer: tuple[dict[str, Any], bytes]
    ) -> None:
        revision = read_pdf(drawn_pdf(line("x")))
        monkeypatch.setattr(pictures._RENDERER, "ask", lambda *rest: answer)
        with pytest.raises(PictureUnavailable):
            page_picture(revision, 1, 160)
        assert page_marks(revision, 1, [TextSpan(0, 1)]).rects == ((),)


def test_every_code_of_the_renderer_has_a_sentence() -> None:
    assert set(pictures._SENTENCES) == set(pictures.CODES)


def test_sizes_are_those_of_the_pages_as_displayed_and_one_for_each_that_was_counted() -> None:
    def turn(writer: Any) -> None:
        writer.pages[1].rotate(90)

    revision = read_pdf(rewrite_pdf(make_pdf("a", "b"), turn))
    upright, turned = page_sizes(revision)
    assert (turned.width, turned.height) == (upright.height, upright.width)
    Revision.objects.filter(pk=revision.pk).update(page_count=3)
    revision.refresh_from_db()
    assert len(page_sizes(revision)) == 3


def test_only_pdfs_whose_pages_were_counted_have_pictures() -> None:
    paged, plain = make_document(pages=["a"]).current_revision, make_document(text="a").current_revision
    assert paged is not None
    assert plain is not None
    assert (has_pictures(paged), has_pictures(plain)) == (True, False)
    paged.page_count = None
    assert not has_pictures(paged)

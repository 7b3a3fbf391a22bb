"""Pictures in a page: nothing jumps when they come, and a sentence stands where there is none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from documents.models import Revision
from documents.services import pictures
from documents.services.pictures import PageMarks, PageRect, PageSize, page_marks
from documents.text import TextSpan
from tests.documents.picture_files import drawn_pdf, line, read_pdf, span_of
from tests.factories import make_document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("remembered_readings")]


@pytest.fixture(autouse=True)
def pictures_root(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_ROOT = str(tmp_path / "pictures")


@pytest.fixture
def revision() -> Revision:
    return read_pdf(drawn_pdf(line("NEEDLE in a page")))


def render(tag: str, **context: Any) -> str:
    return Template("{% load pictures_tags %}{% " + tag + " %}").render(Context(context))


def test_a_picture_says_its_size_both_densities_and_what_it_shows(revision: Revision) -> None:
    html = render("page_picture revision 1 640 alt='Picture of page 1'", revision=revision)
    url = f"/documents/{revision.document_id}/revisions/1/pages/1/picture/"
    assert f'srcset="{url}?w=640 1x, {url}?w=1280 2x"' in html
    assert 'width="640" height="853"' in html
    assert 'alt="Picture of page 1"' in html
    assert 'loading="lazy"' in html
    assert "<svg" not in html


def test_the_picture_in_front_of_the_reader_does_not_wait(revision: Revision) -> None:
    assert "lazy" not in render("page_picture revision 1 640 eager=True", revision=revision)


def test_the_first_span_is_the_evidence_and_the_others_are_words(revision: Revision) -> None:
    marks = page_marks(revision, 1, [TextSpan(0, 16), span_of(revision, "NEEDLE")])
    html = render("page_picture revision 1 640 marks=marks", revision=revision, marks=marks)
    assert html.index('class="evidence"') < html.index('class="word"')
    assert html.count("<rect") == 2


def test_numbers_are_written_for_machines_in_every_language() -> None:
    marks = PageMarks(1, PageSize(600, 800), ((PageRect(0.1, 0.2, 0.3, 0.4),),))
    document = make_document(pages=["Words."])
    with translation.override("de"):
        html = render("page_picture revision 1 1920 marks=marks", revision=document.current_revision, marks=marks)
    assert 'x="75.00"' in html
    assert 'height="2560"' in html


def test_a_problem_with_the_marks_is_said_under_the_picture(revision: Revision) -> None:
    marks = PageMarks(1, PageSize(600, 800), ((),), "place-unknown")
    html = render("page_picture revision 1 640 marks=marks", revision=revision, marks=marks)
    assert "<img" in html
    assert "could not be established" in html


def test_a_sentence_stands_where_no_picture_can_be_made() -> None:
    revision = make_document(pages=["Words."]).current_revision
    assert revision is not None
    marks = page_marks(revision, 1, [TextSpan(0, 5)])
    for html in (
        render("page_picture revision 1 640", revision=revision),
        render("page_picture revision 1 640 marks=marks", revision=revision, marks=marks),
        render("page_picture revision 1 640", revision=make_document(text="Words.").current_revision),
    ):
        assert "<img" not in html
        assert '<p class="page-picture-missing' in html


def test_a_thumbnail_computes_nothing_and_asks_for_its_marks_later(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_kept", None)
    html = render("page_thumbnail revision 1 span", revision=revision, span=TextSpan(3, 9))
    base = f"/documents/{revision.document_id}/revisions/1/pages/1"
    assert f'src="{base}/picture/?w=160"' in html
    assert f'src="{base}/marks/?start=3&amp;end=9"' in html
    assert html.count('loading="lazy"') == 2


def test_a_thumbnail_without_a_span_has_no_marks_and_one_without_pages_is_nothing(revision: Revision) -> None:
    assert "marks/" not in render("page_thumbnail revision 1", revision=revision)
    assert render("page_thumbnail revision 1", revision=make_document(text="Words.").current_revision).strip() == ""


def test_a_strip_is_cut_from_the_file_that_the_picture_shows(revision: Revision) -> None:
    marks = page_marks(revision, 1, [TextSpan(0, 16), span_of(revision, "NEEDLE")])
    whole = render("page_picture revision 1 640 marks=marks", revision=revision, marks=marks)
    strip = render("page_strip revision 1 640 marks", revision=revision, marks=marks)
    sources = re.search(r'src="[^"]+" srcset="[^"]+"', whole)
    assert sources is not None
    assert sources[0] in strip
    assert re.findall("<rect[^>]+>", strip) == re.findall("<rect[^>]+>", whole)
    assert 'loading="lazy"' in strip
    assert "style=" not in strip


def test_a_strip_has_the_width_of_the_page_and_a_part_of_its_height() -> None:
    marks = PageMarks(1, PageSize(600, 800), ((PageRect(0.1, 0.5, 0.3, 0.6),),))
    document = make_document(pages=["Words."])
    with translation.override("de"):
        html = render("page_strip revision 1 640 marks", revision=document.current_revision, marks=marks)
    assert 'viewBox="0.00 470.00 750.00 160.00"' in html
    assert '<foreignObject width="750.00" height="1000.00">' in html


@pytest.mark.parametrize("rects", [(), ((),), ((), (PageRect(0.1, 0.2, 0.3, 0.4),))])
def test_where_nothing_is_marked_there_is_no_strip(rects: Any) -> None:
    document = make_document(pages=["Words."])
    marks = PageMarks(1, PageSize(600, 800), rects, "place-unknown")
    assert not render("page_strip revision 1 640 marks", revision=document.current_revision, marks=marks).strip()

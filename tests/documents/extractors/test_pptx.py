"""Presentations: slides in the order of the show, each a place and never a page."""

import io

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import PPTX
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type

from .conftest import Read
from .office_files import make_pptx, shape, slide, xml

TITLE = 'type="title"'


def text_of(read: Read, *shapes: str) -> str:
    return read(make_pptx(slide(*shapes)), PPTX).text


def table(*rows: str) -> str:
    cells = "".join(f"<a:tr>{row}</a:tr>" for row in rows)
    return (
        f"<p:graphicFrame><a:graphic><a:graphicData><a:tbl>{cells}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )


def cell(text: str, attributes: str = "") -> str:
    return f"<a:tc {attributes}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"


@pytest.mark.parametrize("strict", [False, True])
def test_slides_are_places_in_the_order_of_the_show(read: Read, *, strict: bool) -> None:
    data = make_pptx(
        slide(shape("Plan", placeholder=TITLE), shape("Dig a well.")), slide(), slide(shape("End.")), strict=strict
    )
    assert sniff_media_type(data[:HEAD_BYTES], lambda: io.BytesIO(data), "x.bin") == PPTX
    outcome = read(data, PPTX)
    assert outcome.text == "Plan\n\nDig a well.\n\nEnd."
    assert [(place.kind, place.label, outcome.text[place.start : place.end]) for place in outcome.places] == [
        ("slide", "1 Plan", "Plan\n\nDig a well."),
        ("slide", "3", "End."),
    ]
    assert (outcome.pages, outcome.page_labels, outcome.page_sources) == (None, None, None)


def test_shapes_are_read_from_top_to_bottom_and_from_left_to_right(read: Read) -> None:
    shapes = [
        shape("last", at=(5_000_000, 0)),
        shape("right", at=(2_000_000, 4_000_000)),
        shape("left", at=(2_050_000, 100)),
        shape("Title", at=(9_000_000, 0), placeholder=TITLE),
    ]
    assert text_of(read, *shapes) == "Title\n\nleft\n\nright\n\nlast"


def test_a_group_is_read_together(read: Read) -> None:
    group = (
        '<p:grpSp><p:grpSpPr><a:xfrm><a:off y="0" x="0"/></a:xfrm></p:grpSpPr>'
        f"{shape('in below', at=(900_000, 0))}{shape('in above', at=(0, 0))}</p:grpSp>"
    )
    assert text_of(read, shape("between", at=(500_000, 0)), group) == "in above\n\nin below\n\nbetween"


def test_a_placeholder_stands_where_the_layout_or_the_master_puts_it(read: Read) -> None:
    layout = xml("p:sldLayout", shape("Click here", at=(8_000_000, 0), placeholder='type="body" idx="1"'))
    data = make_pptx(
        slide(shape("below", placeholder='idx="1"'), shape("above", at=(1_000_000, 0))),
        related={1: {"slideLayout": layout}},
    )
    assert read(data, PPTX).text == "above\n\nbelow"


def test_a_table_is_lines_and_a_merged_cell_is_read_once(read: Read) -> None:
    rows = [cell("a", 'gridSpan="2"') + cell("a", 'hMerge="1"') + cell("b"), cell("c") + cell("d") + cell("e")]
    assert text_of(read, table(*rows)) == "a |  | b\nc | d | e"


def test_numbered_paragraphs_have_their_numbers(read: Read) -> None:
    numbered = '<a:pPr><a:buAutoNum type="alphaLcParenR" startAt="3"/></a:pPr>'
    assert text_of(read, shape("one\ntwo", properties=numbered)) == "c) one\nd) two"


def test_line_breaks_are_kept_and_the_slide_number_is_no_text(read: Read) -> None:
    inner = (
        '<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:fld type="slidenum"><a:t>7</a:t></a:fld><a:r><a:t>b</a:t></a:r></a:p>'
    )
    assert (
        text_of(read, f"<p:sp><p:txBody>{inner}</p:txBody></p:sp>", shape("7", placeholder='type="sldNum"')) == "a\nb"
    )


def test_a_footer_is_read_once(read: Read) -> None:
    footer = shape("Secret.", placeholder='type="ftr"')
    assert read(make_pptx(slide(shape("A."), footer), slide(shape("B."), footer)), PPTX).text == "A.\n\nSecret.\n\nB."


def test_notes_and_comments_stand_after_their_slide(read: Read) -> None:
    notes = xml("p:notes", shape("Say it slowly.", placeholder='type="body"') + shape("4", placeholder='type="sldNum"'))
    comments = xml("p:cmLst", "<p:cm><p:text>Really?</p:text></p:cm>")
    data = make_pptx(slide(shape("A.")), slide(shape("B.")), related={1: {"notesSlide": notes, "comments": comments}})
    outcome = read(data, PPTX)
    assert outcome.text == "A.\n\nNotes:\nSay it slowly.\n\nComment: Really?\n\nB."
    assert outcome.text[: outcome.places[0].end].endswith("Really?")


def test_a_hidden_slide_is_read_and_noted(read: Read) -> None:
    outcome = read(make_pptx(slide(shape("A.")), slide(shape("B."), attributes='show="0"')), PPTX)
    assert outcome.text == "A.\n\nB."
    assert outcome.notes == ("Slide 2 is hidden in the show; it was read.",)


def test_the_title_of_a_chart_is_read(read: Read) -> None:
    chart = xml("c:chartSpace", "<c:chart><c:title><a:p><a:r><a:t>Rainfall</a:t></a:r></a:p></c:title></c:chart>")
    frame = (
        '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="chart"/></a:graphicData></a:graphic></p:graphicFrame>'
    )
    assert read(make_pptx(slide(frame), related={1: {"chart": chart}}), PPTX).text == "Rainfall"


def test_a_damaged_slide_is_left_out_and_the_others_keep_their_numbers(read: Read) -> None:
    outcome = read(make_pptx(slide(shape("A.")), "<p:sld", slide(shape("C."))), PPTX)
    assert [place.label for place in outcome.places] == ["1", "3"]
    assert "damaged" in outcome.notes[0]


def test_a_presentation_without_its_main_part_is_damaged(read: Read) -> None:
    with pytest.raises(ExtractionFailure, match="damaged"):
        read(make_pptx(slide(shape("A.")))[:400], PPTX)

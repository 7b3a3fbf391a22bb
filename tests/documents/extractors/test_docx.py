"""Word documents in document order, everything once, and never a page."""

import io
from pathlib import Path

import docx as python_docx
import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import DOCX
from documents.extractors.registry import extract

from .conftest import Read
from .docx_files import MAIN_TYPE, R, make_docx, paragraph, run, word_xml, zip_file

HEADING_1 = word_xml(
    "styles",
    '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Ours"><w:name w:val="Ours"/><w:basedOn w:val="H1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Toc"><w:name w:val="TOC Heading"/><w:basedOn w:val="H1"/>'
    '<w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>',
)


def text_of(read: Read, body: str, parts: dict[str, str] | None = None) -> str:
    return read(make_docx(body, parts), DOCX).text


def cell(content: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


def note(name: str, note_id: int, text: str, attributes: str = "") -> str:
    return f'<w:{name} w:id="{note_id}" {attributes}>{paragraph(text)}</w:{name}>'


def test_a_document_that_python_docx_wrote_is_read_in_order(read: Read) -> None:
    document = python_docx.Document()
    document.core_properties.title = "Agreement"
    document.add_heading("Scope", 1)
    document.add_paragraph("Before the table.")
    grid = document.add_table(1, 2).rows[0].cells
    grid[0].text, grid[1].text = "left", "right"
    document.add_paragraph("After it.")
    document.add_page_break()
    document.add_heading("Term", 2)
    document.sections[0].header.paragraphs[0].text = "The header"
    document.sections[0].footer.paragraphs[0].text = "The footer"
    out = io.BytesIO()
    document.save(out)
    outcome = read(out.getvalue(), DOCX)
    assert outcome.text == (
        "The header\n\nScope\n\nBefore the table.\n\nleft | right\n\nAfter it.\n\nTerm\n\nThe footer"
    )
    assert [(place.label, outcome.text[place.start : place.end]) for place in outcome.places] == [
        ("Scope", "Scope\n\nBefore the table.\n\nleft | right\n\nAfter it.\n\n"),
        ("Term", "Term\n\n"),
    ]
    assert outcome.title == "Agreement"
    assert (outcome.pages, outcome.page_labels, outcome.page_sources) == (None, None, None)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (run("a") + "<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r>", "a\tb\nc\nd"),
        (f'{run("a")}<w:r><w:br w:type="page"/><w:lastRenderedPageBreak/></w:r>{run("b")}', "a\nb"),
        (f"{run('kept ')}<w:ins>{run('inserted')}</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>",
         "kept inserted"),
        (f"<w:moveFrom>{run('moved')}</w:moveFrom>{run('stays ')}<w:moveTo>{run('moved')}</w:moveTo>", "stays moved"),
        (f"<w:hyperlink>{run('a link')}</w:hyperlink>", "a link"),
        (f"<w:sdt><w:sdtPr/><w:sdtContent>{run('controlled')}</w:sdtContent></w:sdt>", "controlled"),
        (f"<w:smartTag>{run('tagged')}</w:smartTag>", "tagged"),
        ("<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>" + run("shown"), "shown"),
        ('<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>not hidden</w:t></w:r>', "not hidden"),
        ("<w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op</w:t></w:r>", "co\u2011op"),
        ("<w:r><w:t>inter</w:t><w:softHyphen/><w:t>national</w:t></w:r>", "international"),
        ('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Symbol" w:char="F0B3"/></w:r>', "☑≥"),
        ("<w:r><w:ruby><w:rt>" + run("とう") + "</w:rt><w:rubyBase>" + run("東") + "</w:rubyBase></w:ruby></w:r>"
         "<w:r><w:ruby><w:rt>" + run("きょう") + "</w:rt><w:rubyBase>" + run("京") + "</w:rubyBase></w:ruby></w:r>",
         "東京"),
    ],
)  # fmt: skip
def test_runs(read: Read, content: str, text: str) -> None:
    assert text_of(read, f"<w:p>{content}</w:p>") == text


def test_a_paragraph_whose_end_was_deleted_runs_on(read: Read) -> None:
    body = paragraph("one ", "<w:rPr><w:del/></w:rPr>") + paragraph("sentence") + paragraph("another")
    assert text_of(read, body) == "one sentence\n\nanother"


def test_content_controls_around_paragraphs_rows_and_cells_are_looked_through(read: Read) -> None:
    def control(content: str) -> str:
        return f"<w:sdt><w:sdtContent>{content}</w:sdtContent></w:sdt>"

    rows = control(row(cell(paragraph("a")), control(cell(control(paragraph("b"))))))
    assert text_of(read, control(paragraph("before")) + table(rows)) == "before\n\na | b"


def test_merged_cells_are_read_once(read: Read) -> None:
    body = table(
        row(cell(paragraph("wide"), '<w:gridSpan w:val="2"/>')),
        row(cell(paragraph("tall"), '<w:vMerge w:val="restart"/>'), cell(paragraph("b"))),
        row(cell(paragraph("again"), "<w:vMerge/>"), cell(paragraph("c"))),
    )
    assert text_of(read, body) == "wide\ntall | b\nc"


def test_deleted_rows_are_out_and_nested_tables_in_their_place(read: Read) -> None:
    inner = table(row(cell(paragraph("x")), cell(paragraph("y"))))
    body = table(
        row(cell(paragraph("gone")), properties="<w:del/>"),
        row(cell(paragraph("first") + inner + paragraph("last")), cell(paragraph("side"))),
    )
    assert text_of(read, body) == "first\n\nx | y\n\nlast\n\nside"


def test_a_text_box_is_read_once(read: Read) -> None:
    box = f"<w:txbxContent>{paragraph('in the box')}</w:txbxContent>"
    alternatives = (
        f'<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>{box}</w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent>"
    )
    assert text_of(read, f"<w:p><w:r>{alternatives}</w:r>{run('beside')}</w:p>") == "beside\n\nin the box"


def test_the_fallback_is_read_when_the_choice_has_no_text(read: Read) -> None:
    box = f"<w:pict><w:txbxContent>{paragraph('in the box')}</w:txbxContent></w:pict>"
    alternatives = (
        '<mc:AlternateContent><mc:Choice Requires="new"><w:drawing/></mc:Choice>'
        f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    )
    assert text_of(read, f"<w:p><w:r>{alternatives}</w:r></w:p>") == "in the box"


def test_notes_follow_their_paragraph_and_leave_its_sentence_whole(read: Read) -> None:
    parts = {
        "footnotes": word_xml("footnotes", note("footnote", 7, "the first note") + note("footnote", 1, "never cited")),
        "endnotes": word_xml("endnotes", note("endnote", 1, "an end note")),
        "comments": word_xml("comments", note("comment", 0, "a remark", 'w:author="Ann"')),
    }
    marks = (
        '<w:r><w:footnoteReference w:id="7"/></w:r>' + run(" sentence") + '<w:r><w:endnoteReference w:id="1"/>'
        '<w:commentReference w:id="0"/><w:footnoteReference w:id="99"/></w:r>'
    )
    assert text_of(read, f"<w:p>{run('One')}{marks}{run('.')}</w:p>{paragraph('Next.')}", parts) == (
        "One sentence.\n\nFootnote 1: the first note\n\nEndnote 1: an end note\n\nComment by Ann: a remark\n\nNext."
    )


def test_a_note_in_a_table_follows_the_table(read: Read) -> None:
    parts = {"footnotes": word_xml("footnotes", note("footnote", 1, "note"))}
    marked = f'<w:p>{run("a")}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>'
    assert text_of(read, table(row(cell(marked), cell(paragraph("b")))), parts) == "a | b\n\nFootnote 1: note"


def field(instruction: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run(result) + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def test_fields_give_their_result_but_never_a_cached_page_number(read: Read) -> None:
    simple = f'<w:fldSimple w:instr=" PAGE ">{run("2")}</w:fldSimple>'
    body = f"<w:p>{run('on ')}{field(' DATE ', 'Monday')}{field(' PAGE ', '3')}{field('NUMPAGES', '9')}{simple}</w:p>"
    assert text_of(read, body) == "on Monday"


def test_headers_and_footers_are_read_once_each(read: Read) -> None:
    section = (
        '<w:sectPr><w:headerReference w:type="default" r:id="header"/>'
        '<w:headerReference w:type="first" r:id="first"/><w:footerReference w:type="default" r:id="footer"/></w:sectPr>'
    )
    parts = {
        "header": word_xml("hdr", paragraph("HEAD")),
        "footer": word_xml("ftr", f"<w:p>{run('FOOT ')}{field('PAGE', '2')}</w:p>"),
    }
    body = f"<w:p><w:pPr>{section}</w:pPr>{run('body')}</w:p>{section}"
    assert text_of(read, body, parts) == "HEAD\n\nbody\n\nFOOT"


def test_headings_are_known_by_style_base_style_or_outline_level(read: Read) -> None:
    body = (
        paragraph("Plain") + paragraph("By style", '<w:pStyle w:val="H1"/>')
        + paragraph("By base", '<w:pStyle w:val="Ours"/>') + paragraph("By level", '<w:outlineLvl w:val="2"/>')
        + paragraph("Contents", '<w:pStyle w:val="Toc"/>')
    )  # fmt: skip
    outcome = read(make_docx(body, {"styles": HEADING_1}), DOCX)
    assert [place.label for place in outcome.places] == ["By style", "By base", "By level"]


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("main", ["document.xml", "document2.xml", "odd name.xml"])
def test_strict_files_and_odd_part_names_are_read(read: Read, main: str, *, strict: bool) -> None:
    body = table(row(cell(paragraph("a")), cell(paragraph("b"))))
    assert read(make_docx(body, main=main, strict=strict), DOCX).text == "a | b"


def test_the_main_part_is_found_by_its_type_when_relationships_are_missing(read: Read) -> None:
    types = f'<Types xmlns="t"><Override PartName="/x/y.xml" ContentType="{MAIN_TYPE}"/></Types>'
    body = word_xml("document", f"<w:body>{paragraph('text')}</w:body>")
    assert read(zip_file({"[Content_Types].xml": types, "x/y.xml": body}), DOCX).text == "text"


def test_a_damaged_part_beside_the_main_one_is_left_out_and_noted(read: Read) -> None:
    outcome = read(make_docx(paragraph("text"), {"styles": "<broken"}), DOCX)
    assert outcome.text == "text"
    assert "word/styles.xml" in outcome.notes[0]


def failure_code(data: bytes, path: Path, limits: Limits) -> str:
    path.write_bytes(data)
    with pytest.raises(ExtractionFailure) as caught:
        extract(path, DOCX, limits)
    return caught.value.code


SMALL = Limits(seconds=60, memory_bytes=16 << 20, output_bytes=1 << 20)
BOMB = make_docx(f"<w:p>{run('x' * (3 << 20))}</w:p>")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (BOMB, "expands-too-much"),
        (make_docx(paragraph("x"), {"styles": word_xml("styles", " " * (3 << 20))}), "expands-too-much"),
        (make_docx(paragraph("x"))[:200], "damaged"),
        (make_docx("<w:p>"), "damaged"),
        (make_docx("<w:tbl><w:tr><w:tc>" * 200 + "</w:tc></w:tr></w:tbl>" * 200), "damaged"),
        (zip_file({"a": "b", "[Content_Types].xml": "<Types/>"}), "damaged"),
        (make_docx(paragraph("x")).replace(b"word/document.xml", b"word/Xocument.xml"), "damaged"),
    ],
)
def test_bombs_and_damage_have_their_codes(data: bytes, code: str, tmp_path: Path) -> None:
    assert failure_code(data, tmp_path / "upload", SMALL) == code


def test_entities_are_never_expanded(tmp_path: Path) -> None:
    body = word_xml("document", "<w:body>&secret;</w:body>")
    document = f'<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>{body}'
    types = f'<Types xmlns="t"><Override PartName="/d.xml" ContentType="{MAIN_TYPE}"/></Types>'
    data = zip_file({"[Content_Types].xml": types, "d.xml": document})
    assert failure_code(data, tmp_path / "upload", SMALL) == "damaged"


def test_external_relationships_are_not_followed(read: Read) -> None:
    external = (
        f'<Relationships xmlns="p"><Relationship Id="1" Type="{R}/styles" Target="file:///etc/passwd" '
        'TargetMode="External"/></Relationships>'
    )
    types = f'<Types xmlns="t"><Override PartName="/d.xml" ContentType="{MAIN_TYPE}"/></Types>'
    body = word_xml("document", f"<w:body>{paragraph('text')}</w:body>")
    data = zip_file({"[Content_Types].xml": types, "d.xml": body, "_rels/d.xml.rels": external})
    assert read(data, DOCX).text == "text"

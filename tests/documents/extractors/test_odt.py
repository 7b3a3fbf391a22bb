"""OpenDocument texts in document order, everything once, and never a page; sheets and slides are places."""

import io

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import ODP, ODS, ODT
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type

from .conftest import Read
from .office_files import make_flat_odf, make_odf

LISTS = (
    '<text:list-style style:name="L">'
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>'
)


def text_of(read: Read, body: str, automatic: str = "", styles: str = "") -> str:
    return read(make_odf("text", body, automatic=automatic, styles=styles), ODT).text


def paragraph(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def item(text: str, inner: str = "") -> str:
    return f"<text:list-item>{paragraph(text)}{inner}</text:list-item>"


@pytest.mark.parametrize(("kind", "media_type"), [("text", ODT), ("spreadsheet", ODS), ("presentation", ODP)])
def test_an_opendocument_file_is_known_by_its_content(kind: str, media_type: str) -> None:
    data = make_odf(kind, "")
    for content in (data, data[:200]):
        assert sniff_media_type(content[:HEAD_BYTES], lambda content=content: io.BytesIO(content), "x") == media_type


@pytest.mark.parametrize(("kind", "media_type"), [("text", ODT), ("spreadsheet", ODS), ("presentation", ODP)])
def test_a_flat_file_is_known_by_its_content(kind: str, media_type: str) -> None:
    data = make_flat_odf(kind, "")
    assert sniff_media_type(data[:HEAD_BYTES], lambda: io.BytesIO(data), "x.xml") == media_type


def test_a_flat_file_is_read_as_one_in_a_container(read: Read) -> None:
    master = f"<style:master-page><style:header>{paragraph('Head')}</style:header></style:master-page>"
    body = f'<text:h text:outline-level="1">Scope</text:h>{paragraph("Within.")}'
    outcome = read(make_flat_odf("text", body, styles=master, title="The lease"), ODT)
    assert outcome.text == "Head\n\nScope\n\nWithin."
    assert ([place.label for place in outcome.places], outcome.title) == (["Scope"], "The lease")


def test_a_flat_sheet_is_read(read: Read) -> None:
    cell = f"<table:table-cell>{paragraph('x')}</table:table-cell>"
    table = f'<table:table table:name="Q3"><table:table-row>{cell}</table:table-row></table:table>'
    assert "x" in read(make_flat_odf("spreadsheet", table), ODS).text


def test_a_flat_file_that_is_broken_is_damaged(read: Read) -> None:
    with pytest.raises(ExtractionFailure, match="damaged"):
        read(make_flat_odf("text", paragraph("x"))[:-5], ODT)


HIDING = (
    '<style:style style:name="Gone" style:family="{0}"><style:text-properties text:display="none"/></style:style>'
    '<style:style style:name="Child" style:family="{0}" style:parent-style-name="Gone"/>'
    '<style:style style:name="Back" style:family="{0}" style:parent-style-name="Gone">'
    '<style:text-properties text:display="true"/></style:style>'
)


@pytest.mark.parametrize(("style", "text"), [("Gone", "ac"), ("Child", "ac"), ("Back", "abc"), ("Other", "abc")])
def test_text_hidden_by_its_style_is_out(read: Read, style: str, text: str) -> None:
    body = paragraph(f'a<text:span text:style-name="{style}">b</text:span>c')
    assert text_of(read, body, HIDING.format("text")) == text


def test_a_paragraph_hidden_by_its_style_is_out_and_not_counted(read: Read) -> None:
    hidden = '<text:list-item><text:p text:style-name="Gone">no</text:p></text:list-item>'
    body = f'<text:list text:style-name="L">{item("one")}{hidden}{item("two")}</text:list>'
    body += '<text:h text:style-name="Child">no</text:h><text:p text:style-name="Back">yes</text:p>'
    assert text_of(read, body, LISTS + HIDING.format("paragraph")) == "1. one\n2. two\n\nyes"


@pytest.mark.parametrize(
    ("attributes", "is_shown"),
    [
        ('text:display="none"', False),
        ('text:display="condition" text:condition="x" text:is-hidden="true"', False),
        ('text:display="condition" text:condition="x" text:is-hidden="false"', True),
        ('text:display="true"', True),
        ("", True),
    ],
)
def test_a_section_that_is_hidden_is_out(read: Read, attributes: str, *, is_shown: bool) -> None:
    body = f"<text:section {attributes}>{paragraph('inside')}</text:section>{paragraph('after')}"
    assert text_of(read, body) == ("inside\n\nafter" if is_shown else "after")


def test_a_condition_that_hides_hides_the_whole_paragraph(read: Read) -> None:
    field = '<text:hidden-paragraph text:condition="x" text:is-hidden="{}"/>'
    body = paragraph(f"no{field.format('true')}") + paragraph(f"yes{field.format('false')}")
    assert text_of(read, body) == "yes"


def test_a_text_that_depends_on_a_condition_is_what_was_shown(read: Read) -> None:
    choice = 'text:condition="x" text:string-value-if-true="one" text:string-value-if-false="two"'
    assert text_of(read, paragraph(f"<text:conditional-text {choice}>two</text:conditional-text>")) == "two"


def test_headings_are_places_in_document_order(read: Read) -> None:
    body = (
        f'{paragraph("Before.")}<text:h text:outline-level="1">Scope</text:h><text:section>{paragraph("Within.")}'
        f'</text:section><text:h text:outline-level="2">Term</text:h>'
    )
    outcome = read(make_odf("text", body), ODT)
    assert outcome.text == "Before.\n\nScope\n\nWithin.\n\nTerm"
    assert [(place.kind, place.label) for place in outcome.places] == [("heading", "Scope"), ("heading", "Term")]
    assert (outcome.pages, outcome.page_labels, outcome.page_sources) == (None, None, None)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("a<text:s text:c='2'/>b<text:tab/>c<text:line-break/>d", "a  b\tc\nd"),
        ("a \n  <text:span> b</text:span>", "a b"),
        ("kept<text:change text:change-id='1'/>", "kept"),
        ("a<text:soft-page-break/>b", "ab"),
        ("Page <text:page-number>7</text:page-number>!", "Page !"),
        ("<text:a>a link</text:a>", "a link"),
        ("<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby>", "漢"),
        ("<text:hidden-text text:is-hidden='true'>no</text:hidden-text>yes", "yes"),
        ("<x:control xmlns:x='urn:other'>in a control</x:control>", "in a control"),
    ],
)
def test_a_paragraph_is_what_its_reader_sees(read: Read, content: str, text: str) -> None:
    assert text_of(read, paragraph(content)) == text


def test_tracked_deletions_are_out(read: Read) -> None:
    deleted = f"<text:changed-region><text:deletion>{paragraph('gone')}</text:deletion></text:changed-region>"
    assert text_of(read, f"<text:tracked-changes>{deleted}</text:tracked-changes>{paragraph('kept')}") == "kept"


def test_lists_have_their_numbers(read: Read) -> None:
    inner = f"<text:list>{item('deep')}{item('deeper')}</text:list>"
    body = f'<text:list text:style-name="L">{item("one", inner)}{item("two")}</text:list>'
    assert text_of(read, body, LISTS) == "1. one\na) deep\nb) deeper\n2. two"


def test_a_list_that_continues_another_counts_on(read: Read) -> None:
    body = (
        f'<text:list text:style-name="L">{item("one")}</text:list>{paragraph("between")}'
        f'<text:list text:style-name="L" text:continue-numbering="true">{item("two")}</text:list>'
        f'<text:list text:style-name="L">{item("anew")}</text:list>'
    )
    assert text_of(read, body, LISTS) == "1. one\n\nbetween\n\n2. two\n1. anew"


def test_headings_have_the_numbers_of_the_outline(read: Read) -> None:
    outline = (
        '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/>'
        '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>'
    )
    body = "".join(
        f'<text:h text:outline-level="{level}">{name}</text:h>' for level, name in ((1, "A"), (2, "B"), (2, "C"))
    )
    assert text_of(read, body, styles=outline) == "1 A\n\n1.1 B\n\n1.2 C"


def test_a_table_is_lines_and_a_merged_cell_is_read_once(read: Read) -> None:
    def cell(text: str, attributes: str = "") -> str:
        return f"<table:table-cell {attributes}>{paragraph(text)}</table:table-cell>"

    covered = f"<table:covered-table-cell>{paragraph('a')}</table:covered-table-cell>"
    repeated = cell("x", 'table:number-columns-repeated="3"')
    rows = (
        f"<table:table-header-rows><table:table-row>{cell('a')}{covered}{cell('b')}</table:table-row>"
        f"</table:table-header-rows><table:table-row>{repeated}</table:table-row>"
    )
    assert text_of(read, f"<table:table>{rows}</table:table>") == "a |  | b\nx | x | x"


def test_notes_and_boxes_stand_after_their_paragraph(read: Read) -> None:
    note = (
        '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
        f"<text:note-body>{paragraph('The note.')}</text:note-body></text:note>"
    )
    box = f"<draw:frame><draw:text-box>{paragraph('The box.')}</draw:text-box></draw:frame>"
    comment = f"<office:annotation>{paragraph('Why?')}</office:annotation>"
    assert text_of(read, paragraph(f"A{note} sentence{box}.{comment}") + paragraph("Next.")) == (
        "A sentence.\n\nThe box.\n\nFootnote 1: The note.\n\nComment: Why?\n\nNext."
    )


def test_headers_and_footers_are_read_once(read: Read) -> None:
    master = f"<style:master-page><style:header>{paragraph('Head')}</style:header></style:master-page>"
    footer = f"<style:master-page><style:footer>{paragraph('Foot')}</style:footer></style:master-page>"
    assert text_of(read, paragraph("Body"), styles=master * 2 + footer) == "Head\n\nBody\n\nFoot"


def test_a_password_is_asked_for(read: Read) -> None:
    manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
    with pytest.raises(ExtractionFailure, match="password-needed"):
        read(make_odf("text", "", manifest=manifest), ODT)


def test_a_file_of_another_kind_is_damaged(read: Read) -> None:
    with pytest.raises(ExtractionFailure, match="damaged"):
        read(make_odf("spreadsheet", ""), ODT)


def test_sheets_are_places_and_repeated_cells_cost_nothing(read: Read) -> None:
    cell = f"<table:table-cell>{paragraph('x')}</table:table-cell>"
    empty = '<table:table-cell table:number-columns-repeated="16000"/>'
    rows = (
        f"<table:table-row>{cell}{empty}</table:table-row>"
        f'<table:table-row table:number-rows-repeated="1000000">{empty}</table:table-row>'
        f"<table:table-row>{empty}{cell}</table:table-row>"
    )
    hidden = '<style:style style:name="H"><style:table-properties table:display="false"/></style:style>'
    body = f'<table:table table:name="Q3" table:style-name="H">{rows}</table:table>'
    outcome = read(make_odf("spreadsheet", body, automatic=hidden), ODS)
    assert outcome.text == "Q3\n\nx\n\nx"
    assert [place.label for place in outcome.places] == ["Q3", "Q3!A1", "Q3!WQK1000002"]
    assert outcome.notes == ("The sheet “Q3” is hidden in the workbook; it was read.",)
    assert outcome.pages is None


def test_slides_are_places_in_reading_order_with_their_notes(read: Read) -> None:
    def frame(text: str, attributes: str = "") -> str:
        return f"<draw:frame {attributes}><draw:text-box>{paragraph(text)}</draw:text-box></draw:frame>"

    shapes = frame("below", 'svg:y="9cm"') + frame("above", 'svg:y="1in"') + frame("Plan", 'presentation:class="title"')
    hidden = '<style:drawing-page-properties presentation:visibility="hidden"/>'
    styles = f'<style:style style:name="H">{hidden}</style:style>'
    body = (
        f"<draw:page>{shapes}<presentation:notes>{frame('Slowly.')}</presentation:notes></draw:page>"
        f'<draw:page draw:style-name="H">{frame("End")}</draw:page>'
    )
    outcome = read(make_odf("presentation", body, automatic=styles), ODP)
    assert outcome.text == "Plan\n\nabove\n\nbelow\n\nNotes:\nSlowly.\n\nEnd"
    assert [(place.kind, place.label) for place in outcome.places] == [("slide", "1 Plan"), ("slide", "2")]
    assert outcome.notes == ("Slide 2 is hidden in the show; it was read.",)
    assert outcome.pages is None

"""Workbooks: sheets and ranges of cells are places, values are as they are shown, and there is never a page."""

import io
from pathlib import Path
from typing import Any

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import XLSX
from documents.extractors.registry import extract
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type
from documents.text import place_for_span
from documents.text.locators import format_locator

from .conftest import Read
from .office_files import A, make_xlsx, sheet, xml


def inline(reference: str, text: str) -> str:
    return f'<x:c r="{reference}" t="inlineStr"><x:is><x:t>{text}</x:t></x:is></x:c>'


def row(number: int, *cells: str) -> str:
    return f'<x:row r="{number}">{"".join(cells)}</x:row>'


def shown(read: Read, cell: str, **workbook: Any) -> str:
    data = make_xlsx([("S", sheet(row(1, inline("A1", "x"), cell)))], **workbook)
    return read(data, XLSX).text.removeprefix("S\n\nx").removeprefix(" | ")


def formatted(read: Read, value: str, code: str, properties: str = "") -> str:
    styles = (
        f'<x:numFmts><x:numFmt numFmtId="164" formatCode="{code}"/></x:numFmts>'
        '<x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="164"/></x:cellXfs>'
    )
    return shown(read, f'<x:c r="B1" s="1"><x:v>{value}</x:v></x:c>', styles=styles, properties=properties)


@pytest.mark.parametrize("strict", [False, True])
def test_sheets_and_ranges_are_places(read: Read, *, strict: bool) -> None:
    rows = row(5, inline("A5", "Item"), inline("C5", "Price")) + row(6, inline("A6", "Silt"), inline("C6", "12"))
    data = make_xlsx([("Q3", sheet(rows + row(9, inline("B9", "End")))), ("Empty", sheet(""))], strict=strict)
    assert sniff_media_type(data[:HEAD_BYTES], lambda: io.BytesIO(data), "x.bin") == XLSX
    outcome = read(data, XLSX)
    assert outcome.text == "Q3\n\nItem |  | Price\nSilt |  | 12\n\nEnd"
    assert [(place.kind, place.label, outcome.text[place.start : place.end]) for place in outcome.places] == [
        ("sheet", "Q3", outcome.text),
        ("sheet", "Q3!A5:C6", "Item |  | Price\nSilt |  | 12"),
        ("sheet", "Q3!B9", "End"),
    ]
    at = outcome.text.index("Silt")
    assert format_locator(place=place_for_span(outcome.places, at, at + 4)) == "sheet Q3!A5:C6"
    assert (outcome.pages, outcome.page_labels, outcome.page_sources) == (None, None, None)


def test_many_rows_are_cut_into_ranges_of_a_bounded_number(read: Read) -> None:
    few = read(make_xlsx([("S", sheet("".join(row(n, inline(f"A{n}", "x")) for n in range(1, 51))))]), XLSX)
    assert [place.label for place in few.places] == ["S", "S!A1:A20", "S!A21:A40", "S!A41:A50"]
    many = read(make_xlsx([("S", sheet("".join(row(n, inline(f"A{n}", "x")) for n in range(1, 15_001))))]), XLSX)
    assert len(many.places) <= 501


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('<x:c r="B1" t="s"><x:v>1</x:v></x:c>', "rich text"),
        ('<x:c r="B1" t="s"><x:v>99</x:v></x:c>', ""),
        ('<x:c r="B1" t="b"><x:v>1</x:v></x:c>', "TRUE"),
        ('<x:c r="B1" t="e"><x:v>#DIV/0!</x:v></x:c>', "#DIV/0!"),
        ('<x:c r="B1" t="str"><x:f>A1</x:f><x:v>result</x:v></x:c>', "result"),
        ('<x:c r="B1"><x:f>SUM(1,2)</x:f><x:v>3</x:v></x:c>', "3"),
        ('<x:c r="B1" t="d"><x:v>2024-02-29</x:v></x:c>', "2024-02-29"),
        ('<x:c r="B1"><x:v>0.30000000000000004</x:v></x:c>', "0.3"),
        ('<x:c r="B1"><x:v>123456789012</x:v></x:c>', "123456789012"),
        ("<x:c><x:v>4</x:v></x:c>", "4"),
        ('<x:c r="B1" t="inlineStr"><x:is><x:t>two\nlines_x0021_</x:t></x:is></x:c>', "two lines!"),
    ],
)
def test_a_cell_is_read_by_its_kind(read: Read, cell: str, text: str) -> None:
    strings = ["<x:t>x</x:t>", "<x:r><x:t>rich </x:t></x:r><x:r><x:t>text</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh>"]
    assert shown(read, cell, strings=strings) == text


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        ("45000", "yyyy-mm-dd", "2023-03-15"),
        ("45000.75", "dd/mm/yy hh:mm", "15/03/23 18:00"),
        ("45000.75", "d mmm yyyy h:mm AM/PM", "15 Mar 2023 6:00 PM"),
        ("45000", "[$-407]dddd\\, d. mmmm", "Wednesday, 15. March"),
        ("1.5", "[h]:mm:ss", "36:00:00"),
        ("1", "yyyy-mm-dd", "1900-01-01"),
        ("-1", "yyyy-mm-dd", "-1"),
        ("123", "00000", "00123"),
        ("1234.5", "#,##0.00", "1,234.50"),
        ("1234567", "#,##0", "1,234,567"),
        ("0.125", "0.0%", "12.5%"),
        ("-2.5", "0.0;(0.0)", "(2.5)"),
        ("-2.5", "[Red]0.0", "-2.5"),
        ("12", "[$€-407] #,##0.00", "€ 12.00"),
        ("3", "0 &quot;days&quot;", "3 days"),
        ("0", "0;-0;&quot;none&quot;", "none"),
        ("1.5", "# ?/?", "1.5"),
        ("0.00001234", "0.00E+00", "1.234e-05"),
        ("2.5", "0", "3"),
        ("7", "[&lt;5]0.0", "7"),
        ("1", "0." + "0" * 60, "1"),
        ("5", "@", "5"),
    ],
)
def test_numbers_are_as_they_are_shown_where_that_is_simple(read: Read, value: str, code: str, text: str) -> None:
    assert formatted(read, value, code) == text


def test_dates_count_from_1904_where_the_workbook_says_so(read: Read) -> None:
    assert formatted(read, "0", "yyyy-mm-dd", 'date1904="1"') == "1904-01-01"


def test_merged_cells_are_read_once(read: Read) -> None:
    rows = row(1, inline("A1", "kept"), inline("B1", "hidden"), inline("C1", "c")) + row(2, inline("A2", "hidden"))
    merged = '<x:mergeCells><x:mergeCell ref="A1:B2"/></x:mergeCells>'
    assert read(make_xlsx([("S", sheet(rows, merged))]), XLSX).text == "S\n\nkept |  | c"


def test_a_hidden_sheet_is_read_and_noted(read: Read) -> None:
    sheets = [("A", sheet(row(1, inline("A1", "a")))), ("B", sheet(row(1, inline("A1", "b"))))]
    outcome = read(make_xlsx(sheets, hidden="B"), XLSX)
    assert outcome.text == "A\n\na\n\nB\n\nb"
    assert outcome.notes == ("The sheet “B” is hidden in the workbook; it was read.",)


def test_formulas_without_a_result_are_counted(read: Read) -> None:
    cells = inline("A1", "a"), '<x:c r="B1"><x:f>SUM(1,2)</x:f><x:v></x:v></x:c>'
    assert read(make_xlsx([("S", sheet(row(1, *cells)))]), XLSX).notes == (
        "Formulas without a stored result, and not read: 1.",
    )


def test_a_far_cell_costs_nothing(read: Read) -> None:
    rows = row(1, inline("A1", "near"), inline("XFD1", "right")) + row(1_048_576, inline("XFD1048576", "far"))
    outcome = read(make_xlsx([("S", sheet(rows))]), XLSX)
    assert outcome.text.endswith("right\n\nfar")
    assert len(outcome.text) < 100
    assert outcome.places[-1].label == "S!XFD1048576"


def test_comments_and_text_boxes_stand_after_the_cells(read: Read) -> None:
    comments = xml(
        "x:comments",
        "<x:authors><x:author>Ann</x:author></x:authors><x:commentList>"
        '<x:comment ref="A1" authorId="0"><x:text><x:r><x:t>Check this.</x:t></x:r></x:text></x:comment>'
        "</x:commentList>",
    )
    drawing = f'<wsDr xmlns:a="{A}"><txBody><a:p><a:r><a:t>A box</a:t></a:r></a:p></txBody></wsDr>'
    data = make_xlsx([("S", sheet(row(1, inline("A1", "a"))))], related={"comments": comments, "drawing": drawing})
    assert read(data, XLSX).text == "S\n\na\n\nComment on A1 by Ann: Check this.\n\nA box"


def test_one_string_shown_a_million_times_expands_too_much(tmp_path: Path) -> None:
    cells = '<x:c t="s"><x:v>0</x:v></x:c>' * 2000
    path = tmp_path / "upload"
    path.write_bytes(make_xlsx([("S", sheet(f"<x:row>{cells}</x:row>"))], strings=[f"<x:t>{'x' * 10_000}</x:t>"]))
    with pytest.raises(ExtractionFailure, match="expands-too-much"):
        extract(path, XLSX, Limits(seconds=60, memory_bytes=1 << 30, output_bytes=1 << 20))


def test_a_damaged_sheet_keeps_what_came_before(read: Read) -> None:
    broken = sheet(row(1, inline("A1", "kept")) + "<x:row><x:c></x:row>")
    outcome = read(make_xlsx([("S", broken), ("T", sheet(row(1, inline("A1", "t"))))]), XLSX)
    assert outcome.text.endswith("T\n\nt")
    assert "damaged" in outcome.notes[0]


def test_a_sheet_with_a_document_type_is_not_read(read: Read) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>' + sheet(row(1, inline("A1", "&a;")))
    outcome = read(make_xlsx([("S", bomb)]), XLSX)
    assert outcome.text == ""
    assert "damaged" in outcome.notes[0]

"""List numbers as Word shows them."""

import pytest

from documents.extractors.media_types import DOCX

from .conftest import Read
from .docx_files import make_docx, paragraph, word_xml

LEVELS = (
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2"/></w:lvl>'
    '<w:lvl w:ilvl="2"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="(%3)"/></w:lvl>'
    '<w:lvl w:ilvl="3"><w:numFmt w:val="decimal"/><w:isLgl/><w:lvlText w:val="%1.%2.%4"/></w:lvl>'
    '<w:lvl w:ilvl="4"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0b7"/></w:lvl>'
    '<w:lvl w:ilvl="5"><w:numFmt w:val="none"/><w:lvlText w:val=""/></w:lvl>'
)
NUMBERING = word_xml(
    "numbering",
    f'<w:abstractNum w:abstractNumId="0">{LEVELS}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="0"/>'
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>',
)
STYLES = word_xml(
    "styles",
    '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/>'
    '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
)


def item(list_id: int, level: int, text: str = "x") -> str:
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>')


def numbers(read: Read, *items: str) -> list[str]:
    outcome = read(make_docx("".join(items), {"numbering": NUMBERING, "styles": STYLES}), DOCX)
    return [line.removesuffix("x").strip() for line in outcome.text.split("\n") if line]


@pytest.mark.parametrize(
    ("items", "shown"),
    [
        ([(1, 0), (1, 0), (1, 0)], ["1.", "2.", "3."]),
        ([(1, 0), (1, 1), (1, 1), (1, 0), (1, 1)], ["1.", "1.a", "1.b", "2.", "2.a"]),
        ([(1, 0), (1, 1), (1, 2), (1, 3)], ["1.", "1.a", "(I)", "1.1.1"]),
        ([(1, 1)], ["1.a"]),
        ([(1, 0), (2, 0)], ["1.", "2."]),
        ([(1, 0), (3, 0), (3, 0)], ["1.", "5.", "6."]),
        ([(1, 4), (1, 5), (9, 0), (0, 0)], ["•", "", "", ""]),
    ],
)
def test_counting(read: Read, items: list[tuple[int, int]], shown: list[str]) -> None:
    assert numbers(read, *(item(list_id, level) for list_id, level in items)) == shown


def test_a_numbered_heading_is_cited_with_its_number(read: Read) -> None:
    body = paragraph("Term", '<w:pStyle w:val="H"/>') + paragraph("Renewal", '<w:pStyle w:val="H"/>')
    outcome = read(make_docx(body, {"numbering": NUMBERING, "styles": STYLES}), DOCX)
    assert [place.label for place in outcome.places] == ["1. Term", "2. Renewal"]


def test_an_empty_item_is_not_counted(read: Read) -> None:
    assert numbers(read, item(1, 0), item(1, 0, ""), item(1, 0)) == ["1.", "2."]

"""What changed files have brought to light (`python -m scripts.fuzz_extraction`): each kind once, and small."""

import io
import struct
import zipfile

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import DOCX, ODS, PPTX, XLSX

from .conftest import Read
from .docx_files import make_docx, paragraph, zip_file
from .office_files import make_odf


@pytest.mark.parametrize("media_type", [DOCX, XLSX, PPTX])
@pytest.mark.parametrize("parts", [{}, {"_rels/.rels": "<a/>", "word/document.xml": "<a/>"}])
def test_a_container_without_the_list_of_its_parts_is_damaged(
    read: Read, media_type: str, parts: dict[str, str]
) -> None:
    """It was a KeyError: nobody looked whether the list is there."""
    with pytest.raises(ExtractionFailure) as caught:
        read(zip_file(parts), media_type)
    assert caught.value.code == "damaged"


@pytest.mark.parametrize("broken", [b"word/\xf2\x28cument.xml", b"word/\xff\xfeocument.xml"])
def test_a_name_that_cannot_be_decoded_is_damage(read: Read, broken: bytes) -> None:
    """It was a UnicodeDecodeError: the name stands twice, and the second one was said to be UTF-8 and is not."""
    data = zip_file(parts_of_docx("Words"))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        start = archive.getinfo("word/document.xml").header_offset
    flags = struct.pack("<H", 0x800)
    name = start + 30
    changed = data[: start + 6] + flags + data[start + 8 : name] + broken + data[name + len(broken) :]
    with pytest.raises(ExtractionFailure) as caught:
        read(changed, DOCX)
    assert caught.value.code == "damaged"


def parts_of_docx(text: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(make_docx(paragraph(text)))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("name", ["", ' table:name=""', ' table:name=" "', ' table:name="&#x200B;"'])
def test_a_sheet_without_a_name_is_read_and_is_no_place(read: Read, name: str) -> None:
    """It was a place with an empty label, and so a citation of “sheet” and nothing."""
    row = "<table:table-row><table:table-cell><text:p>North</text:p></table:table-cell></table:table-row>"
    outcome = read(make_odf("spreadsheet", f"<table:table{name}>{row}</table:table>"), ODS)
    assert "North" in outcome.text
    assert all(place.label.strip() for place in outcome.places)

"""The sample Word document: headings, a table, a footnote, a header and a footer."""

import io
import zipfile
from datetime import datetime
from pathlib import Path

from docx import Document
from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.text.paragraph import Paragraph

_WHEN = datetime(2024, 3, 1)  # noqa: DTZ001 - the library writes it as universal time
_ZIP_TIME = (2024, 3, 1, 0, 0, 0)
_FOOTNOTES_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
_FOOTNOTE = (
    "A working day is any day on which the harbour office is open to the public; the day of the report itself does not "
    "count."
)
_VISITS = (
    ("Instrument", "Interval", "Work", "Carried out by"),
    ("Float gauge", "every month", "clean the pulley, replace the wire if frayed", "the Contractor"),
    ("Pressure sensor", "every six months", "clean the membrane, compare at four levels", "the Contractor"),
    ("Radar sensor", "every month", "check against the test plate", "the Harbour Office"),
    ("Stilling well", "every spring", "flush, inspect the opening with a camera", "the Contractor"),
)


def write_agreement(path: Path) -> None:
    """Write the agreement to `path`."""
    document = Document()
    _declare(document)
    _write_text(document)
    out = io.BytesIO()
    document.save(out)
    path.write_bytes(_with_fixed_times(out.getvalue()))


def _declare(document: WordDocument) -> None:
    properties = document.core_properties
    properties.title = "Maintenance Agreement, North Quay Station"
    properties.author = properties.last_modified_by = "Harbour Office"
    properties.created = properties.modified = _WHEN
    properties.revision = 1
    section = document.sections[0]
    section.header.paragraphs[0].text = "Harbour Office, agreement no. 24-017"
    section.footer.paragraphs[0].text = "North Quay Station, maintenance agreement"


def _write_text(document: WordDocument) -> None:
    document.add_heading("Maintenance Agreement", 0)
    document.add_paragraph(
        "This agreement is made between the Harbour Office and Brandt & Daughters, instrument makers (the Contractor). "
        "It concerns the instruments of the tide-gauge station at North Quay."
    )
    document.add_heading("1 Scope", 1)
    document.add_paragraph(
        "The Contractor keeps the instruments named in section 2 in working order. Buildings, the quay wall and the "
        "benchmarks are not part of this agreement."
    )
    document.add_heading("2 Regular visits", 1)
    document.add_paragraph("Visits follow this table. A visit that a storm prevents is made up within fourteen days.")
    _add_table(document)
    document.add_heading("3 Failures", 1)
    document.add_heading("3.1 Response time", 2)
    reported = document.add_paragraph(
        "When a sensor fails, the Contractor sends a technician within two working days of the report"
    )
    _add_footnote(document, reported)
    reported.add_run(". During a storm warning nobody is sent, and the time starts when the warning is lifted.")
    document.add_heading("3.2 Replacement instruments", 2)
    document.add_paragraph(
        "An instrument that cannot be repaired on site is replaced by one of the same kind on loan. The loan is free "
        "for ninety days; after that, a monthly fee of 140 euros is due."
    )
    document.add_heading("4 Term and renewal", 1)
    document.add_paragraph(
        "The agreement runs for three years from 1 March 2024. It renews itself for one year at a time unless either "
        "side gives notice in writing three months before it ends."
    )


def _add_table(document: WordDocument) -> None:
    table = document.add_table(rows=0, cols=len(_VISITS[0]), style="Table Grid")
    for visit in _VISITS:
        for cell, text in zip(table.add_row().cells, visit, strict=True):
            cell.text = text


def _add_footnote(document: WordDocument, paragraph: Paragraph) -> None:
    """The library has no footnotes of its own, so the part is written by hand."""
    xml = (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes {nsdecls("w")}><w:footnote w:id="2"><w:p>'
        f"<w:r><w:footnoteRef/></w:r><w:r><w:t>{_FOOTNOTE}</w:t></w:r></w:p></w:footnote></w:footnotes>"
    )
    part = Part(PackURI("/word/footnotes.xml"), _FOOTNOTES_TYPE, xml.encode(), document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    mark = f'<w:r {nsdecls("w")}><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>'
    paragraph._p.append(parse_xml(mark))  # noqa: SLF001 - the library has no other way to add an element


def _with_fixed_times(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            entry = zipfile.ZipInfo(name, _ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, source.read(name))
    return out.getvalue()

"""Small PDFs for tests."""

import io
from collections.abc import Callable, Sequence

from fpdf import FPDF
from pypdf import PdfReader, PdfWriter


def make_pdf(*pages: str, outline: Sequence[tuple[str, int]] = (), title: str | None = None) -> bytes:
    """One page for each text; "" is a blank page. `outline` holds (title, page number)."""
    pdf = FPDF()
    pdf.set_font("Helvetica", size=12)
    for number, text in enumerate(pages, start=1):
        pdf.add_page()
        for name, page in outline:
            if page == number:
                pdf.start_section(name)
        if text:
            pdf.multi_cell(0, 6, text)
    if title is not None:
        pdf.set_title(title)
    return bytes(pdf.output())


def rewrite_pdf(data: bytes, change: Callable[[PdfWriter], object]) -> bytes:
    """The file after `change` was done to it."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def raw_pdf(*objects: str, root: int = 1) -> bytes:
    """A PDF of handwritten objects, numbered from 1, with a right cross-reference table."""
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1"))
    start = out.tell()
    entries = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}".encode())
    out.write(f"trailer\n<</Size {len(objects) + 1}/Root {root} 0 R>>\nstartxref\n{start}\n%%EOF\n".encode())
    return out.getvalue()


def content_stream(text: str) -> str:
    """An object that draws one line of ASCII text with the font /F1."""
    drawing = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET"
    return f"<</Length {len(drawing)}>>\nstream\n{drawing}\nendstream"


FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"

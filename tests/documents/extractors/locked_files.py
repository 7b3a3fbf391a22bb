"""Small files behind a password, for tests."""

import io
import zipfile
from functools import cache

from msoffcrypto.format.ooxml import OOXMLFile
from pypdf import PdfWriter

from .docx_files import make_docx, paragraph
from .pdf_files import make_pdf, rewrite_pdf


@cache  # encrypting draws random numbers: one password and text make one file
def locked_pdf(
    password: str, *pages: str, owner: str | None = None, algorithm: str = "AES-256", label_prefix: str = ""
) -> bytes:
    """One page for each text; `password` is the one that opens it for reading."""

    def lock(writer: PdfWriter) -> None:
        if label_prefix:
            writer.set_page_label(0, len(pages) - 1, style="/D", prefix=label_prefix, start=1)
        writer.encrypt(password, owner, algorithm=algorithm)

    return rewrite_pdf(make_pdf(*pages), lock)


@cache
def locked_docx(password: str, text: str) -> bytes:
    """A Word document of one paragraph, encrypted as Office does it."""
    return locked_office(password, make_docx(paragraph(text)))


def locked_office(password: str, data: bytes) -> bytes:
    """The Office file encrypted, made larger first: the library writes small ones wrongly."""
    larger, out = io.BytesIO(data), io.BytesIO()
    with zipfile.ZipFile(larger, "a") as archive:
        archive.writestr("padding.bin", bytes(1 << 14))
    OOXMLFile(larger).encrypt(password, out)
    return out.getvalue()

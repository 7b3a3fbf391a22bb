"""Small PDFs whose pages are turned, cut and scaled, and what is seen on their pictures."""

from __future__ import annotations

import io

from django.core.files.base import ContentFile
from PIL import Image

from documents import services
from documents.models import Collection, Revision
from documents.services.pictures import PagePicture, PageRect
from documents.text import TextSpan
from tests.documents.extractors.pdf_files import FONT, raw_pdf
from tests.factories import make_collection


def drawn_pdf(drawing: str, page: str = "/MediaBox[0 0 600 800]", font: str = FONT, *more: str) -> bytes:
    """One page whose dictionary also holds `page`; objects from number 6 on are `more`."""
    return raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R{page}/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>",
        font,
        f"<</Length {len(drawing)}>>\nstream\n{drawing}\nendstream",
        *more,
    )


def line(text: str, x: float = 150, y: float = 500, size: float = 20) -> str:
    return f"BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n"


def read_pdf(data: bytes, collection: Collection | None = None) -> Revision:
    """Received and read as an upload is; with its text."""
    received = services.receive_file(
        collection=collection or make_collection(), file=ContentFile(data), name="upload.pdf", actor=None
    )
    services.extract_revision(received.document.revisions.get().pk)
    return Revision.objects.with_text().get(document=received.document)


def span_of(revision: Revision, words: str) -> TextSpan:
    at = (revision.text or "").index(words)
    return TextSpan(at, at + len(words))


def ink_on(picture: PagePicture, within: PageRect | None = None) -> list[float]:
    """The edges of what is dark on a picture, as fractions of it; of the part `within` only, where that is given."""
    with Image.open(io.BytesIO(picture.content)) as image:
        dark = image.convert("L").point(lambda value: 255 if value < 160 else 0)
    wide, high = dark.size
    part = within or PageRect(0, 0, 1, 1)
    box = (int(part.x0 * wide), int(part.y0 * high), int(part.x1 * wide) + 1, int(part.y1 * high) + 1)
    found = dark.crop(box).getbbox()
    assert found is not None
    x0, y0, x1, y1 = found
    return [(box[0] + x0) / wide, (box[1] + y0) / high, (box[0] + x1) / wide, (box[1] + y1) / high]


def edges(rect: PageRect) -> list[float]:
    return [rect.x0, rect.y0, rect.x1, rect.y1]

"""What may be asked of a renderer, and what it does about it. Runs in a confined child, but for the values."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from documents.extractors.pdf_characters import Handle
from documents.extractors.pdf_pages import start_library
from documents.pictures.alignment import align, align_best
from documents.pictures.encoding import encode
from documents.pictures.frames import pack
from documents.pictures.geometry import encode_placement, place_characters
from documents.pictures.pages import draw_page, open_pdf, page_sizes, placed_text


def warm_up() -> None:
    """Load and compile what every child needs, without a file."""
    start_library()
    align("A fork in-\nherits patterns.", "A fork in-\r\nherits patterns.")
    for colour in ("white", "red"):
        encode(Image.new("RGB", (8, 8), colour))


def answer(request: Mapping[str, Any], body: bytes, path: Path) -> bytes:
    """The packed answer to a request about the file at `path`; PictureFailure when there is none."""
    with open_pdf(path) as document:
        return _ANSWERS[request["ask"]](document, request, body)


def _sizes(document: Handle, request: Mapping[str, Any], body: bytes) -> bytes:
    sizes = page_sizes(document)
    return pack({"sizes": [[size.width, size.height] if size else None for size in sizes]})


def _picture(document: Handle, request: Mapping[str, Any], body: bytes) -> bytes:
    image = draw_page(document, request["page"], request["width"])
    media_type, content = encode(image)
    return pack({"media_type": media_type, "width": image.width, "height": image.height}, content)


def _placement(document: Handle, request: Mapping[str, Any], body: bytes) -> bytes:
    """Of the characters `[start, end)` of the stored page, which is given whole: only so it can be compared."""
    stored, part = body.decode(), slice(request.get("start"), request.get("end"))
    with placed_text(document, request["page"]) as placed:
        orders = [placed, placed.drawn] if placed.drawn else [placed]
        best, ranges = align_best(stored, [order.text for order in orders])
        return pack({}, encode_placement(place_characters(placed.size, stored[part], ranges[part], orders[best].boxes)))


_ANSWERS: dict[str, Callable[[Handle, Mapping[str, Any], bytes], bytes]] = {
    "sizes": _sizes,
    "picture": _picture,
    "placement": _placement,
}

"""What an engine in the confined child is: something that reads a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from documents.ocr.values import WordBox

if TYPE_CHECKING:
    from PIL import Image

Reading = tuple[str, tuple[WordBox, ...]]
"""The text of a page, and where its words are, as in `RecognizedText`."""


class Reader(Protocol):
    """Loaded once, then asked page by page."""

    def read(self, picture: Image.Image, dpi: int) -> Reading:
        """The text of an RGB picture of `dpi` pixels an inch; "" where nothing was found."""
        ...

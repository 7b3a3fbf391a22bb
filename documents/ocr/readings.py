"""What an engine in the confined child is: something that reads a picture."""

from typing import Protocol

from PIL import Image

from documents.ocr.values import WordBox

Reading = tuple[str, tuple[WordBox, ...]]
"""The text of a page, and where its words are, as in `RecognizedText`."""


class Reader(Protocol):
    """Loaded once, then asked page by page."""

    def read(self, picture: Image.Image, dpi: int) -> Reading:
        """The text of an RGB picture of `dpi` pixels an inch; "" where nothing was found."""
        ...

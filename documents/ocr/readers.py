"""The engine that a confined child was told to be."""

import sys

from documents.ocr.engines import RAPIDOCR, TESSERACT
from documents.ocr.orders import Order
from documents.ocr.readings import Reader


def reader_for(order: Order) -> Reader:
    """Loaded and ready; whatever a library raises when it does not load."""
    if order.engine == TESSERACT:
        from documents.ocr.tesseract import Tesseract

        return Tesseract(order.program, order.data, order.languages)
    if order.engine == RAPIDOCR:
        # Importing openvino sends a report through this package; where that is missing, openvino uses a silent stub.
        sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
        from documents.ocr.rapid import RapidReader

        return RapidReader(order.threads)
    raise ValueError(f"no engine is called {order.engine!r}")

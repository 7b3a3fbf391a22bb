"""The real child on a machine where OpenVINO does not load."""

import sys

from documents.ocr import child

if __name__ == "__main__":
    sys.modules["openvino"] = None  # type: ignore[assignment]
    child.main()

"""Writes the sample documents of an empty library that are not text: the same bytes every time.

Usage: python -m scripts.make_samples [FOLDER]
"""

import sys
from pathlib import Path

from scripts.sample_agreement import write_agreement
from scripts.sample_handbook import write_handbook

_FOLDER = Path(__file__).resolve().parents[1] / "kb_project" / "samples"


def main() -> None:
    """Write the samples into the folder given, or into the project's own."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _FOLDER
    write_handbook(folder / "field-handbook.pdf")
    write_agreement(folder / "maintenance-agreement.docx")
    print(f"written to {folder}")


if __name__ == "__main__":
    main()

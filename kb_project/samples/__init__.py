"""The documents of an empty library, and a question to try on them. Two are written by `scripts.make_samples`."""

from pathlib import Path

_FOLDER = Path(__file__).parent

SAMPLE_FILES: dict[str, Path] = {
    "Field handbook of North Quay Station": _FOLDER / "field-handbook.pdf",
    "Maintenance agreement, North Quay": _FOLDER / "maintenance-agreement.docx",
    "Notes for visitors": _FOLDER / "visitor-notes.md",
}
"""The files by their titles."""

SAMPLE_QUESTION = "When must the well be flushed because of silt?"
"""Its answer is a sentence of the handbook that begins on one page and ends on the next."""

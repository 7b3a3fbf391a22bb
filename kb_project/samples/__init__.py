"""The documents of an empty library, and a question to try on them. Two are written by `scripts.make_samples`."""

from pathlib import Path

_FOLDER = Path(__file__).parent

SAMPLE_FILES: tuple[Path, ...] = (
    _FOLDER / "field-handbook.pdf",
    _FOLDER / "maintenance-agreement.docx",
    _FOLDER / "visitor-notes.md",
)

SAMPLE_QUESTION = "When must the well be flushed because of silt?"
"""Its answer is a sentence of the handbook that begins on one page and ends on the next."""

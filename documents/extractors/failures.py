"""Why a file could not be read: stable codes, what a person is told, and whose fault it is.

A failure of the file is stored, shown and not tried again; a failure of ours is tried again and logged.
"""

from dataclasses import dataclass
from typing import Literal

Whose = Literal["file", "ours"]


def gettext_noop(words: str) -> str:
    """`words` as they are, marked to be translated where they are shown: nothing here knows a language."""
    return words


@dataclass(frozen=True, slots=True)
class Failure:
    """One row of the table: a stable code, a sentence that says what happened, and what to do about it."""

    code: str
    sentence: str
    advice: str
    whose: Whose


_TABLE = (
    Failure(
        "empty-file",
        gettext_noop("The file is empty."),
        gettext_noop("Check that the copy or download was complete, then upload it again."),
        "file",
    ),
    Failure(
        "too-large",
        gettext_noop("The file is larger than this library accepts."),
        gettext_noop("Split it into smaller files, or ask an administrator to raise the limit."),
        "file",
    ),
    Failure(
        "duplicate",
        gettext_noop("Another document of this collection already holds this file."),
        gettext_noop("Open that document, or choose another file."),
        "file",
    ),
    Failure(
        "unsupported-type",
        gettext_noop("This type of file cannot be read yet."),
        gettext_noop("Save it as PDF, Word (.docx), HTML, Markdown or plain text, and upload that."),
        "file",
    ),
    Failure(
        "legacy-office",
        gettext_noop("This is a file in the old Office format (.doc, .xls or .ppt), whatever its name says."),
        gettext_noop("Open it in Office or LibreOffice, save it as .docx, .xlsx, .pptx or PDF, and upload that."),
        "file",
    ),
    Failure(
        "archive-not-opened",
        gettext_noop("This is a ZIP archive, and it is not taken apart here."),
        gettext_noop("Take out the files that are meant and upload those, or upload the archive by itself."),
        "file",
    ),
    Failure(
        "too-many-files",
        gettext_noop("The archive holds more files than are taken at once."),
        gettext_noop("Split it into smaller archives, or ask an administrator to raise the limit."),
        "file",
    ),
    Failure(
        "ambiguous-pages",
        gettext_noop("The page markers in this text can be read in more than one way, so no page is certain."),
        gettext_noop("Correct the lines that are named, or import the text without pages."),
        "file",
    ),
    Failure(
        "unknown-encoding",
        gettext_noop("It cannot be told how the letters of this text are encoded."),
        gettext_noop("Open it in the program that made it, save it as text in UTF-8, and upload that."),
        "file",
    ),
    Failure(
        "unreadable-name",
        gettext_noop("The file's name cannot be used."),
        gettext_noop("Give the file a short, ordinary name and upload it again."),
        "file",
    ),
    Failure(
        "password-needed",
        gettext_noop("The file is protected by a password."),
        gettext_noop("Give the password on the document's page, or save a copy without it and upload that."),
        "file",
    ),
    Failure(
        "wrong-password",
        gettext_noop("The password does not open this file."),
        gettext_noop("Check the password and try again."),
        "file",
    ),
    Failure(
        "copy-protected",
        gettext_noop("The book is protected against copying (DRM), so its text cannot be read."),
        gettext_noop("If you may have a copy without this protection, upload that."),
        "file",
    ),
    Failure(
        "damaged",
        gettext_noop("The file is damaged and cannot be read."),
        gettext_noop("Open it in the program that made it, save it again, and upload the new file."),
        "file",
    ),
    Failure(
        "expands-too-much",
        gettext_noop("The file unpacks to far more data than its size allows."),
        gettext_noop("If you trust the file, save it again in the program that made it, or split it."),
        "file",
    ),
    Failure(
        "took-too-long",
        gettext_noop("Reading the file took too long and was stopped."),
        gettext_noop("Split the file into smaller ones, or ask an administrator to raise the limit."),
        "file",
    ),
    Failure(
        "too-much-memory",
        gettext_noop("Reading the file needed too much memory and was stopped."),
        gettext_noop("Split the file into smaller ones, or ask an administrator to raise the limit."),
        "file",
    ),
    Failure(
        "no-text",
        gettext_noop("No text was found in the file."),
        gettext_noop("If it is a scan, “Recognize the text” on the document's page reads what is printed on it."),
        "file",
    ),
    Failure(
        "reader-crashed",
        gettext_noop("The file made its reader fail."),
        gettext_noop("Save the file again in the program that made it; if that does not help, tell an administrator."),
        "file",
    ),
    Failure(
        "worker-lost",
        gettext_noop("Reading was started several times and never finished."),
        gettext_noop("Ask an administrator to look at the worker's log, then have the document read again."),
        "ours",
    ),
)

FAILURES: dict[str, Failure] = {failure.code: failure for failure in _TABLE}


class ExtractionFailure(Exception):  # noqa: N818 - a failure of the file, mostly, not an error of the program
    """A file that cannot be read, by a code of `FAILURES`; `detail` is for staff and may be empty."""

    def __init__(self, code: str, detail: str = "") -> None:
        if code not in FAILURES:
            raise ValueError(f"no failure is called {code!r}")
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else self.code

    @property
    def failure(self) -> Failure:
        """The row of the table that this failure belongs to."""
        return FAILURES[self.code]

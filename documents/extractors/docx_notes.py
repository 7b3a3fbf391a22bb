"""Footnotes, endnotes and comments: found by the marks in the text, each given once, as blocks of their own."""

from dataclasses import dataclass

from documents.extractors.docx_inline import NoteReference
from documents.extractors.ooxml_names import Element, attribute, children
from documents.extractors.ooxml_package import Package

_NOTE_NAMES = {"footnotes": "w:footnote", "endnotes": "w:endnote", "comments": "w:comment"}
_TITLES = {"footnotes": "Footnote", "endnotes": "Endnote"}


@dataclass(frozen=True, slots=True)
class Note:
    """`heading` says what it is ("Footnote 2", "Comment by Ann"); `story` is its content."""

    heading: str
    story: Element


class Notes:
    """The notes of one document, numbered in the order in which they are asked for."""

    def __init__(self, package: Package) -> None:
        self._stories = {
            NoteReference(kind, attribute(note, "w:id") or ""): note
            for kind, name in _NOTE_NAMES.items()
            if (root := package.part(kind)) is not None
            for note in children(root, name)
        }
        self._counts = dict.fromkeys(_TITLES, 0)

    def take(self, reference: NoteReference) -> Note | None:
        """The note behind a mark; None when there is none, or when it was given before."""
        story = self._stories.pop(reference, None)
        if story is None:
            return None
        if reference.kind == "comments":
            author = attribute(story, "w:author")
            return Note(f"Comment by {author}" if author else "Comment", story)
        self._counts[reference.kind] += 1
        return Note(f"{_TITLES[reference.kind]} {self._counts[reference.kind]}", story)

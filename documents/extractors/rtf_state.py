"""What is known while an RTF file is read: of the whole document, and of the group that is open."""

from collections.abc import Callable
from dataclasses import dataclass, field

from documents.extractors.blocks import Block
from documents.extractors.rtf_charsets import Charsets
from documents.extractors.rtf_story import Story
from documents.extractors.rtf_styles import Style, Styles


def nowhere(_text: str) -> None:
    """Where text goes that nobody reads."""


@dataclass(slots=True)
class Document:
    """`margins` are what stands in headers and footers, each with its control word ("headerf")."""

    charsets: Charsets = field(default_factory=Charsets)
    styles: Styles = field(default_factory=Styles)
    margins: list[tuple[str, list[Block]]] = field(default_factory=list)
    title: str = ""
    author: str = ""
    """Of the comment that comes next."""
    default_font: int = 0
    has_first_pages: bool = False
    has_left_pages: bool = False
    footnotes: int = 0
    endnotes: int = 0

    def add_to_title(self, text: str) -> None:
        """A piece of the title that the file declares."""
        self.title += text

    def add_to_author(self, text: str) -> None:
        """A piece of the name of whoever wrote the next comment."""
        self.author += text

    def next_note(self, *, is_endnote: bool) -> str:
        """What the next note is called."""
        if is_endnote:
            self.endnotes += 1
            return f"Endnote {self.endnotes}"
        self.footnotes += 1
        return f"Footnote {self.footnotes}"


@dataclass(slots=True)
class Group:
    """What is in force in a group; a group within it begins with a copy.

    `sink` takes the text where it is not part of the story; `on_close` is called at the end of this very group.
    `unicode_skip` is how many characters stand for one that is given by number; `tables` how many tables are open;
    `instruction` belongs to the innermost field; `entry` to the stylesheet.
    """

    story: Story
    sink: Callable[[str], None] | None = None
    outer_sink: Callable[[str], None] | None = None
    on_close: Callable[[], None] | None = None
    font: int = 0
    unicode_skip: int = 1
    is_hidden: bool = False
    is_deleted: bool = False
    is_endnote: bool = False
    style: int = 0
    level: int | None = None
    tables: int = 0
    instruction: list[str] = field(default_factory=list)
    entry: Style | None = None
    in_fonts: bool = False
    in_stylesheet: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether a reader of the document sees what stands here."""
        return not self.is_hidden and not self.is_deleted

    def add(self, text: str) -> None:
        """Text, to wherever that of this group goes."""
        if self.sink is not None:
            self.sink(text)
        elif self.is_shown:
            self.story.add(text)

    def begin_story(self) -> Story:
        """Text goes to a story of its own from now on."""
        self.story, self.sink, self.instruction = Story(), None, []
        self.begin_paragraph()
        return self.story

    def begin_paragraph(self) -> None:
        """As one that nothing has been said of."""
        self.style, self.level, self.tables = 0, None, 0

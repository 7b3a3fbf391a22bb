"""What is known of a format before one of its files is read: its names, and the signs that it is told by."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


def never(_text: str) -> bool:
    """A text that says nothing of its format."""
    return False


def always(_text: str) -> bool:
    """Any text will do, where the name says the rest."""
    return True


@dataclass(frozen=True, slots=True)
class HeadSign:
    """What the first bytes of the file look like."""

    matches: Callable[[bytes], bool]


@dataclass(frozen=True, slots=True)
class MainPartSign:
    """The types, in lower case, that the main part of an Office package may have.

    `folder` is where such files keep that part: a package without a table of contents is told by it.
    """

    content_types: tuple[str, ...]
    folder: bytes


@dataclass(frozen=True, slots=True)
class MimetypeSign:
    """How the `mimetype` entry of a ZIP container begins; `part` is an entry that is as good as that one."""

    prefix: bytes
    part: str = ""


@dataclass(frozen=True, slots=True)
class StreamSign:
    """The streams of an OLE compound file, in lower case: one of them is enough."""

    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class TextSign:
    """What the decoded start of a text looks like; `when_named` is asked too where the name has one of the suffixes."""

    matches: Callable[[str], bool] = never
    when_named: Callable[[str], bool] = never


Sign: TypeAlias = HeadSign | MainPartSign | MimetypeSign | StreamSign | TextSign


@dataclass(frozen=True, slots=True)
class Conversion:
    """A format that LibreOffice turns into `media_type` first; `refusal` is the code of a file that it cannot do so."""

    media_type: str
    refusal: str


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the registry.

    `module` is named, not imported. `word` is what people read, still to be translated, and `short_name` what programs
    write. `suffixes`, in lower case with their dot, only choose between kinds of text. Text is looked at by the
    `signs` of the formats in the order of the registry; a format without signs is told by no look at a file.
    `advice_without_text`, still to be translated, is empty where a file without text may be a scan.
    """

    media_type: str
    module: str
    word: str
    short_name: str
    suffixes: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    has_pages: bool = False
    advice_without_text: str = ""
    conversion: Conversion | None = None

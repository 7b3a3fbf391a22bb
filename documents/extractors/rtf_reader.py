"""Walks the groups of an RTF file and sends the text of each to where it belongs.

In: results of fields, inserted text, notes, text boxes. Out: instructions, deleted and hidden text, pictures, data.
"""

from copy import copy

from documents.extractors.blocks import Block
from documents.extractors.failures import ExtractionFailure
from documents.extractors.rtf_destinations import DESTINATIONS, is_skipped
from documents.extractors.rtf_state import Document, Group
from documents.extractors.rtf_story import Story
from documents.extractors.rtf_styles import Style
from documents.extractors.rtf_tokens import Kind, Token, Tokens
from documents.extractors.rtf_words import CHARACTERS, ENDS, SPACES, WORDS

_DEEPEST_GROUP = 2000


class RtfReader:
    """Reads one file. `document` says all but the body; `is_cut_off`, whether the file ends before its text does."""

    def __init__(self) -> None:
        self.document = Document()
        self.is_cut_off = False
        self._groups = [Group(Story())]
        self._bytes = bytearray()
        self._to_skip = 0
        self._is_start = self._is_starred = False

    def read(self, data: bytes) -> list[Block]:
        """The blocks of the body. ExtractionFailure `damaged` for groups in groups without end."""
        body = self._group.story
        tokens = Tokens(data)
        for token in tokens:
            if token.kind is Kind.BYTES:
                self._take_bytes(token.data)
                continue
            self._flush()
            if token.kind is Kind.WORD and self._is_start and is_skipped(token.word, is_starred=self._is_starred):
                tokens.skip_group()
                token = Token(Kind.CLOSE)  # noqa: PLW2901 - its end is what comes next
            self._take(token)
            if token.kind is Kind.CLOSE and len(self._groups) == 1:
                break
        self._flush()
        self.is_cut_off = len(self._groups) > 1
        while len(self._groups) > 1:
            self._close()
        return body.finish()

    @property
    def _group(self) -> Group:
        return self._groups[-1]

    def _take(self, token: Token) -> None:
        if token.kind is Kind.OPEN:
            self._open()
        elif token.kind is Kind.CLOSE:
            self._close()
        else:
            self._obey(token)

    def _open(self) -> None:
        if len(self._groups) > _DEEPEST_GROUP:
            raise ExtractionFailure("damaged", "groups nested too deeply")
        group = copy(self._group)
        group.on_close = None
        if group.in_stylesheet and group.entry is None:
            group.entry = Style()
            group.sink = group.entry.add_name
        self._groups.append(group)
        self._to_skip, self._is_start, self._is_starred = 0, True, False

    def _close(self) -> None:
        """One that was never opened is let pass."""
        if len(self._groups) == 1:
            return
        group = self._groups.pop()
        if group.on_close is not None:
            group.on_close()
        if group.entry is not None and self._group.entry is None:
            self.document.styles.add(group.entry)
        self._to_skip, self._is_start, self._is_starred = 0, False, False

    def _take_bytes(self, data: bytes) -> None:
        skipped = min(self._to_skip, len(data))
        self._to_skip -= skipped
        self._bytes += data[skipped:]
        self._is_start = False

    def _flush(self) -> None:
        """Bytes are decoded together: a character may have several, each written in its own way."""
        if self._bytes:
            self._group.add(self.document.charsets.decode(bytes(self._bytes), self._group.font))
            self._bytes.clear()

    def _obey(self, token: Token) -> None:
        word, is_start = token.word, self._is_start
        self._is_start = self._is_starred = is_start and word == "*"
        if word == "u":
            self._group.add(self.document.charsets.character((token.number or 0) & 0xFFFF, self._group.font))
            self._to_skip = self._group.unicode_skip
        elif word in CHARACTERS and self._to_skip:
            self._to_skip -= 1
        else:
            if word in SPACES or word in ENDS:
                self._to_skip = 0
            self._obey_other(token, is_start=is_start)

    def _obey_other(self, token: Token, *, is_start: bool) -> None:
        word = token.word
        if word in CHARACTERS or word in SPACES:
            self._group.add(CHARACTERS.get(word) or SPACES[word])
        elif is_start and word in DESTINATIONS:
            DESTINATIONS[word](self.document, self._group)
        elif word in WORDS:
            WORDS[word](self.document, self._group, token.number)

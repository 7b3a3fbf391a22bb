"""Words that a line end cut in two: joined when the document itself writes them as one.

A hyphen at a line end is either the typesetter's (one word) or the writer's (a compound, a part number, a
range). The document's own words decide: "infor-" / "mation" is joined if it says "information" elsewhere and
never "infor-mation". In doubt the hyphen and the line end stay.
"""

import re
import unicodedata
from collections.abc import Container, Iterator
from functools import cache, lru_cache

from documents.text.edits import Edit

# What pdfium puts for a hyphen at a line end, in text and per character; the line break itself it leaves out.
PRINTED_BREAK = "\ufffe"
MARKER_RUN = re.compile("[\u00ad\ufffe\x02]+")
_AT_LINE_END = re.compile(r"[ \t]*(?:\n|\Z)")

# A hyphen at a line end or a printed break, with the white space that goes when the word is joined.
_BREAK = re.compile("[-\u2010\ufffe](?:[ \t]*\n[ \t]*|(?<=\ufffe))")

_WHITE_SPACE = re.compile(r"\s")
_STRETCH = 1 << 20

_HYPHEN = re.compile("[-\u2010\u2011]")
_WORD_EXTRAS = frozenset({"Mn", "Mc", "Me", "Cf"})

# Before a piece of a word these show that it belongs to an address, a path, a number or a compound.
_CONNECTORS = frozenset("/\\@.:-\u2010\u2011")

# In code points. Nothing longer is read as one word.
_LONGEST_WORD = 100

# Most of a piece in one go; what `\w` lacks is looked at one by one.
_PLAIN_PART = re.compile(r"\w*")
_PLAIN_START = re.compile(r"[\w/\\@.:\-\u2010\u2011]*")

# Of a break: its start, its end, and the end of the piece of a word behind it.
_Break = tuple[int, int, int]


def marker(run: re.Match[str]) -> str:
    """Bring marks of hyphenation, a match of `MARKER_RUN`, to one: `PRINTED_BREAK` for a hyphen printed at a line end.

    A soft hyphen between two letters of a line is invisible and goes; elsewhere, as in a number, nobody knows
    and it stays. A marker of pdfium that stands in no word is noise and goes.
    """
    text = run.string
    before, after = text[max(run.start() - 1, 0) : run.start()], text[run.end() : run.end() + 1]
    if set(run[0]) != {"\u00ad"}:
        is_break = _is_wordy(before) and (_is_wordy(after) or _is_at_line_end(text, run.end()))
        return PRINTED_BREAK if is_break else ""
    if _is_at_line_end(text, run.end()):
        return PRINTED_BREAK if _is_wordy(before) else run[0]
    return "" if _is_letter(before) and _is_letter(after) else run[0]


def _is_at_line_end(text: str, offset: int) -> bool:
    return _AT_LINE_END.match(text, offset) is not None


def _is_wordy(character: str) -> bool:
    return _is_letter(character) or character.isalnum()


def joining_edits(text: str, known_words: Container[str]) -> Iterator[Edit]:
    """Join the broken words of an NFC text whose marks are already one; show the hyphens that stay."""
    for chain in _chains(text):
        joined = _joined(_pieces(text, chain), known_words)
        for index, (start, end, _) in enumerate(chain):
            if index in joined:
                yield Edit(start, end, "")
            elif text[start] == PRINTED_BREAK:
                yield Edit(start, start + 1, "-")


def whole_words(text: str) -> Iterator[str]:
    """The words and compounds of a text prepared as for `joining_edits`, no pieces of broken ones."""
    for match in _whole(text):
        word = match.casefold()
        if not _HYPHEN.search(word):
            yield word
            continue
        parts = _HYPHEN.split(word)
        yield from (*parts, "-".join(parts))


def _whole(text: str) -> set[str]:
    """As they are written. Lines without a break, nearly all of a text, are searched in one go each stretch."""
    pattern = _word_pattern(text)
    words: set[str] = set()
    end = 0
    for first, last in _broken_lines(text):
        words.update(_found(text, end, first, pattern))
        words.update(_unbroken(text, first, last, pattern))
        end = last
    words.update(_found(text, end, len(text), pattern))
    return words


def _found(text: str, start: int, end: int, pattern: re.Pattern[str]) -> Iterator[str]:
    """A stretch at a time, each up to white space: no word has any, and a list of all words is ten times the text."""
    while start < end:
        space = _WHITE_SPACE.search(text, start + _STRETCH, end)
        stop = space.start() if space else end
        yield from pattern.findall(text, start, stop)
        start = stop


def _broken_lines(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of whole lines that hold the pieces of broken words, in order."""
    first = last = -1
    for match in _BREAK.finditer(text):
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.end())
        end = len(text) if end < 0 else end
        if start > last:
            if first >= 0:
                yield first, last
            first = start
        last = max(last, end)
    if first >= 0:
        yield first, last


def _unbroken(text: str, first: int, last: int, pattern: re.Pattern[str]) -> Iterator[str]:
    breaks = list(_BREAK.finditer(text, first, last))
    starts, ends = {match.start() for match in breaks}, {match.end() for match in breaks}
    for match in pattern.finditer(text, first, last):
        if match.end() not in starts and match.start() not in ends:
            yield match[0]


def _chains(text: str) -> Iterator[list[_Break]]:
    """Breaks in order, together where only one piece of a word stands between them."""
    chain: list[_Break] = []
    for match in _BREAK.finditer(text):
        start, end = match.span()
        if chain and chain[-1][2] != start:
            yield chain
            chain = []
        chain.append((start, end, _piece_end(text, end)))
    if chain:
        yield chain


def _pieces(text: str, chain: list[_Break]) -> list[str]:
    start = chain[0][0]
    return [text[_piece_start(text, start) : start], *(text[end:piece_end] for _, end, piece_end in chain)]


def _joined(pieces: list[str], known_words: Container[str]) -> set[int]:
    """The breaks to join, by the index of the piece before, so that no pair is left that could be joined."""
    joined: set[int] = set()
    stack: list[tuple[str, int]] = []
    for index, piece in enumerate(pieces):
        word, break_before = piece, index - 1
        while stack and _reads_as_one(stack[-1][0], word, known_words):
            joined.add(break_before)
            left, break_before = stack.pop()
            word = left + word
        stack.append((word, break_before))
    return joined


def _reads_as_one(left: str, right: str, known_words: Container[str]) -> bool:
    if not (left and right and len(left) + len(right) <= _LONGEST_WORD):
        return False
    word, compound = (left + right).casefold(), f"{left}-{right}".casefold()
    if word not in known_words or compound in known_words or not all(map(_is_letter, left + right)):
        return False
    if right[0].isupper() and not (left.isupper() and right.isupper()):
        return False  # "Smith-Jones", "pre-Roman": the capital shows that the hyphen was written
    return unicodedata.is_normalized("NFC", left + right)


def _piece_start(text: str, end: int) -> int:
    nearby = text[max(0, end - _LONGEST_WORD) : end][::-1]
    start = end - len(_PLAIN_START.match(nearby)[0])  # type: ignore[index]  # it matches nothing, too
    while start > max(0, end - _LONGEST_WORD) and (_is_word_part(text[start - 1]) or text[start - 1] in _CONNECTORS):
        start -= 1
    return start


def _piece_end(text: str, start: int) -> int:
    end = _PLAIN_PART.match(text, start, start + _LONGEST_WORD).end()  # type: ignore[union-attr]  # as above
    while end < min(len(text), start + _LONGEST_WORD) and _is_word_part(text[end]):
        end += 1
    return end


@lru_cache(maxsize=4096)
def _is_letter(character: str) -> bool:
    return character != "" and unicodedata.category(character)[0] in "LM"


@lru_cache(maxsize=4096)
def _is_word_part(character: str) -> bool:
    """Letters, and what inside a word makes it something else than a plain word: digits, "_", joiners."""
    return character == "_" or unicodedata.category(character)[0] in "LMN" or unicodedata.category(character) == "Cf"


def _word_pattern(text: str) -> re.Pattern[str]:
    """Words with the hyphens inside them; `\\w` lacks the marks that most scripts of India need.

    A set that names them takes seven times as long, so a text without any is searched without it.
    """
    return _plain_word_pattern() if _extras().isdisjoint(set(text)) else _full_word_pattern()


@cache
def _extras() -> frozenset[str]:
    return frozenset(chr(code) for code in range(0x300, 0x1F000) if unicodedata.category(chr(code)) in _WORD_EXTRAS)


@cache
def _plain_word_pattern() -> re.Pattern[str]:
    return _pattern_of(r"\w+")


@cache
def _full_word_pattern() -> re.Pattern[str]:
    return _pattern_of(f"[\\w{re.escape(''.join(sorted(_extras())))}]+")


def _pattern_of(part: str) -> re.Pattern[str]:
    return re.compile(f"{part}(?:{_HYPHEN.pattern}{part})*")

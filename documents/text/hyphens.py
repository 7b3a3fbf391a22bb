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
_MARKER_RUN = re.compile("[\u00ad\ufffe\x02]+")
_AT_LINE_END = re.compile(r"[ \t]*(?:\n|\Z)")

# A hyphen at a line end or a printed break, with the white space that goes when the word is joined.
_BREAK = re.compile("[-\u2010\ufffe](?:[ \t]*\n[ \t]*|(?<=\ufffe))")

_HYPHEN = re.compile("[-\u2010\u2011]")
_WORD_EXTRAS = frozenset({"Mn", "Mc", "Me", "Cf"})

# Before a piece of a word these show that it belongs to an address, a path, a number or a compound.
_CONNECTORS = frozenset("/\\@.:-\u2010\u2011")

# In code points. Nothing longer is read as one word.
_LONGEST_WORD = 100


def marker_edits(text: str) -> Iterator[Edit]:
    """Bring the marks of hyphenation to one: `PRINTED_BREAK` where a hyphen was printed at a line end.

    A soft hyphen between two letters of a line is invisible and goes; elsewhere, as in a number, nobody knows
    and it stays. A marker of pdfium that stands in no word is noise and goes.
    """
    for match in _MARKER_RUN.finditer(text):
        replacement = _marker(text, match)
        if replacement != match[0]:
            yield Edit(match.start(), match.end(), replacement)


def _marker(text: str, run: re.Match[str]) -> str:
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
        for index, match in enumerate(chain):
            if index in joined:
                yield Edit(match.start(), match.end(), "")
            elif text[match.start()] == PRINTED_BREAK:
                yield Edit(match.start(), match.start() + 1, "-")


def whole_words(text: str) -> Iterator[str]:
    """The words and compounds of a text prepared as for `joining_edits`, no pieces of broken ones."""
    breaks = list(_BREAK.finditer(text))
    starts, ends = {match.start() for match in breaks}, {match.end() for match in breaks}
    for match in _word_pattern().finditer(text):
        if match.end() in starts or match.start() in ends:
            continue
        word = match[0].casefold()
        if not _HYPHEN.search(word):
            yield word
            continue
        parts = _HYPHEN.split(word)
        yield from (*parts, "-".join(parts))


def _chains(text: str) -> Iterator[list[re.Match[str]]]:
    """Breaks in order, together where only one piece of a word stands between them."""
    chain: list[re.Match[str]] = []
    for match in _BREAK.finditer(text):
        if chain and _piece_end(text, chain[-1].end()) != match.start():
            yield chain
            chain = []
        chain.append(match)
    if chain:
        yield chain


def _pieces(text: str, chain: list[re.Match[str]]) -> list[str]:
    first = text[_piece_start(text, chain[0].start()) : chain[0].start()]
    return [first, *(text[match.end() : _piece_end(text, match.end())] for match in chain)]


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
    if not (left and right and len(left) + len(right) <= _LONGEST_WORD and all(map(_is_letter, left + right))):
        return False
    if right[0].isupper() and not (left.isupper() and right.isupper()):
        return False  # "Smith-Jones", "pre-Roman": the capital shows that the hyphen was written
    word, compound = (left + right).casefold(), f"{left}-{right}".casefold()
    return word in known_words and compound not in known_words and unicodedata.is_normalized("NFC", left + right)


def _piece_start(text: str, end: int) -> int:
    start = end
    while start > max(0, end - _LONGEST_WORD) and (_is_word_part(text[start - 1]) or text[start - 1] in _CONNECTORS):
        start -= 1
    return start


def _piece_end(text: str, start: int) -> int:
    end = start
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


@cache
def _word_pattern() -> re.Pattern[str]:
    """Words with the hyphens inside them; `\\w` lacks the marks that most scripts of India need."""
    others = "".join(chr(code) for code in range(0x300, 0x1F000) if unicodedata.category(chr(code)) in _WORD_EXTRAS)
    part = f"[\\w{re.escape(others)}]+"
    return re.compile(f"{part}(?:{_HYPHEN.pattern}{part})*")

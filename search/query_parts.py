"""What was typed, cut into its parts: words, "phrases", and operators with a value. Pure, and never an error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

OPERATORS = {
    "type": "type",
    "filetype": "type",
    "title": "title",
    "intitle": "title",
    "collection": "collection",
    "tag": "tag",
    "owner": "owner",
    "before": "before",
    "after": "after",
    "year": "year",
    "page": "page",
    "has": "has",
}
"""What may stand before a colon, and the filter that it is."""

JOINERS = frozenset({"OR", "AND", "NOT"})
"""Operators between words, in capitals only."""

LEAST_SHOUTED = 3
"""From so many words on, all of them in capitals, `OR` and `NOT` are words of a heading that was pasted."""

_QUOTES = str.maketrans("“”„‟«»＂", '"' * 7)
_NAMES = "|".join(sorted(OPERATORS, key=len, reverse=True))
_PART = re.compile(
    rf"(?P<minus>(?<!\S)-)?(?:"
    rf'(?<![^\s(-])\(*(?P<name>{_NAMES}):(?![:/])(?:"(?P<quoted_value>[^"]*)"|(?P<value>[^\s"]+))'
    rf'|"(?P<quoted>[^"]*)"'
    rf'|(?P<run>[^\s"]+))',
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """One part at `[start, end)` of the query, a minus before it included.

    `words` is what it says without quotes and name; `operator` is the filter that it names, "" for words.
    """

    start: int
    end: int
    words: str
    operator: str = ""
    is_quoted: bool = False
    is_minus: bool = False

    @property
    def joiner(self) -> str:
        """`OR`, `AND` or `NOT`, where it is one of them and nothing else."""
        is_plain = not (self.operator or self.is_quoted or self.is_minus)
        return self.words if is_plain and self.words in JOINERS else ""

    @property
    def as_typed(self) -> str:
        """What it says, in quotes where they were typed."""
        return f'"{self.words}"' if self.is_quoted else self.words


def query_parts(text: str) -> list[Part]:
    """The parts of `text` in order. An unpaired quote is left out; an operator without a value is a word."""
    return [_part(found) for found in _PART.finditer(_balanced(text.translate(_QUOTES)))]


def has_joiners(parts: Sequence[Part]) -> bool:
    """Whether `OR`, `AND` and `NOT` are operators here: not in a heading that is all in capitals."""
    plain = [part.words for part in parts if not part.operator and not part.joiner]
    letters = [word for words in plain for word in words.split() if word.isalpha() and len(word) > 1]
    return len(letters) < LEAST_SHOUTED or not all(word.isupper() for word in letters)


def values_of(part: Part) -> tuple[str, ...]:
    """The values of an operator: those with commas between them, or one in quotes."""
    if part.is_quoted:
        return (" ".join(part.words.split()),)
    return tuple(dict.fromkeys(filter(_has_words, part.words.split(","))))


def _part(found: re.Match[str]) -> Part:
    minus = found["minus"] is not None
    if found["name"] is not None:
        is_quoted = found["quoted_value"] is not None
        value = found["quoted_value"] if is_quoted else _without_closing(found["value"])
        if _has_words(value):
            return Part(*found.span(), value, OPERATORS[found["name"].lower()], is_quoted=is_quoted, is_minus=minus)
    if found["quoted"] is not None:
        return Part(*found.span(), found["quoted"], is_quoted=True, is_minus=minus)
    return Part(*found.span(), found[0][minus:].replace('"', " "), is_minus=minus)


def _balanced(text: str) -> str:
    if text.count('"') % 2:
        last = text.rindex('"')
        return text[:last] + " " + text[last + 1 :]
    return text


def _without_closing(value: str) -> str:
    """`(type:pdf OR type:word)`: the bracket was not opened in the value."""
    while value.endswith(")") and value.count(")") > value.count("("):
        value = value[:-1]
    return value


def _has_words(value: str) -> bool:
    return any(map(str.isalnum, value))


def joined_parts(parts: Sequence[Part]) -> Iterator[tuple[Part, str, bool]]:
    """Each part that is no joiner, the `OR` or `AND` between it and the one before, and whether it is excluded.

    A part begins where the joiners before it do: who takes it out takes them out too.
    """
    is_between = has_joiners(parts)
    joiners: list[Part] = []
    is_first = True
    for at, part in enumerate(parts):
        if is_between and part.joiner and not _is_in_heading(parts, at):
            joiners.append(part)
            continue
        words = [one.joiner for one in joiners]
        before = "" if is_first else next((word for word in reversed(words) if word != "NOT"), "")
        start = joiners[0].start if joiners else part.start
        yield replace(part, start=start), before, part.is_minus or "NOT" in words
        joiners, is_first = [], False


def _is_in_heading(parts: Sequence[Part], at: int) -> bool:
    """Whether a joiner stands in capitals among others, as in "the SUPPORT AND MAINTENANCE AGREEMENT of 2019".

    `GDPR OR CCPA` has capitals on both sides as well, but no two such words next to each other.
    """
    before, after = parts[max(0, at - 2) : at], parts[at + 1 : at + 3]
    if not before or not after or not (_is_shouted(before[-1]) and _is_shouted(after[0])):
        return False
    return any(len(side) == 2 and all(map(_is_shouted, side)) for side in (before, after))


def _is_shouted(part: Part) -> bool:
    letters = [letter for letter in part.words if letter.isalpha()]
    is_plain = not (part.operator or part.joiner or part.is_quoted or part.is_minus)
    return is_plain and len(letters) > 1 and all(map(str.isupper, letters))

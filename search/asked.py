"""A query as its parts. Whatever a person can type is a query; nothing in it is a mistake."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from search.words import Word, is_dense, literal_of, words

LONGEST_QUERY = 1000
"""Code points; what is typed beyond them is not looked at."""

MOST_TERMS = 64

_QUOTES = str.maketrans("“”„‟«»＂", '"' * 7)
_TAIL = re.compile(r"[^\w]+$")
_PART = re.compile(r'(?P<minus>(?<!\S)-)?(?:"(?P<quoted>[^"]*)"|(?P<run>[^\s"]+))')


@dataclass(frozen=True, slots=True)
class Term:
    """Something to find: `keys` that stand one after another, or the same as one literal (`10.2(b)`).

    A term may also be found joined up, as one word (`selfpublishing`). `is_start` marks one character of a script
    without spaces, which is looked up as the beginning of a pair.
    """

    keys: tuple[str, ...]
    literal: str = ""
    joined: str = ""
    is_start: bool = False

    @property
    def tail(self) -> str:
        """What a literal ends with after its last word: the bracket of `10.2(b)`, the signs of `c++`."""
        return self.literal[len(_TAIL.sub("", self.literal)) :]


@dataclass(frozen=True, slots=True)
class Query:
    """`text` is what was typed, `meaning` what is asked by meaning: `text` without what is excluded.

    `required` are phrases that must occur, `excluded` those that must not.
    """

    text: str
    meaning: str = ""
    wanted: tuple[Term, ...] = ()
    required: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """Everything that counts in favour of a passage."""
        return self.required + self.wanted

    @property
    def has_words(self) -> bool:
        return bool(self.terms)

    @property
    def refusal(self) -> str | None:
        """Why nothing is looked for, in a sentence; empty where nothing was asked, None for a question."""
        if self.has_words:
            return None
        if self.excluded:
            return _("Only words to leave out were given: add something to look for.")
        return _("There is no word in this to look for.") if self.text else ""


def clean_query(typed: str) -> str:
    """What was typed, as one line that any database can hold: NFC, without controls and surrogates."""
    kept = "".join(" " if unicodedata.category(c) in {"Cc", "Cs"} else c for c in typed[:LONGEST_QUERY])
    return " ".join(unicodedata.normalize("NFC", kept).split())


def parse_query(typed: str) -> Query:
    """Words, "phrases" that must occur, and -words or -"phrases" that must not. OR and AND are ordinary words.

    An unpaired quote and a lone operator mean nothing, and are left out.
    """
    text = clean_query(typed)
    wanted: list[Term] = []
    required: list[Term] = []
    excluded: list[Term] = []
    asked: list[str] = []
    for part in _PART.finditer(_balanced(text.translate(_QUOTES))):
        asked += [] if part["minus"] else [part[0]]
        is_phrase = part["quoted"] is not None
        terms = _phrase(part["quoted"]) if is_phrase else _terms(part["run"])
        (excluded if part["minus"] else required if is_phrase else wanted).extend(terms)
    return Query(text, " ".join(asked), *(tuple(group[:MOST_TERMS]) for group in (wanted, required, excluded)))


def _balanced(text: str) -> str:
    if text.count('"') % 2:
        last = text.rindex('"')
        return text[:last] + " " + text[last + 1 :]
    return text


def _phrase(text: str) -> list[Term]:
    keys = _sequence(text)
    return [Term(keys, literal=literal_of(text) if " " not in text.strip() else "")] if keys else []


def _terms(run: str) -> Iterator[Term]:
    literal = literal_of(run)
    if literal:
        keys = _sequence(run)
        yield Term(keys, literal=literal, joined="".join(keys) if _is_hyphened(run) else "")
        return
    for group in _groups(list(words(run))):
        keys = _without_last_of_pairs(group)
        yield Term(keys, is_start=len(keys) == 1 and len(group) == 1 and is_dense(keys[0]))


def _is_hyphened(run: str) -> bool:
    return bool(re.fullmatch(r"\w+(?:[-\u2010\u2011]\w+)+", run.strip(".,;:!?")))


def _sequence(text: str) -> tuple[str, ...]:
    return tuple(key for group in _groups(list(words(text))) for key in _without_last_of_pairs(group))


def _groups(found: list[Word]) -> Iterator[list[Word]]:
    """Overlapping pairs together, every other word alone."""
    group: list[Word] = []
    for word in found:
        if group and word.start >= group[-1].end:
            yield group
            group = []
        group.append(word)
    if group:
        yield group


def _without_last_of_pairs(group: list[Word]) -> tuple[str, ...]:
    """The pairs say it all; the last character alone is only there to be found alone."""
    return tuple(word.key for word in (group[:-1] if len(group) > 1 else group))

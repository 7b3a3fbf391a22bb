"""A query as its parts. Whatever a person can type is a query; nothing in it is a mistake."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from search.query_parts import Part, joined_parts, query_parts, values_of
from search.words import Word, is_dense, literal_of, words

LONGEST_QUERY = 1000
"""Code points; what is typed beyond them is not looked at."""

MOST_TERMS = 64

MOST_FILTERS = 16

SHORTEST_BEGINNING = 2
"""Characters before a star: fewer begin too many words."""

_JOINER_AT_START = re.compile(r"\A\s*(?:OR|AND)(?!\S)")
_TAIL = re.compile(r"[^\w]+$")


@dataclass(frozen=True, slots=True)
class Term:
    """Something to find: `keys` that stand one after another, or the same as one literal (`10.2(b)`).

    A term may also be found joined up, as one word (`selfpublishing`). `is_start` marks what is looked up as the
    beginning of longer keys: `recon*`, one character of a script without spaces, and a word that nothing holds as it
    is. Of several keys it is the last that begins a longer one.
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
class Filter:
    """A condition on documents or pages: one of `values` must hold, or none of them may where `is_excluded`.

    `spans` is where it stands in the query, to be taken out again.
    """

    name: str
    values: tuple[str, ...]
    is_excluded: bool = False
    spans: tuple[tuple[int, int], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Query:
    """`text` is what was typed, `meaning` what is asked by meaning: less what is excluded, and the filters.

    `required` must occur, `excluded` must not; of each of `alternatives` one must occur. All `filters` hold at once.
    """

    text: str
    meaning: str = ""
    wanted: tuple[Term, ...] = ()
    required: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()
    alternatives: tuple[tuple[Term, ...], ...] = ()
    filters: tuple[Filter, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """Everything that counts in favour of a passage."""
        return self.required + tuple(term for group in self.alternatives for term in group) + self.wanted

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
        if self.filters:
            return _("Only filters were given: add words to look for.")
        return _("There is no word in this to look for.") if self.text else ""

    def text_without(self, *filters: Filter) -> str:
        """The query as it would be typed without some filters of it."""
        kept = self.text
        for start, end in sorted((span for one in filters for span in one.spans), reverse=True):
            kept = f"{kept[:start]} {_JOINER_AT_START.sub('', kept[end:])}"
        return " ".join(kept.split())


def clean_query(typed: str) -> str:
    """What was typed, as one line that any database can hold: NFC, without controls and surrogates."""
    kept = "".join(" " if unicodedata.category(c) in {"Cc", "Cs"} else c for c in typed[:LONGEST_QUERY])
    return " ".join(unicodedata.normalize("NFC", kept).split())


def parse_query(typed: str) -> Query:
    """Words, "phrases", -words, `a OR b`, `a AND b`, `NOT a`, beginnings* and filters (`type:pdf`): docs/searching.md.

    An unpaired quote and a lone operator mean nothing, and are left out. What looks like a filter and is none is words.
    """
    text = clean_query(typed)
    made = _Making()
    for part, joiner, is_excluded in joined_parts(query_parts(text)):
        made.add(part, joiner, is_excluded=is_excluded)
    return made.query(text)


@dataclass(slots=True)
class _Said:
    """A part that says words, and what was said of it."""

    part: Part
    is_excluded: bool
    is_required: bool = False
    or_the_one_before: bool = False


@dataclass(slots=True)
class _Making:
    """A query in the making. `OR` joins words with words, filters of a kind with each other, and nothing else."""

    said: list[_Said] = field(default_factory=list)
    filters: list[Filter] = field(default_factory=list)
    is_after_filter: bool = False

    def add(self, part: Part, joiner: str, *, is_excluded: bool) -> None:
        if part.operator:
            self._add_filter(part, joiner, is_excluded=is_excluded)
        else:
            before = self.said[-1] if self.said and joiner and not self.is_after_filter else None
            self._add_words(_Said(part, is_excluded), joiner, before)
        self.is_after_filter = bool(part.operator)

    def _add_words(self, said: _Said, joiner: str, before: _Said | None) -> None:
        self.said.append(said)
        if before is None or before.is_excluded or said.is_excluded:
            return
        if joiner == "OR":
            said.or_the_one_before = True
        else:
            said.is_required = before.is_required = True

    def _add_filter(self, part: Part, joiner: str, *, is_excluded: bool) -> None:
        new = Filter(part.operator, values_of(part), is_excluded, ((part.start, part.end),))
        last = self.filters[-1] if self.filters else None
        is_or = joiner == "OR" and self.is_after_filter and last is not None and last.name == new.name
        if is_or and last is not None and not last.is_excluded and not new.is_excluded:
            between = (last.spans[-1][0], part.end)
            self.filters[-1] = Filter(new.name, _both(last, new), spans=(*last.spans[:-1], between))
            return
        same = next((one for one in self.filters if _are_alternatives(one, new)), None)
        if same is None:
            self.filters.append(new)
        else:
            self.filters[self.filters.index(same)] = Filter(new.name, _both(same, new), spans=same.spans + new.spans)

    def query(self, text: str) -> Query:
        wanted: list[Term] = []
        required: list[Term] = []
        excluded: list[Term] = []
        groups: list[list[Term]] = []
        for at, said in enumerate(self.said):
            if said.or_the_one_before or any(one.or_the_one_before for one in self.said[at + 1 : at + 2]):
                groups += [] if said.or_the_one_before else [[]]
                groups[-1] += _as_one(said.part)
            elif said.is_excluded:
                excluded += _terms_of(said.part)
            else:
                (required if said.is_required or said.part.is_quoted else wanted).extend(_terms_of(said.part))
        alternatives = tuple(tuple(group[:MOST_TERMS]) for group in groups[:MOST_TERMS] if group)
        meaning = " ".join(one.part.as_typed for one in self.said if not one.is_excluded)
        return Query(
            text,
            meaning,
            wanted=tuple(wanted[:MOST_TERMS]),
            required=tuple(required[:MOST_TERMS]),
            excluded=tuple(excluded[:MOST_TERMS]),
            alternatives=alternatives,
            filters=tuple(self.filters[:MOST_FILTERS]),
        )


def _both(one: Filter, other: Filter) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.values + other.values))


def _are_alternatives(one: Filter, other: Filter) -> bool:
    """A document has one type, one collection, one owner and one date: of two that are asked for, either will do."""
    is_single = other.name in {"type", "collection", "owner", "page", "year"}
    return is_single and one.name == other.name and not (one.is_excluded or other.is_excluded)


def _terms_of(part: Part) -> list[Term]:
    return _phrase(part.words) if part.is_quoted else list(_terms(part.words))


def _as_one(part: Part) -> list[Term]:
    """The part as one thing of several that will do."""
    terms = _terms_of(part)
    return terms if len(terms) < 2 else _phrase(part.words)


def _phrase(text: str) -> list[Term]:
    keys = _sequence(text)
    return [Term(keys, literal=literal_of(text) if " " not in text.strip() else "")] if keys else []


def _terms(run: str) -> Iterator[Term]:
    if beginning := _beginning(run):
        yield beginning
        return
    literal = literal_of(run)
    if literal:
        keys = _sequence(run)
        yield Term(keys, literal=literal, joined="".join(keys) if _is_hyphened(run) else "")
        return
    for group in _groups(list(words(run))):
        keys = _without_last_of_pairs(group)
        yield Term(keys, is_start=len(keys) == 1 and len(group) == 1 and is_dense(keys[0]))


def _beginning(run: str) -> Term | None:
    """What `recon*` asks for; None where too little stands before the star, or more stars than one at the end."""
    bare = run.lstrip("([{").rstrip(".,;:!?)]}")
    start = bare.removesuffix("*")
    if start == bare or "*" in start or start[-1:].isspace():
        return None
    literal, keys = literal_of(start), _sequence(start)
    if not keys or len("".join(keys)) < SHORTEST_BEGINNING or is_dense(keys[-1]):
        return None
    return Term(keys, literal=literal, is_start=True)


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

"""What to point at in a passage: the words that match, and the sentence that holds most of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from documents.text import TextSpan, is_grapheme_boundary
from search.asked import Query, Term
from search.seams import ReadWord, Seam, reading, words_with_hyphens
from search.stemming import stems
from search.words import Word, fold, is_dense, words_in

Standing = Word | ReadWord
"""A word where it stands; of what is read over a seam, where its parts do."""

LONGEST_SENTENCE = 1000
"""Code points. What ends as a sentence does is evidence to its end, unless it is longer than any that one reads."""

LONGEST_EVIDENCE = 400
"""Code points. What has no sentences (a table, a list of names) is cut to this around the first match."""

TAKING_BEGINNINGS = frozenset({"arabic", "indonesian", "irish", "serbian", "yiddish"})
"""The configurations whose stems may begin with another letter than the word."""

LEAST_SHOWN = 380
MOST_SHOWN = 1500
"""Code points of an excerpt in a list of results: a long sentence is shown whole, and a short one with another."""

_SENTENCE_END = re.compile(
    r"(?<=[.!?…])[\"'”’»)\]]*\s+(?![a-z\s])"
    r"|(?<=[。！？｡])"
    r"|\n[ \t]*\n\s*"
    r"|\n(?=[^\n|]*\|)"  # the next row of a table
)
_ENUMERATOR = re.compile(r"\s*\(?(?:[A-Z0-9]{1,4}|[a-z]|[ivxlc]{1,6})(?:\.(?:[A-Z0-9]{1,4}|[a-z]))*[.)]{1,2}\s*")
_TERMINATED = re.compile(r"[.!?…:;。！？｡][\"'”’»)\]]*$")


@dataclass(frozen=True, slots=True)
class Mark:
    """Words at `span` that match a term of the query, known by its place in it; `is_exact`: as it was typed."""

    span: TextSpan
    term: int
    is_exact: bool = False

    def moved(self, by: int) -> Mark:
        return Mark(TextSpan(self.span.start + by, self.span.end + by), self.term, self.is_exact)


def find_marks(
    query: Query, texts: Sequence[str], config: str | Sequence[str], seams: Sequence[Sequence[Seam]] = ()
) -> list[list[Mark]]:
    """For each text the words that match, whole and in order. Asks Postgres once for each configuration of words.

    `config` is that of all texts, or has one for each. `seams` are those of each text: what matches over one is marked
    on both sides of it.
    """
    seams = seams or [()] * len(texts)
    configs = [config] * len(texts) if isinstance(config, str) else config
    found = [_sequences(text, of_text) for text, of_text in zip(texts, seams, strict=True)]
    wanted = {key for term in query.terms for key in (*term.keys, term.joined) if key}
    stemmed = {
        one: _stems(wanted, [of_text for of_text, its in zip(found, configs, strict=True) if its == one], one)
        for one in dict.fromkeys(configs)
    }
    return [
        _in_order(
            Mark(_whole(text, _with_tail(text, span, term.tail)), number, is_exact)
            for number, term, matched, is_exact in _matches(query.terms, of_text, stemmed[its])
            for span in _spans(matched, of_seams)
        )
        for text, of_text, of_seams, its in zip(texts, found, seams, configs, strict=True)
    ]


def _stems(wanted: set[str], found: Iterable[list[Sequence[Standing]]], config: str) -> dict[str, str]:
    """What is asked and what may match it. A stem begins as its word does, where no beginnings are taken off."""
    if not wanted:
        return {}
    read = {word.key for of_text in found for sequence in of_text for word in sequence}
    if config not in TAKING_BEGINNINGS:
        first_letters = {key[0] for key in wanted}
        read = {key for key in read if key[0] in first_letters}
    return stems(read | wanted, config)


def _sequences(text: str, seams: Sequence[Seam]) -> list[Sequence[Standing]]:
    """The words as they stand, those that a hyphen divides as one each, and all as they are read."""
    plain = words_in(text)
    joined = [[word] for word in words_with_hyphens(text, seams)]
    return [plain, *joined, *([reading(text, seams)] if joined or seams else [])]


def best_sentence(
    text: str,
    passage: TextSpan,
    marks: Iterable[Mark],
    page_ends: Container[int] = frozenset(),
    seams: Sequence[Seam] = (),
) -> TextSpan:
    """The sentence of `passage` with most terms, then most as typed, most matches, the first.

    It is at most LONGEST_SENTENCE long, or LONGEST_EVIDENCE where it has no end. A sentence goes on over the end of a
    page, and over a seam, unless the page ends with it; a number or letter of a list belongs to what it counts.
    """
    inside = [mark for mark in marks if passage.start <= mark.span.start and mark.span.end <= passage.end]
    sentences = list(_sentences(text, passage, page_ends, seams))
    best = max(sentences, key=lambda one: _worth(one, inside), default=passage)
    return _shortened(text, best, inside)


def whole_sentences(
    text: str,
    span: TextSpan,
    page_ends: Container[int] = frozenset(),
    seams: Sequence[Seam] = (),
    least: int = LEAST_SHOWN,
    within: TextSpan | None = None,
) -> TextSpan:
    """`span` with the rest of the sentences that it begins and ends in, and with neighbours of these as long as it is
    shorter than `least` code points: a single line says little without what stands about it.

    The nearer end of a sentence comes first; nothing reaches beyond `within`. Where whole sentences would be longer
    than MOST_SHOWN they are not whole.
    """
    sentences = list(_sentences(text, within or TextSpan(0, len(text)), page_ends, seams))
    meeting = [at for at, one in enumerate(sentences) if one.start < span.end and span.start < one.end]
    if not meeting:
        return span
    first, last = meeting[0], meeting[-1]
    if sentences[last].end - sentences[first].start > MOST_SHOWN:
        return span
    while sentences[last].end - sentences[first].start < least:
        before = sentences[first].start - sentences[first - 1].start if first else MOST_SHOWN
        after = sentences[last + 1].end - sentences[last].end if last + 1 < len(sentences) else MOST_SHOWN
        if sentences[last].end - sentences[first].start + min(before, after) > MOST_SHOWN:
            break
        first, last = (first - 1, last) if before < after else (first, last + 1)
    ink_end = span.start + len(text[span.start : span.end].rstrip())  # the number of a list alone is no sentence
    return TextSpan(sentences[first].start, max(sentences[last].end, ink_end))


def _matches(
    terms: Sequence[Term], sequences: Iterable[Sequence[Standing]], stemmed: dict[str, str]
) -> Iterator[tuple[int, Term, Sequence[ReadWord], bool]]:
    """Each term by its number and as what it stands there, and whether just so. Each word is looked up once."""
    for found in sequences:
        keys = [word.key for word in found]
        read = [stemmed.get(key) or key for key in keys]
        places = defaultdict(list)
        for at, key in enumerate(read):
            places[key].append(at)
        for number, term in enumerate(dict.fromkeys(terms)):
            if term.is_start:
                yield from ((number, term, matched, is_exact) for matched, is_exact in _beginnings(term, found))
                continue
            for first, after, is_exact in _occurrences(term, keys, read, places, stemmed):
                yield number, term, [_as_read(word) for word in found[first:after]], is_exact


def _occurrences(
    term: Term,
    keys: Sequence[str],
    read: Sequence[str],
    places: Mapping[str, Sequence[int]],
    stemmed: Mapping[str, str],
) -> Iterator[tuple[int, int, bool]]:
    """Where the words of a term stand one after another among `keys`, which are stemmed to `read`, each at `places`."""
    if len(term.keys) == 1 and not stemmed[term.keys[0]]:  # a stop word on its own
        return
    for sequence in filter(None, (term.keys, (term.joined,) if term.joined else ())):
        wanted = [stemmed[key] or key for key in sequence]
        for first in places.get(wanted[0], ()):
            after = first + len(wanted)
            if read[first:after] == wanted:
                yield first, after, tuple(keys[first:after]) == sequence


def _spans(matched: Sequence[ReadWord], seams: Sequence[Seam]) -> list[TextSpan]:
    """From the first word to the last, less the seams between them."""
    first, *parts = (part for word in matched for part in word.parts)
    spans = [first]
    for part in parts:
        if any(spans[-1].end <= seam.start and seam.end <= part.start for seam in seams):
            spans.append(part)
        else:
            spans[-1] = TextSpan(spans[-1].start, part.end)
    return spans


def _as_read(word: Standing) -> ReadWord:
    return word if isinstance(word, ReadWord) else ReadWord(word.key, (TextSpan(word.start, word.end),))


def _beginnings(term: Term, found: Sequence[Standing]) -> Iterator[tuple[Sequence[ReadWord], bool]]:
    """Where the keys of a term stand one after another, the last as the beginning of a word."""
    *whole, start = term.keys
    keys = [word.key for word in found]
    for at, word in enumerate(found):
        if word.key.startswith(start) and at >= len(whole) and keys[at - len(whole) : at] == whole:
            yield [*map(_as_read, found[at - len(whole) : at]), _begun(_as_read(word), start)], True


def _begun(word: ReadWord, key: str) -> ReadWord:
    """The character of a pair that was asked for; the whole of a word whose beginning was: letters may be folded."""
    start = word.parts[0].start
    return ReadWord(key, (TextSpan(start, start + len(key)),)) if is_dense(key) else word


def _in_order(marks: Iterable[Mark]) -> list[Mark]:
    return sorted(set(marks), key=lambda mark: (mark.span.start, mark.span.end, mark.term))


def _with_tail(text: str, span: TextSpan, tail: str) -> TextSpan:
    end = span.end + len(tail)
    return TextSpan(span.start, end) if tail and fold(text[span.end : end]) == tail else span


def _whole(text: str, span: TextSpan) -> TextSpan:
    """`span`, widened to whole graphemes."""
    start, end = span.start, span.end
    while not is_grapheme_boundary(text, start):
        start -= 1
    while not is_grapheme_boundary(text, end):
        end += 1
    return TextSpan(start, end)


def _sentences(text: str, passage: TextSpan, page_ends: Container[int], seams: Sequence[Seam]) -> Iterator[TextSpan]:
    start = passage.start
    for end in _SENTENCE_END.finditer(text, passage.start, passage.end):
        seam = next((one for one in seams if one.start <= end.start() and end.end() <= one.end), None)
        at_page_end = seam is not None or end.start() in page_ends
        last, following = (seam.start, seam.end) if seam else end.span()
        if _is_sentence(text[start:last], at_page_end=at_page_end) and all(
            is_grapheme_boundary(text, edge) for edge in (last, following)
        ):
            yield TextSpan(start, last)
            start = following
    rest = text[start : passage.end]
    if rest.strip() and not _ENUMERATOR.fullmatch(rest):
        yield TextSpan(start, passage.end)


def _is_sentence(piece: str, *, at_page_end: bool) -> bool:
    if not piece.strip() or _ENUMERATOR.fullmatch(piece):
        return False
    return not at_page_end or bool(_TERMINATED.search(piece))


def _worth(sentence: TextSpan, marks: Sequence[Mark]) -> tuple[int, int, int]:
    inside = [mark for mark in marks if sentence.start <= mark.span.start < sentence.end]
    return len({mark.term for mark in inside}), len({mark.term for mark in inside if mark.is_exact}), len(inside)


def _shortened(text: str, sentence: TextSpan, marks: Sequence[Mark]) -> TextSpan:
    is_whole = _TERMINATED.search(text[sentence.start : sentence.end].rstrip())
    longest = LONGEST_SENTENCE if is_whole else LONGEST_EVIDENCE
    if sentence.end - sentence.start <= longest:
        return sentence
    first = next((m.span.start for m in marks if sentence.start <= m.span.start < sentence.end), sentence.start)
    start = _edge(text, max(sentence.start, first - longest // 4), sentence.start)
    return TextSpan(start, _edge(text, min(sentence.end, start + longest), start + 1))


def _edge(text: str, at: int, floor: int) -> int:
    """The last place between two words at or before `at`, looking back a word's length; else between graphemes."""
    for offset in range(at, max(floor, at - 40), -1):
        if offset == len(text) or text[offset].isspace() or text[offset - 1].isspace():
            return offset
    while at > floor and not is_grapheme_boundary(text, at):
        at -= 1
    return at

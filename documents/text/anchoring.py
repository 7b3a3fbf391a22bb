"""Find a quote again: exactly, then but for white space, then with a bounded number of differences.

Nothing is better than a look-alike. Where several places fit equally well, the words around the quote decide,
then the hint, and else the answer is None. So it is where a text holds so many look-alikes that to weigh them all
would take too long.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from documents.text.characters import has_ink
from documents.text.evening import EvenText, blanked, evened
from documents.text.excerpts import check_span
from documents.text.fuzzy import Allowance, ApproximateMatch, TooManyLookAlikes, approximate_matches, matches_within
from documents.text.graphemes import grapheme_end, grapheme_start
from documents.text.values import TextSpan

MatchKind = Literal["exact", "whitespace", "fuzzy"]

# A shorter quote ("1999") that stands alone in other surroundings may be any other one of its kind.
SHORT_QUOTE = 8
# Fewer code points of context in common may be chance; more than the next best has, they decide.
DECISIVE_CONTEXT = 4

# A fuzzy match differs from the quote in at most this share of its code points: the first if at least half
# of the context is still there, the second without. In a quote below the given length one edit already makes
# another word. Beyond the second, and beyond so many edits, a quote is looked for beside its context only, of
# which so much must stand on one side.
MOST_DIFFERENCES = 0.2
MOST_DIFFERENCES_ALONE = 0.1
SHORTEST_FUZZY_QUOTE = 16
MOST_EDITS_ALONE = 64
LEAST_SUPPORT = 8

# Places of a quote that are weighed against each other. A text with more is one of look-alikes.
MOST_PLACES = 2000


@dataclass(frozen=True, slots=True)
class QuoteSelector:
    """A TextQuoteSelector of the W3C Web Annotation model: a quote and what stands around it."""

    exact: str
    prefix: str = ""
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """Where a quote stands now; `score` is the share of its code points that are unchanged, 0 to 1."""

    start: int
    end: int
    kind: MatchKind
    score: float


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    end: int
    agreement: int
    edits: int = 0

    @property
    def weight(self) -> int:
        return self.agreement - self.edits


def describe_quote(text: str, span: TextSpan, context: int = 32) -> QuoteSelector:
    """The quote at `span` with up to `context` code points on either side, narrowed to whole graphemes.

    Raises ValueError for a span that is not within the text.
    """
    check_span(text, span)
    start = min(grapheme_end(text, max(0, span.start - context)), span.start)
    end = max(grapheme_start(text, min(len(text), span.end + context)), span.end)
    return QuoteSelector(text[span.start : span.end], text[start : span.start], text[span.end : end])


def match_quote(text: str, selector: QuoteSelector, hint: int | None = None) -> QuoteMatch | None:
    """Where the quote of `selector` stands in `text`; `hint` is the offset where it is expected to start.

    None if it is not there, if it cannot be told from a look-alike, and for a quote without ink.
    """
    if not has_ink(selector.exact):
        return None
    if hint is not None and _stands_at(text, selector, hint):
        return QuoteMatch(hint, hint + len(selector.exact), "exact", 1.0)
    try:
        kind, candidates = next(filter(_has_candidates, _attempts(text, selector)), ("exact", []))
    except TooManyLookAlikes:
        return None
    chosen = _choose(candidates, _whole_context(selector), hint) if candidates else None
    if chosen is None or _is_look_alike(chosen, kind, selector, hint):
        return None
    return QuoteMatch(chosen.start, chosen.end, kind, 1 - chosen.edits / len(selector.exact))


def _stands_at(text: str, selector: QuoteSelector, hint: int) -> bool:
    """Whether the quote stands exactly there in its whole context, so that no other place can be better."""
    start = hint - len(selector.prefix)
    return start >= 0 and text.startswith(selector.prefix + selector.exact + selector.suffix, start)


def _has_candidates(attempt: tuple[MatchKind, list[_Candidate]]) -> bool:
    return bool(attempt[1])


def _attempts(text: str, selector: QuoteSelector) -> Iterator[tuple[MatchKind, list[_Candidate]]]:
    yield "exact", _candidates(text, selector, _exact_spans(text, selector))
    yield "whitespace", _candidates(text, selector, _spans_but_for_white_space(text, selector.exact))
    yield "fuzzy", _fuzzy_candidates(text, selector)


def _candidates(text: str, selector: QuoteSelector, spans: Iterable[TextSpan]) -> list[_Candidate]:
    return [_Candidate(span.start, span.end, _agreement(text, span.start, span.end, selector)) for span in spans]


def _exact_spans(text: str, selector: QuoteSelector) -> list[TextSpan]:
    """Where the quote stands with its whole context; if nowhere, where it stands at all."""
    length, offset = len(selector.exact), len(selector.prefix)
    whole = [at + offset for at in occurrences(text, selector.prefix + selector.exact + selector.suffix)]
    return [TextSpan(at, at + length) for at in whole or occurrences(text, selector.exact)]


def occurrences(text: str, wanted: str, most: int = MOST_PLACES) -> list[int]:
    """Where `wanted`, which is not empty, stands, overlapping too; TooManyLookAlikes if more than `most` times."""
    found: list[int] = []
    at = text.find(wanted)
    while at >= 0:
        if len(found) == most:
            raise TooManyLookAlikes
        found.append(at)
        at = text.find(wanted, at + 1)
    return found


def _spans_but_for_white_space(text: str, quote: str) -> Iterable[TextSpan]:
    even, wanted = EvenText.of(text), evened(quote)
    found = occurrences(even.even, wanted)
    return even.to_original((at, at + len(wanted)) for at in found) if found else ()


def _fuzzy_candidates(text: str, selector: QuoteSelector) -> list[_Candidate]:
    quote = selector.exact.strip()
    if len(quote) < SHORTEST_FUZZY_QUOTE:
        return []
    candidates = [
        _Candidate(start, end, _agreement(text, start, end, selector), match.edits)
        for match in _fuzzy_matches(blanked(text), blanked(quote), selector)
        for start, end in [(grapheme_start(text, match.start), grapheme_end(text, match.end))]
    ]
    return [candidate for candidate in candidates if _numbers(text[candidate.start : candidate.end]) == _numbers(quote)]


def _fuzzy_matches(text: str, quote: str, selector: QuoteSelector) -> list[ApproximateMatch]:
    """All that differ little, and those beside the context that differ more; a place twice is one candidate."""
    few = min(int(MOST_DIFFERENCES_ALONE * len(quote)), MOST_EDITS_ALONE)
    alone = approximate_matches(text, quote, few)
    most = int(MOST_DIFFERENCES * len(quote))
    windows = _beside_context(text, selector, len(quote) + most, most)
    beside = matches_within(text, quote, most, windows, Allowance())
    return list(dict.fromkeys([*alone, *beside]))


def _beside_context(text: str, selector: QuoteSelector, reach: int, leeway: int) -> Iterator[tuple[int, int]]:
    """Where the quote can stand if the nearest part of its context stands there before or after it."""
    support = max(LEAST_SUPPORT, _whole_context(selector) // 4)
    before, after = evened(selector.prefix), evened(selector.suffix)
    if len(before) >= support:
        for found in _standing(text, before[-support:]):
            yield max(0, found.end - leeway), found.end + reach + leeway
    if len(after) >= support:
        for found in _standing(text, after[:support]):
            yield max(0, found.start - reach - leeway), found.start + leeway


def _standing(text: str, words: str) -> Iterator[TextSpan]:
    """Where `words` stand but for white space; TooManyLookAlikes if nearly everywhere."""
    for count, match in enumerate(re.finditer(r"\s+".join(map(re.escape, words.split())), text)):
        if count == MOST_PLACES:
            raise TooManyLookAlikes
        yield TextSpan(*match.span())


def _numbers(text: str) -> list[str]:
    """A changed number is no slip of the pen: no quote matches one with other figures."""
    return re.findall(r"\d+", text)


def _choose(candidates: Sequence[_Candidate], whole_context: int, hint: int | None) -> _Candidate | None:
    best = max(candidate.weight for candidate in candidates)
    margin = 1 if best == whole_context else DECISIVE_CONTEXT
    close = [candidate for candidate in candidates if candidate.weight > best - margin]
    if len(close) == 1:
        return close[0]
    return None if hint is None else _nearest(close, hint)


def _nearest(candidates: Sequence[_Candidate], hint: int) -> _Candidate | None:
    first, second = sorted(candidates, key=lambda candidate: abs(candidate.start - hint))[:2]
    return None if abs(first.start - hint) == abs(second.start - hint) else first


def _is_look_alike(chosen: _Candidate, kind: MatchKind, selector: QuoteSelector, hint: int | None) -> bool:
    whole = _whole_context(selector)
    if kind == "fuzzy":
        is_supported = 0 < whole <= 2 * chosen.agreement
        return not is_supported and chosen.edits > MOST_DIFFERENCES_ALONE * len(selector.exact)
    is_short = len(selector.exact.strip()) < SHORT_QUOTE
    return is_short and chosen.start != hint and chosen.agreement < min(DECISIVE_CONTEXT, whole)


def _agreement(text: str, start: int, end: int, selector: QuoteSelector) -> int:
    """How many code points of context, white space evened out, still join the quote without a gap."""
    before = evened(text[max(0, start - 4 * len(selector.prefix)) : start])[::-1]
    after = evened(text[end : end + 4 * len(selector.suffix)])
    return _common(before, evened(selector.prefix)[::-1]) + _common(after, evened(selector.suffix))


def _whole_context(selector: QuoteSelector) -> int:
    return len(evened(selector.prefix)) + len(evened(selector.suffix))


def _common(left: str, right: str) -> int:
    return next(
        (at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]),
        min(len(left), len(right)),
    )

"""Find a quote again: exactly, then but for white space, then with a bounded number of differences.

Nothing is better than a look-alike. Where several places fit equally well, the words around the quote decide,
then the hint, and else the answer is None.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from documents.text.characters import has_ink
from documents.text.excerpts import check_span
from documents.text.fuzzy import approximate_matches
from documents.text.graphemes import grapheme_end, grapheme_start
from documents.text.values import TextSpan

MatchKind = Literal["exact", "whitespace", "fuzzy"]

# A shorter quote ("1999") that stands alone in other surroundings may be any other one of its kind.
SHORT_QUOTE = 8
# Fewer code points of context in common may be chance; more than the next best has, they decide.
DECISIVE_CONTEXT = 4

# A fuzzy match differs from the quote in at most this share of its code points: the first if at least half
# of the context is still there, the second without. In a quote below the given length one edit already makes
# another word.
MOST_DIFFERENCES = 0.2
MOST_DIFFERENCES_ALONE = 0.1
SHORTEST_FUZZY_QUOTE = 16


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
    for kind, candidates in _attempts(text, selector):
        if candidates:
            chosen = _choose(candidates, _whole_context(selector), hint)
            if chosen is None or _is_look_alike(chosen, kind, selector, hint):
                return None
            return QuoteMatch(chosen.start, chosen.end, kind, 1 - chosen.edits / len(selector.exact))
    return None


def _attempts(text: str, selector: QuoteSelector) -> Iterator[tuple[MatchKind, list[_Candidate]]]:
    yield "exact", _candidates(text, selector, _exact_spans(text, selector))
    yield "whitespace", _candidates(text, selector, _spans_but_for_white_space(text, selector.exact))
    yield "fuzzy", _fuzzy_candidates(text, selector)


def _candidates(text: str, selector: QuoteSelector, spans: Iterable[TextSpan]) -> list[_Candidate]:
    return [_Candidate(span.start, span.end, _agreement(text, span.start, span.end, selector)) for span in spans]


def _exact_spans(text: str, selector: QuoteSelector) -> list[TextSpan]:
    """Where the quote stands with its whole context; if nowhere, where it stands at all."""
    length, offset = len(selector.exact), len(selector.prefix)
    whole = [at + offset for at in _occurrences(text, selector.prefix + selector.exact + selector.suffix)]
    return [TextSpan(at, at + length) for at in whole or _occurrences(text, selector.exact)]


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _spans_but_for_white_space(text: str, quote: str) -> Iterator[TextSpan]:
    first, *others = map(re.escape, quote.split())
    rest = "".join(rf"\s+{word}" for word in others)
    for match in re.finditer(rf"(?=({first}{rest}))", text):
        yield TextSpan(*match.span(1))


def _fuzzy_candidates(text: str, selector: QuoteSelector) -> list[_Candidate]:
    quote = selector.exact.strip()
    if len(quote) < SHORTEST_FUZZY_QUOTE:
        return []
    blanked, wanted = _blanked(text), _blanked(quote)
    candidates = []
    for match in approximate_matches(blanked, wanted, int(MOST_DIFFERENCES * len(quote))):
        start = grapheme_start(text, match.start)
        end = grapheme_end(text, match.end)
        candidates.append(_Candidate(start, end, _agreement(text, start, end, selector), match.edits))
    return [candidate for candidate in candidates if _numbers(text[candidate.start : candidate.end]) == _numbers(quote)]


def _blanked(text: str) -> str:
    return re.sub(r"\s", " ", text)


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
    before = _evened(text[max(0, start - 4 * len(selector.prefix)) : start])[::-1]
    after = _evened(text[end : end + 4 * len(selector.suffix)])
    return _common(before, _evened(selector.prefix)[::-1]) + _common(after, _evened(selector.suffix))


def _whole_context(selector: QuoteSelector) -> int:
    return len(_evened(selector.prefix)) + len(_evened(selector.suffix))


def _evened(text: str) -> str:
    return " ".join(text.split())


def _common(left: str, right: str) -> int:
    return next(
        (at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]),
        min(len(left), len(right)),
    )

"""Find a passage again in the newer text of its document, or know that it is gone.

Both whole texts are known, which says more than a quote with a little context can. All is done on evened texts, so
that white space decides nothing.

* Where the words of the passage stand in the newer text and stood only once in the older, there they are: moved.
  Those that may stand anywhere by chance must have kept a neighbour, or stand among words that the older text had.
* Where they stand, or stood, several times (boilerplate), a place is the passage's only if what is around it bears
  witness (see witnesses.py). Which place to ask about, the neighbours tell that are the same without a gap, or the
  order: between two landmarks, stretches that either text has exactly once, the n-th of n is the n-th of n.
  If that place has no witness, the passage is where alone between the landmarks there is one.
* Where they do not stand, the stretches between the same two landmarks are compared word by word, and what became of
  the words of the passage is the passage, if enough of them are left. If the neighbours went too, a quote that is
  nearly the same is accepted unless the older text has something at least as near elsewhere.
* All else is gone. Nothing is better than a look-alike.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from documents.text.anchoring import MOST_PLACES, describe_quote, match_quote, occurrences
from documents.text.characters import has_ink
from documents.text.comparing import cuts_word, letters, matching_runs, word_spans
from documents.text.evening import EvenText
from documents.text.excerpts import check_span
from documents.text.fuzzy import TooManyLookAlikes
from documents.text.graphemes import grapheme_end, grapheme_start, is_grapheme_boundary
from documents.text.values import TextSpan
from documents.text.witnesses import Surroundings, bears_witness, is_among_known_words

AnchorKind = Literal["exact", "edited", "gone"]
Stretch = tuple[int, int]

LEAST_KEPT = 0.5
"""The share of a passage's letters, counted by whole words, that must be left for it to be called edited."""
SHORT_PASSAGE = 32
"""Code points. What is shorter and stands once in either text may yet be another of its kind."""
LONG_PASSAGE = 120
"""Code points from which words that stand once in either text are the same wherever they stand."""
NEIGHBOURHOOD = 256
"""Code points on either side that are compared to tell repeated words apart."""
NEARNESS = 5
"""What is in the paragraph of the passage itself counts as so much."""
DECISIVE = 24
"""Code points of the neighbourhood, so counted, that one place must have in common more than any other."""
LANDMARKS = (32, 128, 512, 2048)
"""Lengths that are tried for a stretch that both texts have exactly once."""
MOST_HEARD = 16
"""Places whose neighbours are compared word by word."""
SOLID_RUN = 3
"""Words in a row that are no coincidence."""
REACH = 8000
"""Code points around a passage, and put into it, within which it is looked for word by word."""


@dataclass(frozen=True, slots=True)
class Reanchored:
    """What became of a passage: `span` of the newer text, None if it is gone.

    "exact": the same words, white space aside. "edited": at least LEAST_KEPT of them; `score` is the share, 0 to 1.
    """

    kind: AnchorKind
    span: TextSpan | None
    score: float


GONE = Reanchored("gone", None, 0.0)


def reanchor(old_text: str, span: TextSpan, new_text: str) -> Reanchored:
    """Where the passage `span` of `old_text` stands in `new_text`; ValueError for a span that is not in `old_text`."""
    check_span(old_text, span)
    if not has_ink(old_text[span.start : span.end]):
        return GONE
    old, new = EvenText.of(old_text), EvenText.of(new_text)
    passage = Passage(old.even, new.even, *old.from_original(span), Surroundings(old), Surroundings(new))
    kind, stretch, score = _became(passage)
    return Reanchored(kind, next(new.to_original([stretch])), score) if stretch else GONE


@dataclass(frozen=True, slots=True)
class Passage:
    """`old[start:end]`, to be found in `new`; both texts are evened. `before` and `after` are their parts."""

    old: str
    new: str
    start: int
    end: int
    before: Surroundings
    after: Surroundings

    @property
    def quote(self) -> str:
        return self.old[self.start : self.end]


def _became(passage: Passage) -> tuple[AnchorKind, Stretch | None, float]:
    unchanged = _unchanged(passage)
    try:
        place = _place_in_unchanged(passage, *unchanged)
        place = _standing_place(passage, unchanged) if place is None else place
        if place is not None:
            return "exact", (place, place + len(passage.quote)), 1.0
        start, end = _whole_words(passage.old, passage.start, passage.end)
        whole = replace(passage, start=start, end=end)
        edited = _edited_between(whole, _between_landmarks(whole, *unchanged)) or _nearly_the_same(whole)
        if edited and not _stands_once(passage.old, passage.quote) and not _has_witness(whole, edited[0]):
            edited = None
    except TooManyLookAlikes:
        edited = None
    return ("edited", *edited) if edited else ("gone", None, 0.0)


# --- the same words ---


def _unchanged(passage: Passage) -> tuple[int, int]:
    """How much of the beginning of the texts is the same, and how much of the rest of their ends."""
    head = common_start(passage.old, passage.new)
    rest = min(len(passage.old), len(passage.new)) - head
    return head, min(rest, common_end(passage.old, passage.new))


def _place_in_unchanged(passage: Passage, head: int, tail: int) -> int | None:
    """The place of a passage that lies with its neighbourhood in what is unchanged, however often its words stand."""
    length, moved = len(passage.old), len(passage.new) - len(passage.old)
    if min(passage.end + NEIGHBOURHOOD, length) <= head:
        at = passage.start
    elif max(passage.start - NEIGHBOURHOOD, 0) >= length - tail:
        at = passage.start + moved
    else:
        return None
    return at if _is_whole_place(passage, passage.new, at) else None


def _standing_place(passage: Passage, unchanged: tuple[int, int]) -> int | None:
    """Where the very words of the passage stand in the new text; None if they do not, or if it cannot be told."""
    new = _whole_places(passage, passage.new)
    if not new:
        return None
    old = _whole_places(passage, passage.old)
    if len(old) == len(new) == 1 and len(passage.quote) >= SHORT_PASSAGE:
        return new[0] if _has_moved(passage, new[0]) else None
    between = _between_landmarks(passage, *unchanged)
    place = _place_by_neighbours(passage, old, new)
    place = _place_by_order(passage, between, old, new) if place is None else place
    if len(old) == len(new) == 1:
        return place
    supposed = () if place is None else (place,)
    borne_out = _borne_out(passage, supposed) or _borne_out(passage, _near(between, new))
    return borne_out[0] if len(borne_out) == 1 else None


def _has_moved(passage: Passage, place: int) -> bool:
    """Whether words that either text has once are no coincidence."""
    length = len(passage.quote)
    stands = place, place + length
    is_long = length >= LONG_PASSAGE
    return is_long or _has_witness(passage, stands) or is_among_known_words(passage.before, passage.after, stands)


def _borne_out(passage: Passage, places: Iterable[int]) -> list[int]:
    """Those of `places` for which what is around them bears witness."""
    return [place for place in places if _has_witness(passage, (place, place + len(passage.quote)))]


def _has_witness(passage: Passage, stands: Stretch) -> bool:
    return bears_witness(passage.before, (passage.start, passage.end), passage.after, stands)


def _near(between: "Between", places: Sequence[int]) -> Sequence[int]:
    """Those between the landmarks, if they are few enough to hear the witnesses of each."""
    near = [place for place in places if between.new_start <= place < between.new_end]
    return near if len(near) <= MOST_HEARD else ()


def _whole_places(passage: Passage, text: str) -> list[int]:
    """Where the quote stands in `text` with no word or sign cut that was not cut in the passage."""
    return [at for at in occurrences(text, passage.quote, MOST_PLACES) if _is_whole_place(passage, text, at)]


def _is_whole_place(passage: Passage, text: str, at: int) -> bool:
    length = len(passage.quote)
    edges = (passage.start, at), (passage.end, at + length)
    return all(_is_as_whole(passage.old, old_at, text, new_at) for old_at, new_at in edges)


def _is_as_whole(old: str, old_at: int, text: str, at: int) -> bool:
    follows_blank = text[at - 1 : at] == " "  # which may have been a line end, with which nothing joins
    keeps_sign = follows_blank or is_grapheme_boundary(text, at) or not is_grapheme_boundary(old, old_at)
    return keeps_sign and (not cuts_word(text, at) or cuts_word(old, old_at))


def _place_by_neighbours(passage: Passage, old: Sequence[int], new: Sequence[int]) -> int | None:
    """The place with clearly most of the passage's neighbourhood, unless another passage has as good a claim to it."""
    paragraphs = [*passage.before.paragraphs[:-1], len(passage.old) + 1]
    ours = {place: _in_common(passage, paragraphs, passage.start, place) for place in new}
    best = max(ours, key=ours.__getitem__)
    rivals = [score for place, score in ours.items() if place != best]
    rivals += (_in_common(passage, paragraphs, place, best) for place in old if place != passage.start)
    return best if ours[best] - max(rivals, default=0) >= DECISIVE else None


def _in_common(passage: Passage, paragraphs: Sequence[int], old_at: int, new_at: int) -> int:
    """How much of what surrounds the quote at the one place and at the other is the same, without a gap."""
    old_end, new_end = old_at + len(passage.quote), new_at + len(passage.quote)
    before = common_end(
        passage.old[max(0, old_at - NEIGHBOURHOOD) : old_at], passage.new[max(0, new_at - NEIGHBOURHOOD) : new_at]
    )
    after = common_start(passage.old[old_end : old_end + NEIGHBOURHOOD], passage.new[new_end : new_end + NEIGHBOURHOOD])
    first = paragraphs[bisect_right(paragraphs, old_at) - 1]
    last = paragraphs[bisect_right(paragraphs, old_end - 1)] - 1
    near = min(before, old_at - first) + min(after, last - old_end)
    return before + after + (NEARNESS - 1) * near


def _place_by_order(passage: Passage, between: "Between", old: Sequence[int], new: Sequence[int]) -> int | None:
    """The n-th place between the landmarks, if they are near and there are as many as there were."""
    length = len(passage.quote)
    if between.old_end - between.old_start > length + 2 * NEIGHBOURHOOD:
        return None
    before = [place for place in old if between.old_start <= place <= between.old_end - length]
    after = [place for place in new if between.new_start <= place <= between.new_end - length]
    return after[before.index(passage.start)] if len(before) == len(after) else None


# --- landmarks ---


@dataclass(frozen=True, slots=True)
class Between:
    """What lies between the nearest landmarks before and after a passage, in the old text and in the new one.

    Where the landmarks have changed sides, `new_end` is before `new_start`.
    """

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def _between_landmarks(passage: Passage, head: int, tail: int) -> Between:
    """The unchanged beginning and end of the texts are landmarks too."""
    old_start, new_start = _landmark_before(passage, head)
    old_end, new_end = _landmark_after(passage, tail)
    return Between(old_start, old_end, new_start, new_end)


def _landmark_before(passage: Passage, head: int) -> tuple[int, int]:
    """Where the nearest one ends in the old text and in the new."""
    if passage.start <= head:
        return passage.start, passage.start
    for end in (passage.start - distance for distance in _distances(passage.start - head)):
        stretches = ((end - length, end) for length in LANDMARKS if length <= end)
        if (place := _first_that_is_one_place(passage, stretches)) is not None:
            return end, place[1]
    return head, head


def _landmark_after(passage: Passage, tail: int) -> tuple[int, int]:
    """Where the nearest one starts in the old text and in the new."""
    last = len(passage.old) - tail
    if passage.end >= last:
        return passage.end, passage.end + len(passage.new) - len(passage.old)
    for start in (passage.end + distance for distance in _distances(last - passage.end)):
        stretches = ((start, start + length) for length in LANDMARKS if start + length <= len(passage.old))
        if (place := _first_that_is_one_place(passage, stretches)) is not None:
            return start, place[0]
    return last, len(passage.new) - tail


def _distances(most: int) -> Iterator[int]:
    """Ever further from the passage: the nearest landmark leaves least to compare."""
    distance = 0
    while distance < most:
        yield distance
        distance = max(LANDMARKS[0], distance * 3 // 2)


def _first_that_is_one_place(passage: Passage, stretches: Iterable[Stretch]) -> Stretch | None:
    """In the new text, the first of `stretches` of the old one, each longer than the last, that both have just once."""
    for start, end in stretches:
        landmark = passage.old[start:end]
        at = passage.new.find(landmark)
        if at < 0:
            return None
        if passage.new.find(landmark, at + 1) < 0 and _stands_once(passage.old, landmark):
            return at, at + len(landmark)
    return None


def _stands_once(text: str, wanted: str) -> bool:
    return text.find(wanted, text.find(wanted) + 1) < 0


# --- edited words ---


def _edited_between(passage: Passage, between: Between) -> tuple[Stretch, float] | None:
    """What became of the passage between the landmarks, word by word; the version that kept most."""
    reach = REACH // 2
    old = max(between.old_start, passage.start - reach), min(between.old_end, passage.end + reach)
    found = [kept for window in _windows(passage, between) if (kept := _kept(passage, old, window)) is not None]
    stretch, score = max(found, key=lambda one: one[1], default=((0, 0), 0.0))
    is_in_place = (between.old_start, between.old_end) == (passage.start, passage.end)
    if score < LEAST_KEPT or ((score == 1 or not is_in_place) and _is_another_passage(passage, stretch)):
        return None
    return stretch, score


def _windows(passage: Passage, between: Between) -> list[Stretch]:
    """Where to look: between the landmarks, or, where they are far apart or have changed sides, beside either."""
    start, end = between.new_start, between.new_end
    reach = len(passage.quote) + REACH
    if -LANDMARKS[0] < end - start <= reach:  # landmarks that touch may share a blank
        return [(min(start, end), end)]
    return [(start, min(start + reach, len(passage.new))), (max(0, end - reach), end)]


def _kept(passage: Passage, old: Stretch, new: Stretch) -> tuple[Stretch, float] | None:
    """The stretch of `new` that the passage became, `old` being around it, and the share of its words that it kept."""
    before, after = word_spans(passage.old, *old), word_spans(passage.new, *new)
    first = next(at for at, (_, end) in enumerate(before) if end > passage.start)
    last = next(at for at, (start, _) in reversed(list(enumerate(before))) if start < passage.end)
    runs = matching_runs([passage.old[a:b] for a, b in before], [passage.new[a:b] for a, b in after])
    if new[1] - new[0] > 2 * (old[1] - old[0]) + LANDMARKS[0]:
        runs = _solid(runs)
    kept = sum(letters(passage.old, before[max(i, first) : min(i + size, last + 1)]) for i, _, size in runs)
    gaps = _gaps(runs, len(before), len(after))
    start, end = _new_start(gaps, runs, first), _new_end(gaps, runs, last + 1)
    if not kept or start >= end:
        return None
    stretch = grapheme_start(passage.new, after[start][0]), grapheme_end(passage.new, after[end - 1][1])
    return stretch, kept / letters(passage.old, before[first : last + 1])


def _solid(runs: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Without the words that are the same by coincidence: few in a row, and far from what is more."""
    solid = [run for run in runs if run[2] >= SOLID_RUN]
    return [run for run in runs if any(_are_near(run, other) for other in solid)]


def _are_near(run: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    (i, j, size), (first, second, _) = sorted((run, other))
    return run == other or max(first - i - size, second - j - size) <= 2 * SOLID_RUN


Gap = tuple[int, int, int, int]


def _gaps(runs: Sequence[tuple[int, int, int]], old_words: int, new_words: int) -> list[Gap]:
    """What lies between the runs: from word to word of the old and from word to word of the new."""
    edges = [(0, 0, 0), *runs, (old_words, new_words, 0)]
    return [(i + size, first, j + size, second) for (i, j, size), (first, second, _) in pairwise(edges)]


def _new_start(gaps: Iterable[Gap], runs: Iterable[tuple[int, int, int]], word: int) -> int:
    """The new word that the passage begins with, if it began with the old one of that number."""
    for i, j, size in runs:
        if i <= word < i + size:
            return j + word - i
    gap = next(gap for gap in gaps if gap[0] <= word < gap[1])
    return gap[2] if gap[0] == word and _is_exchange(gap) else gap[3]


def _new_end(gaps: Iterable[Gap], runs: Iterable[tuple[int, int, int]], word: int) -> int:
    """The new word before which the passage ends, if it ended before the old one of that number."""
    for i, j, size in runs:
        if i < word <= i + size:
            return j + word - i
    gap = next(gap for gap in gaps if gap[0] < word <= gap[1])
    return gap[3] if gap[1] == word and _is_exchange(gap) else gap[2]


def _is_exchange(gap: Gap) -> bool:
    """Whether some words stand for some others, and not a page for a word."""
    old_start, old_end, new_start, new_end = gap
    return new_end - new_start <= 2 * (old_end - old_start) + SOLID_RUN


def _is_another_passage(passage: Passage, stretch: Stretch) -> bool:
    """Whether the old text had these very words too, but elsewhere; or they are a look-alike's or part of one."""
    start, end = stretch
    length = len(passage.quote)
    if passage.quote in passage.new[max(0, start - length + 1) : end + length - 1]:
        return True
    words = passage.new[start:end]
    if words in passage.quote:
        return False
    return words in passage.old[: passage.start] or words in passage.old[passage.end :]


def _nearly_the_same(passage: Passage) -> tuple[Stretch, float] | None:
    """The quote with few edits anywhere in the new text, if what is found leads back to the passage."""
    selector = describe_quote(passage.old, TextSpan(passage.start, passage.end), NEIGHBOURHOOD // 4)
    found = match_quote(passage.new, selector)
    if found is None or found.kind != "fuzzy":
        return None
    stretch = _whole_words(passage.new, found.start, found.end)
    back = match_quote(passage.old, describe_quote(passage.new, TextSpan(*stretch), NEIGHBOURHOOD // 4))
    leads_back = back is not None and back.start < passage.end and back.end > passage.start
    return (stretch, found.score) if leads_back and not _is_another_passage(passage, stretch) else None


def _whole_words(text: str, start: int, end: int) -> Stretch:
    while cuts_word(text, start):
        start -= 1
    while cuts_word(text, end):
        end += 1
    return start, end


# --- strings in common ---


def common_start(left: str, right: str) -> int:
    """How many code points both begin with; found by halving, at the speed of memory."""
    return _first_failing(min(len(left), len(right)), lambda size: left[:size] == right[:size])


def common_end(left: str, right: str) -> int:
    """How many code points both end with."""
    return _first_failing(
        min(len(left), len(right)), lambda size: left[len(left) - size :] == right[len(right) - size :]
    )


def _first_failing(most: int, holds: Callable[[int], bool]) -> int:
    """The largest size up to `most` for which `holds`, which holds for all smaller ones."""
    return bisect_left(range(1, most + 1), True, key=lambda size: not holds(size))

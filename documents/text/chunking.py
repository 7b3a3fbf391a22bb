"""Cut a text into the units that are embedded: bounded in tokens, ordered, together covering all ink.

A chunk begins and ends with graphemes that have ink. It ends at a section, paragraph, sentence or line if
one ends far enough into it, else at a word, else at a grapheme. Only windows of the text are tokenized, each
a few times, so the whole costs time in proportion to the length of the text.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from documents.text.breaks import best_cut, passage_starts
from documents.text.characters import is_ink, trim_to_ink
from documents.text.graphemes import grapheme_end, grapheme_start
from documents.text.values import TextSpan

# A tokenizer may call a very long word one unknown token. A chunk has no more code points than this for each
# token it may hold (and never fewer than the second number allows), so that such a word is still divided.
MAX_CODE_POINTS_PER_TOKEN = 32
MIN_CODE_POINT_LIMIT = 1024

TokenOffsets = Callable[[str], Sequence[tuple[int, int]]]

_FIRST_GUESS_PER_TOKEN = 6
_OVERLAP_ATTEMPTS = 8


@dataclass(frozen=True, slots=True)
class ChunkPolicy:
    """How to chunk. Equal policies cut equal texts equally.

    `token_offsets(text)` gives the `[start, end)` code points of each token of a text, in order, without
    special tokens. `overlap_tokens` is the most that a chunk repeats from the one before.
    """

    max_tokens: int
    overlap_tokens: int
    token_offsets: TokenOffsets

    def __post_init__(self) -> None:
        if self.max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, not {self.max_tokens}")
        if not 0 <= self.overlap_tokens < self.max_tokens:
            raise ValueError(f"overlap_tokens must be in 0..{self.max_tokens - 1}, not {self.overlap_tokens}")

    @property
    def max_code_points(self) -> int:
        """The most code points of a chunk that is more than one grapheme."""
        return max(MIN_CODE_POINT_LIMIT, MAX_CODE_POINTS_PER_TOKEN * self.max_tokens)


def chunk_text(text: str, policy: ChunkPolicy) -> Iterator[TextSpan]:
    """Yield the chunks of `text`, starts and ends strictly ascending, no ink outside them.

    For every chunk `len(token_offsets(text[start:end])) <= max_tokens`; the only exception is a single
    grapheme that has more tokens than that. Chunks cross page breaks. A text without ink has none.
    """
    chunk: TextSpan | None = None
    while (ink := _next_ink(text, chunk.end if chunk else 0)) is not None:
        chunk = _overlapping_chunk(text, policy, chunk, ink) or _fresh_chunk(text, policy, chunk, ink)
        yield chunk


def _next_ink(text: str, start: int) -> int | None:
    return next((offset for offset in range(start, len(text)) if is_ink(text[offset])), None)


def _fresh_chunk(text: str, policy: ChunkPolicy, previous: TextSpan | None, ink: int) -> TextSpan:
    start = grapheme_start(text, ink, floor=previous.end if previous else 0)
    chunk = _chunk_from(text, policy, start, ink, _guess(policy, previous))
    return chunk or TextSpan(start, grapheme_end(text, ink + 1, floor=start))


def _overlapping_chunk(text: str, policy: ChunkPolicy, previous: TextSpan | None, ink: int) -> TextSpan | None:
    if previous is None or (start := _overlap_start(text, policy, previous)) is None:
        return None
    return _chunk_from(text, policy, start, ink, _guess(policy, previous))


def _overlap_start(text: str, policy: ChunkPolicy, previous: TextSpan) -> int | None:
    """The earliest sentence in `previous`, else word, from which no more than `overlap_tokens` follow."""
    if not policy.overlap_tokens:
        return None
    tokens = policy.token_offsets(text[previous.start : previous.end])
    first = previous.start + (tokens[-policy.overlap_tokens][0] if len(tokens) > policy.overlap_tokens else 0)
    starts = passage_starts(text, max(first, previous.start + 1), previous.end, floor=previous.start)
    for cut in islice(starts, _OVERLAP_ATTEMPTS):
        start = grapheme_start(text, trim_to_ink(text, cut, previous.end)[0], floor=cut)
        if (
            start < previous.end
            and _excess(text, policy.token_offsets, start, previous.end, policy.overlap_tokens) is None
        ):
            return start
    return None


def _chunk_from(text: str, policy: ChunkPolicy, start: int, ink: int, guess: int) -> TextSpan | None:
    """The chunk that begins at `start` and holds the character at `ink`; None if none is small enough.

    A slice may have more tokens than it had within its window, so the slice itself is counted.
    """
    limit = _room(text, policy, start, guess)
    while limit > ink and (cut := _cut(text, start, ink + 1, limit)) is not None:
        end = grapheme_end(text, trim_to_ink(text, start, cut)[1], floor=start)
        excess = _excess(text, policy.token_offsets, start, end, policy.max_tokens)
        if excess is None:
            return TextSpan(start, end)
        limit = min(excess, end - 1)
    return None


def _room(text: str, policy: ChunkPolicy, start: int, guess: int) -> int:
    """How far `max_tokens` reach from `start`, or the most code points of a chunk if they reach farther."""
    width = min(guess, policy.max_code_points)
    while True:
        end = min(start + width, len(text))
        excess = _excess(text, policy.token_offsets, start, end, policy.max_tokens)
        if excess is not None:
            return excess
        if end == len(text) or width == policy.max_code_points:
            return end
        width = min(2 * width, policy.max_code_points)


def _excess(text: str, token_offsets: TokenOffsets, start: int, end: int, most: int) -> int | None:
    """Where in `text` the first token of `[start, end)` beyond `most` begins; None if there is none."""
    tokens = token_offsets(text[start:end])
    return start + tokens[most][0] if len(tokens) > most else None


def _cut(text: str, start: int, least: int, most: int) -> int | None:
    if most == len(text):
        return most
    cut = best_cut(text, start, least, most)
    if cut is None:
        cut = grapheme_start(text, most, floor=start)
    return cut if cut >= least else None


def _guess(policy: ChunkPolicy, previous: TextSpan | None) -> int:
    """How many code points probably hold a little more than `max_tokens`."""
    if previous is None:
        return _FIRST_GUESS_PER_TOKEN * policy.max_tokens
    return 16 + (previous.end - previous.start) * 5 // 4

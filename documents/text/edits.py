"""Replacements in a text, and where each character of the result came from.

Cleaning is a row of steps, each of which reads a text and says what to replace. Applied to the text alone
they give the clean text; applied to its sources too, they give the same text and its way back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SourceRange = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in the place of `[start, end)`, which is not empty.

    `origins` gives, for each character of `text`, the `[start, end)` that it came from; () where each came
    from all that is replaced.
    """

    start: int
    end: int
    text: str
    origins: tuple[SourceRange, ...] = ()


def edited_text(text: str, edits: Iterable[Edit]) -> str:
    """Apply `edits`, which are in order and do not overlap."""
    parts: list[str] = []
    done = 0
    for edit in edits:
        parts += (text[done : edit.start], edit.text)
        done = edit.end
    parts.append(text[done:])
    return "".join(parts)


def edited_sources(sources: Sequence[SourceRange], edits: Iterable[Edit]) -> list[SourceRange]:
    """The sources of the edited text, given those of the text that the edits were made for."""
    result: list[SourceRange] = []
    done = 0
    for edit in edits:
        result += sources[done : edit.start]
        origins = edit.origins or ((edit.start, edit.end),) * len(edit.text)
        hulls = {origin: _hull(sources[slice(*origin)]) for origin in set(origins)}
        result += map(hulls.__getitem__, origins)
        done = edit.end
    result += sources[done:]
    return result


def _hull(sources: Sequence[SourceRange]) -> SourceRange:
    return min(start for start, _ in sources), max(end for _, end in sources)

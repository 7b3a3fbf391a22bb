"""What to show of a page where there is no room for all of it: a strip around what is marked."""

from __future__ import annotations

from collections.abc import Sequence

from documents.pictures.geometry import PageRect

HIGHEST_STRIP = 0.45
"""Of the height of the page, as all here."""

LOWEST_STRIP = 0.12
MARGIN = 0.03


def strip_around(evidence: Sequence[PageRect], words: Sequence[PageRect] = ()) -> PageRect | None:
    """The full width of the page around `evidence`; None without any.

    Evidence that is higher than a strip may be is shown from its top, or from the first of `words` if that is below.
    """
    if not evidence:
        return None
    top = max(0.0, min(rect.y0 for rect in evidence) - MARGIN)
    bottom = min(1.0, max(rect.y1 for rect in evidence) + MARGIN)
    if words and min(rect.y1 for rect in words) > top + HIGHEST_STRIP:
        top = max(0.0, min(min(rect.y0 for rect in words) - MARGIN, bottom - HIGHEST_STRIP))
    height = min(max(bottom - top, LOWEST_STRIP), HIGHEST_STRIP)
    top = min(top, 1 - height)
    return PageRect(0.0, top, 1.0, top + height)

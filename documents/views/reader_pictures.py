"""What the reader needs of page pictures: their sizes at once, and the marks of one page."""

from __future__ import annotations

from collections.abc import Sequence

from documents.models import Revision
from documents.services.pictures import PageMarks, PageSize, PictureUnavailable, has_pictures, page_marks, page_sizes
from documents.text import TextSpan
from documents.views.reader_hits import Hit

A4 = PageSize(595.28, 841.89)
"""What a page is taken for where its size cannot be told."""

_NOWHERE = TextSpan(0, 0)


def sizes_of(revision: Revision) -> tuple[PageSize, ...]:
    """One a page, in points as displayed; () where the revision has no pictures."""
    if not has_pictures(revision):
        return ()
    try:
        return page_sizes(revision)
    except PictureUnavailable:
        return (A4,) * (revision.page_count or 0)


def marks_on(revision: Revision, page: int, hits: Sequence[Hit], current: Hit | None) -> PageMarks | None:
    """The marks of `hits` on one page, those of `current` first, for they are the evidence; None without hits."""
    if not hits:
        return None
    others = [hit.span for hit in hits if hit != current]
    first = current.span if current in hits and current else _NOWHERE
    return page_marks(revision, page, [first, *others])

"""What the reader's script has to know of a whole document, as small as it can be told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django.urls import reverse

from documents.models import Revision
from documents.services.pictures import PageSize
from documents.views.reader_hits import Hits
from documents.views.reader_units import Unit

ROW = 75  # code points on a line of the text column, from which the height of a text is guessed


def layout_of(revision: Revision, units: Sequence[Unit], sizes: Sequence[PageSize], hits: Hits) -> dict[str, Any]:
    """Sizes in runs `[how many, width, height]` (points), lengths in lines, labels where they differ from the number.

    `hits` are units that places begin in, as the step from the one before, each followed by how many do; `crossing` has
    the last unit of each place that ends in a later unit than it begins in, by the place's number.
    """
    return {
        "count": len(units),
        "paged": revision.is_paginated,
        "sizes": list(_runs((round(size.width, 1), round(size.height, 1)) for size in sizes)),
        "lines": [(unit.end - unit.start) // ROW for unit in units],
        "labels": {unit.number: unit.label for unit in units if unit.has_label},
        "more": hits.more,
        "hits": list(_steps(hits.runs())),
        "crossing": {hit.number: hit.last_unit for hit in hits.crossing()},
        "unit": reverse("document-read-unit", args=[revision.document_id, 0]),
        "picture": reverse("document-picture", args=[revision.document_id, revision.number, 0]) if sizes else "",
    }


def _runs(sizes: Iterable[tuple[float, float]]) -> Iterable[tuple[int, float, float]]:
    return ((len(list(same)), *size) for size, same in groupby(sizes))


def _steps(runs: Iterable[tuple[int, int]]) -> Iterable[int]:
    before = 0
    for unit, times in runs:
        yield from (unit - before, times)
        before = unit

"""A document read page by page, or part by part where it has no pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from documents.models import Document, Revision
from documents.templatetags.reader_tags import KEPT, address_of, locator_patterns
from documents.text.page_labels import FoundPage, find_page
from documents.views.access import chosen_revision, readable_document
from documents.views.document import document_tab
from documents.views.reader_asked import Asked, read_asked
from documents.views.reader_hits import Hit, Hits, find_hits
from documents.views.reader_layout import layout_of
from documents.views.reader_menus import reader_menus
from documents.views.reader_pictures import marks_on, sizes_of
from documents.views.reader_text import unit_text
from documents.views.reader_units import Unit, outline, reader_units

NEIGHBOURS = 3  # thumbnails on either side of the open page, where no script shows them all
MOST_MARKED = 1000  # places on one page, about the one that is shown
CSS_PIXELS = 96 / 72  # for each point
FITTED_WIDTH = 960  # CSS pixels: what a picture is drawn for when it is fitted to a window that only the browser knows


@dataclass(frozen=True, slots=True)
class Reading:
    """A revision loaded with its text, what it is leafed through by, and what was looked for in it."""

    revision: Revision
    units: tuple[Unit, ...]
    asked: Asked
    hits: Hits


@require_safe
def read(request: HttpRequest, pk: int) -> HttpResponse:
    """The reader, open where the address says; asked to go to a page, or to find, it leads to the address of that."""
    document = readable_document(request, pk)
    reading = _reading(request, document)
    found = _found(reading)
    if found.number is not None and not found.ambiguous:
        return _redirect(request, reading, found.number, reading.hits.numbered(reading.asked.hit))
    if reading.asked.start is not None and reading.units:
        hit = reading.hits.from_unit(reading.asked.start)
        return _redirect(request, reading, hit.unit if hit else reading.asked.start, hit)
    hit, unit = _opened(reading)
    context = _unit_context(reading, unit, hit)
    return document_tab(
        request,
        document,
        "read",
        {
            "patterns": locator_patterns(),
            "choices": [reading.units[number - 1] for number in found.ambiguous],
            "is_unknown": bool(reading.asked.go) and found.number is None and reading.revision.is_paginated,
            "outline": outline(reading.revision, reading.units),
            "menus": reader_menus(request, reading.asked, unit, hit),
            "kept": _kept(request, hit),
            "layout": layout_of(reading.revision, reading.units, context.get("sizes", ()), reading.hits),
            **context,
            **_around(reading, unit, hit),
        },
    )


@require_safe
def read_unit(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One page or part as a fragment: its picture and its text. 404 for one that the document does not have."""
    document = readable_document(request, pk)
    reading = _reading(request, document)
    if not 1 <= number <= len(reading.units):
        raise Http404
    unit = reading.units[number - 1]
    context = _unit_context(reading, unit, reading.hits.numbered(reading.asked.hit))
    response = render(request, "documents/_read_unit.html", {"document": document, **context})
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _redirect(request: HttpRequest, reading: Reading, number: int, hit: Hit | None) -> HttpResponse:
    unit, paged = reading.units[number - 1], reading.revision.is_paginated
    address = address_of(request, unit, paged=paged, hit=hit.number if hit else None)
    return HttpResponseRedirect(f"?{address}#reader")


def _kept(request: HttpRequest, hit: Hit | None) -> dict[str, str]:
    """What a form of the reader hands on."""
    kept = {name: request.GET.get(name, "") for name in KEPT} | {"hit": str(hit.number) if hit else ""}
    return {name: value for name, value in kept.items() if value}


def _reading(request: HttpRequest, document: Document) -> Reading:
    chosen = chosen_revision(request, document)
    revision = document.revisions.with_text().get(pk=chosen.pk)
    units = reader_units(revision)
    asked = read_asked(request.GET, len(units))
    return Reading(revision, units, asked, find_hits(revision.text_sha256, revision.text or "", units, asked.words))


def _found(reading: Reading) -> FoundPage:
    """The page that was asked for in words; none where a number in the address says it."""
    asked, revision = reading.asked, reading.revision
    words = asked.go or (asked.label if asked.unit is None else "")
    if not (words and revision.is_paginated):
        return FoundPage(None)
    return find_page(words, len(reading.units), revision.page_labels)


def _opened(reading: Reading) -> tuple[Hit | None, Unit | None]:
    """The page named, with the hit that was asked for or else the first on it; where none is, the first hit's page."""
    asked, hits, units = reading.asked, reading.hits, reading.units
    if not units:
        return None, None
    hit = hits.numbered(asked.hit)
    if asked.unit is None:
        hit = hit or hits.numbered(1)
        return hit, units[hit.unit - 1 if hit else 0]
    unit = units[asked.unit - 1]
    return hit or next(iter(hits.within(unit, most=1)), None), unit


def _unit_context(reading: Reading, unit: Unit | None, hit: Hit | None) -> dict[str, Any]:
    revision = reading.revision
    context = {"revision": revision, "unit": unit, "count": len(reading.units), "hit": hit}
    if unit is None:
        return context
    hits = reading.hits.within(unit, MOST_MARKED, hit)
    written = unit_text(revision.text or "", unit, hits, flows=revision.is_paginated)
    return context | {"unit_text": written} | _picture_context(reading, unit, hits, hit)


def _picture_context(reading: Reading, unit: Unit, hits: Sequence[Hit], hit: Hit | None) -> dict[str, Any]:
    sizes = sizes_of(reading.revision)
    if not sizes:
        return {"has_pictures": False, "sizes": sizes}
    size, zoom = sizes[unit.number - 1], reading.asked.zoom
    width = round(size.width * CSS_PIXELS * int(zoom) / 100) if zoom.isdecimal() else None
    return {
        "has_pictures": True,
        "sizes": sizes,
        "size": size,
        "strut": width,
        "picture_width": width or FITTED_WIDTH,
        "marks": marks_on(reading.revision, unit.number, hits, hit),
    }


def _around(reading: Reading, unit: Unit | None, hit: Hit | None) -> dict[str, Any]:
    units, hits = reading.units, reading.hits
    at = unit.number - 1 if unit else 0
    return {
        "asked": reading.asked,
        "units": units,
        "hits": hits,
        "previous": units[at - 1] if at > 0 else None,
        "next": units[at + 1] if at + 1 < len(units) else None,
        "neighbours": _neighbours(units, at, hits),
        **_hit_steps(hits, at + 1, hit),
    }


def _hit_steps(hits: Hits, number: int, hit: Hit | None) -> dict[str, Hit | None]:
    """The places before and after `hit`, or else the unit of that number; past either end it starts over."""
    later = hits.numbered(hit.number + 1) if hit else hits.from_unit(number)
    earlier = hits.numbered(hit.number - 1) if hit else hits.before_unit(number)
    return {
        "later_hit": later,
        "next_hit": later or hits.numbered(1),
        "previous_hit": earlier or hits.numbered(hits.count),
    }


def _neighbours(units: Sequence[Unit], at: int, hits: Hits) -> list[tuple[Unit, bool]]:
    """The units around the open one, each with whether anything was found in it."""
    near = units[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1]
    return [(unit, hits.is_within(unit)) for unit in near]

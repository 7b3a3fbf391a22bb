"""Pictures of pages, put into a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from documents.models import Revision
from documents.pictures.cropping import strip_around
from documents.pictures.drawing import SvgMarks
from documents.pictures.sizes import pixels_for, width_for
from documents.services.pictures import PageMarks, PageRect, PageSize, PictureUnavailable, has_pictures, page_sizes
from documents.text import TextSpan

register = template.Library()

THUMBNAIL_WIDTH = 160  # device pixels


@dataclass(frozen=True, slots=True)
class Source:
    """An image in two densities; `width` and `height` in CSS pixels."""

    url: str
    url_2x: str
    width: int = 0
    height: int = 0


@register.inclusion_tag("documents/_page_picture.html")
def page_picture(
    revision: Revision, number: int, width: int, marks: PageMarks | None = None, alt: str = "", *, eager: bool = False
) -> dict[str, Any]:
    """The picture of a page, `width` CSS pixels wide where there is room, or a sentence where there is none.

    Of `marks`, the first span is the evidence and the others are words.
    """
    size, sentence = _size(revision, number, marks)
    if size is None:
        return {"unavailable": sentence}
    return {
        "source": _source(revision, number, width, size),
        "alt": alt,
        "eager": eager,
        "marks": SvgMarks.of(size, marks.rects) if marks and any(marks.rects) else None,
        "problem": marks.sentence if marks else "",
    }


def _size(revision: Revision, number: int, marks: PageMarks | None) -> tuple[PageSize | None, str]:
    """The page's size, or None and why it cannot be drawn."""
    if marks is not None:
        return marks.size, marks.sentence
    if not has_pictures(revision):
        return None, _("There is no picture of this page.")
    try:
        return page_sizes(revision)[number - 1], ""
    except PictureUnavailable as unavailable:
        return None, unavailable.sentence


@register.inclusion_tag("documents/_page_thumbnail.html")
def page_thumbnail(revision: Revision, number: int, span: TextSpan | None = None, alt: str = "") -> dict[str, Any]:
    """A small picture with the span marked; the browser asks for both when they come near. Nothing is computed here."""
    if not has_pictures(revision):
        return {}
    marks = f"{_url('document-marks', revision, number)}?start={span.start}&end={span.end}" if span else ""
    return {"source": _source(revision, number, THUMBNAIL_WIDTH), "marks_url": marks, "alt": alt}


@register.inclusion_tag("documents/_page_strip.html")
def page_strip(revision: Revision, number: int, width: int, marks: PageMarks) -> dict[str, Any]:
    """The part of a page around what is marked, from the same file as its `page_picture` of that width.

    Nothing where nothing is marked. A browser that does not show it does not ask for it.
    """
    strip = strip_around(marks.rects[0], [rect for rects in marks.rects[1:] for rect in rects]) if marks.rects else None
    if strip is None or marks.size is None:
        return {}
    drawn = SvgMarks.of(marks.size, [(strip, PageRect(0, 0, 1, 1)), *marks.rects])
    (shown, page), *groups = drawn.groups
    return {"source": _source(revision, number, width, marks.size), "strip": shown, "page": page, "groups": groups}


def _source(revision: Revision, number: int, width: int, size: PageSize | None = None) -> Source:
    url, drawn = _url("document-picture", revision, number), width_for(width)
    urls = (f"{url}?w={drawn}", f"{url}?w={width_for(2 * width)}")
    return Source(*urls, *pixels_for(size, width)) if size else Source(*urls)


def _url(name: str, revision: Revision, number: int) -> str:
    return reverse(name, args=[revision.document_id, revision.number, number])

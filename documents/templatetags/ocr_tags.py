"""Text recognition as people meet it: what of a document was recognized, and what could be."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext as _

from documents.extractors.media_types import PDF
from documents.models import Document, Revision
from documents.services import NothingToRecognize, OcrUnavailable
from documents.services.recognized_places import is_recognized
from documents.services.requesting_ocr import Recognizable, engine_for_settings, recognizable

register = template.Library()


@register.filter
def recognized_on(revision: Revision, number: int | None) -> bool:
    """Whether the text of the page of that number was recognized, so that it may be misread."""
    return number is not None and is_recognized(revision, number)


@register.inclusion_tag("documents/_text_recognition.html", takes_context=True)
def text_recognition(context: dict[str, Any]) -> dict[str, Any]:
    """Under a document's head: how much of it was recognized and, for its editors, what could be."""
    document: Document = context["document"]
    current: Revision = context["current"]
    found = _recognizable(document, current) if context["may_edit"] else None
    return {
        "document": document,
        "current": current,
        "found": found,
        "unavailable": _unavailable() if found else "",
    }


def _recognizable(document: Document, current: Revision) -> Recognizable | None:
    if current.media_type != PDF:
        return None
    try:
        return recognizable(document)
    except NothingToRecognize:
        return None


def _unavailable() -> str:
    """Why no text can be recognized here; empty where it can."""
    try:
        engine_for_settings()
    except OcrUnavailable as unavailable:
        return _(unavailable.sentence)
    return ""

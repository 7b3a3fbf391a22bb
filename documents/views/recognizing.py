"""Text recognition, asked for by a person."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from documents import services
from documents.services.requesting_ocr import WhyNot
from documents.views.access import editable_document
from documents.views.requests import post_only


@post_only(button_on="document")
def recognize(request: HttpRequest, pk: int) -> HttpResponse:
    """Have the pages without text recognized."""
    document = editable_document(request, pk)
    try:
        services.recognize_text(document=document, actor=request.user)
    except services.OcrUnavailable as unavailable:
        messages.error(request, _(unavailable.sentence))
    except services.NothingToRecognize as nothing:
        messages.info(request, _why_not(nothing.why))
    else:
        messages.success(
            request, _("The text of the pages without text will be recognized. What was read so far stays meanwhile.")
        )
    return redirect("document", pk=pk)


def _why_not(why: WhyNot) -> str:
    return {
        WhyNot.BEING_READ: _("The file is being read right now. Try again when that is done."),
        WhyNot.NO_PAGES: _("There is nothing to recognize: every page of this document has text or is blank."),
        WhyNot.LOCKED: _("The file opens only with its password, which is not kept: text recognition cannot open it."),
    }[why]

"""The address of a passage. It names a text by its digest and a span of it, never a chunk, so that it lasts."""

from __future__ import annotations

from django.urls import reverse

from documents.text import TextSpan


def passage_path(document_id: int, span: TextSpan, digest: str) -> str:
    """Where a passage of the text with that digest opens, highlighted; a path on this site."""
    return f"{reverse('passage', args=[document_id, span.start, span.end])}?v={digest}#passage"

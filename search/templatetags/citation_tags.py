"""The forms of a citation, for menus."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from documents.text import Citation, TextSpan
from documents.text.citation_formats import CITATION_FORMATS, CitationFormat
from search import citing
from search.queries import passage_path

register = template.Library()


@register.simple_tag
def citation_formats() -> Iterable[CitationFormat]:
    return CITATION_FORMATS.values()


@register.filter
def cite_path(citation: Citation) -> str:
    """The page with every form of a citation; `&format=` names one of them."""
    return citing.cite_path(citation)


@register.filter
def opening_path(citation: Citation) -> str:
    """Where its words open, highlighted; a path on this site, whatever its public address is."""
    return passage_path(citation.document_id, TextSpan(citation.start, citation.end), citation.text_sha256)

"""The text core: pages, spans, chunks, quotes and citations as pure functions on strings.

Standard library only. Every offset is a zero-based code point of the canonical text, every span half-open.
"""

from documents.text.anchoring import QuoteMatch, QuoteSelector, describe_quote, match_quote
from documents.text.characters import has_ink, is_ink
from documents.text.chunking import ChunkPolicy, chunk_text
from documents.text.citations import Citation, CitedPage, build_citation, text_sha256
from documents.text.cleaning import CleanText, clean_page_text, clean_with_sources, words_of
from documents.text.comparing import Change, compare_words
from documents.text.excerpts import Excerpt, Segment, build_excerpt
from documents.text.graphemes import is_grapheme_boundary
from documents.text.legacy import MarkedText, pages_from_marked_text, render_pages
from documents.text.locators import format_locator
from documents.text.reanchoring import Reanchored, reanchor
from documents.text.rendering import PAGE_SEPARATOR, render_plain
from documents.text.soundness import check_page_spans
from documents.text.spans import (
    chunk_page_map,
    clip_page_spans,
    last_place_for_span,
    page_for_offset,
    page_spans_within,
    pages_for_span,
    place_for_span,
)
from documents.text.values import PageSpan, PageText, Place, TextSpan, parse_page_spans, parse_places

__all__ = [
    "PAGE_SEPARATOR",
    "Change",
    "ChunkPolicy",
    "Citation",
    "CitedPage",
    "CleanText",
    "Excerpt",
    "MarkedText",
    "PageSpan",
    "PageText",
    "Place",
    "QuoteMatch",
    "QuoteSelector",
    "Reanchored",
    "Segment",
    "TextSpan",
    "build_citation",
    "build_excerpt",
    "check_page_spans",
    "chunk_page_map",
    "chunk_text",
    "clean_page_text",
    "clean_with_sources",
    "clip_page_spans",
    "compare_words",
    "describe_quote",
    "format_locator",
    "has_ink",
    "is_grapheme_boundary",
    "is_ink",
    "last_place_for_span",
    "match_quote",
    "page_for_offset",
    "page_spans_within",
    "pages_for_span",
    "pages_from_marked_text",
    "parse_page_spans",
    "parse_places",
    "place_for_span",
    "reanchor",
    "render_pages",
    "render_plain",
    "text_sha256",
    "words_of",
]

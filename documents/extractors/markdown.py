"""Markdown: its source is the text, so that every quote is verbatim; its headings are places."""

import re
from collections.abc import Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from documents.extractors.blocks import heading_places
from documents.extractors.encodings import decode_text
from documents.extractors.limits import Limits
from documents.extractors.media_types import MARKDOWN
from documents.extractors.outcome import ExtractedText
from documents.extractors.plain import clean_whole_text, encoding_notes

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The source as one text without pages, with a place for each heading."""
    decoded = decode_text(path.read_bytes())
    text = clean_whole_text(decoded.text)
    headings = list(_headings(text))
    return ExtractedText(
        extractor="markdown-it-py",
        extractor_version=version("markdown-it-py"),
        media_type=MARKDOWN,
        text=text,
        places=heading_places(((label, start) for _, label, start in headings), len(text)),
        title=_front_title(text) or next((label for level, label, _ in headings if level == "h1"), None),
        notes=encoding_notes(decoded),
    )


def _headings(text: str) -> Iterator[tuple[str, str, int]]:
    """Tag ("h1"), label and start of each heading, in order; none in code or in front matter."""
    starts = _line_starts(text)
    parser = MarkdownIt("commonmark")
    parser.disable("inline")
    tokens = parser.parse(_without_front_matter(text))
    parser.enable("inline")
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open" and opening.map is not None:
            yield opening.tag, _label(parser, content), starts[opening.map[0]]


def _line_starts(text: str) -> list[int]:
    starts = [0]
    starts.extend(match.end() for match in re.finditer("\n", text))
    return starts


def _without_front_matter(text: str) -> str:
    """The same number of lines, so that line numbers still fit."""
    match = _FRONT_MATTER.match(text)
    return text if match is None else "\n" * match[0].count("\n") + text[match.end() :]


def _front_title(text: str) -> str | None:
    match = _FRONT_MATTER.match(text)
    title = _FRONT_TITLE.search(match[0]) if match else None
    return title[1].strip("\"'") or None if title else None


def _label(parser: MarkdownIt, content: Token) -> str:
    """What a reader sees of the heading, without its markup."""
    tokens = parser.parseInline(content.content)[0].children or []
    parts = (" " if token.type.endswith("break") else token.content for token in tokens if token.type != "html_inline")
    return "".join(parts).strip()

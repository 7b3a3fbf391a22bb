"""Slides and sheets: runs of blocks that are places, whatever headings they hold."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from documents.extractors.blocks import Block, lay_out, place_label
from documents.text import Place, TextSpan, clean_page_text

Content: TypeAlias = Sequence["Block | Section"]


@dataclass(frozen=True, slots=True)
class Section:
    """A place and what stands in it. `kind` is one of the kinds of `Place`; `label` is raw."""

    kind: str
    label: str
    content: Content


def render_sections(
    sections: Sequence[Section], known_words: Container[str] | None = None
) -> tuple[str, tuple[Place, ...]]:
    """The canonical text, and the place of each section with ink and a name, first ink to last, outer ones first.

    Words broken at a line's end are joined by `known_words`, which are those of the sections unless they are given.
    """
    text, spans = lay_out(list(_blocks(sections)), known_words)
    return text, tuple(_places(sections, iter(spans)))


def _blocks(content: Content) -> Iterator[Block]:
    for item in content:
        if isinstance(item, Section):
            yield from _blocks(item.content)
        else:
            yield item


def _places(content: Content, spans: Iterator[TextSpan | None]) -> Iterator[Place]:
    for item in content:
        if not isinstance(item, Section):
            next(spans)
            continue
        own = list(islice(spans, sum(1 for _ in _blocks(item.content))))
        inked = [span for span in own if span is not None]
        label = place_label(clean_page_text(item.label))
        if inked and label:
            yield Place(item.kind, label, inked[0].start, inked[-1].end)
        yield from _places(item.content, iter(own))

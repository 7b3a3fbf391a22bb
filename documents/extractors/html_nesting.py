"""Refuses HTML whose nesting would make its parser work without end: counted from the tags, before it is parsed.

For every tag a parser looks through the elements that are open, and it opens formatting that nobody closed again in
each block. So the work, and with formatting the tree, grows with the square of the source. The count is a rough one:
it has no tree. What it misses meets the limit on a reading's time.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from documents.extractors.failures import ExtractionFailure

# Lexbor takes some six nanoseconds a step, and with the walk through the tree some five microseconds an element.
_MOST_STEPS = 2_000_000_000
_MOST_REOPENED = 1_000_000
_FORMATTING_STEPS = 4
_KEPT_ALIKE = 3  # of unclosed formatting elements alike, a parser forgets all but the last three

_SPACE = r"[\t\n\f\r ]"
_VALUE = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >]*+)"""
_ATTRIBUTE = re.compile(rf"[^\t\n\f\r />][^\t\n\f\r />=]*+(?:{_SPACE}*+={_SPACE}*+{_VALUE})?+")
_TOKEN = re.compile(
    rf"""<(?:
        !--.*?(?:-->|\Z)
      | (?P<raw>script|style|textarea|title|xmp|iframe|noembed|noframes)(?=[\t\n\f\r />]).*?(?:</(?P=raw)|\Z)
      | (?P<end>/?)(?P<name>[a-z][^\t\n\f\r />]*+)(?P<attributes>(?:[\t\n\f\r /]++|{_ATTRIBUTE.pattern})*+)
    )""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)

_FORMATTING = frozenset({
    "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
})  # fmt: skip
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "button", "center", "details", "dialog", "dir", "div", "dl",
    "fieldset", "figcaption", "figure", "footer", "header", "h1", "h2", "h3", "h4", "h5", "h6", "hgroup", "listing",
    "main", "marquee", "menu", "nav", "object", "ol", "pre", "search", "section", "select", "summary", "template", "ul",
})  # fmt: skip
# They close themselves, or one another, or there is only one of them.
_NEVER_DEEPER = frozenset({
    "a", "area", "base", "basefont", "bgsound", "br", "caption", "col", "colgroup", "dd", "dt", "embed", "form",
    "frame", "head", "hr", "img", "input", "keygen", "li", "link", "meta", "optgroup", "option", "p", "param", "path",
    "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track", "use", "wbr",
})  # fmt: skip
_PARAGRAPHS = frozenset({"dd", "dt", "li", "p"})
_CELLS = frozenset({"caption", "td", "th"})
_MERGED = frozenset({"body", "html"})


@dataclass(slots=True)
class _Open:
    """What stands open below one table or, outside of tables, below the body; inline elements since the last block."""

    blocks: int = 0
    inline: int = 0
    formatting: list[str] = field(default_factory=list)
    alike: Counter[str] = field(default_factory=Counter)

    def open_formatting(self, tag: str) -> None:
        if self.alike[tag] < _KEPT_ALIKE:
            self.alike[tag] += 1
            self.formatting.append(tag)

    def close_formatting(self) -> None:
        if self.formatting:
            self.alike[self.formatting.pop()] -= 1


def refuse_endless_nesting(source: str) -> None:
    """ExtractionFailure: `damaged` for elements too deep, `expands-too-much` for a tree far larger than its source."""
    work = _Work()
    for token in _TOKEN.finditer(source):
        if token["name"] is not None:
            work.count(token["name"].casefold(), token["attributes"], is_end=token["end"] != "")
            work.check()


class _Work:
    """What the tags so far cost a parser."""

    def __init__(self) -> None:
        self._open = _Open()
        self._around: list[_Open] = []
        self._merged = 0
        self._steps = 0
        self._reopened = 0

    def check(self) -> None:
        if self._steps > _MOST_STEPS:
            raise ExtractionFailure("damaged", "its elements are nested too deeply")
        if self._reopened > _MOST_REOPENED:
            raise ExtractionFailure("expands-too-much", "formatting that is never closed, again in each paragraph")

    def count(self, name: str, attributes: str, *, is_end: bool) -> None:
        if name == "table":
            self._pass_table(is_end=is_end)
        elif name in _MERGED:
            self._merged += 1
        elif name in _FORMATTING:
            self._pass_formatting(name + attributes, is_end=is_end)
        elif name in _BLOCKS:
            self._open.blocks = max(0, self._open.blocks + (-1 if is_end else 1))
            self._open.inline = 0
        elif name in _CELLS and self._around:
            self._open = _Open()
        elif name not in _NEVER_DEEPER:
            self._open.inline = max(0, self._open.inline + (-1 if is_end else 1))
        formatting = len(self._open.formatting)
        self._steps += self._open.blocks + self._open.inline + formatting + self._merged
        if name in _BLOCKS or name in _PARAGRAPHS:
            self._reopened += formatting
        if len(attributes) > 1000:
            self._steps += len(_ATTRIBUTE.findall(attributes)) ** 2 // 2

    def _pass_table(self, *, is_end: bool) -> None:
        """A parser looks no further than to the table that it is in."""
        if not is_end:
            self._around.append(self._open)
            self._open = _Open()
        elif self._around:
            self._open = self._around.pop()

    def _pass_formatting(self, tag: str, *, is_end: bool) -> None:
        if is_end:
            self._open.close_formatting()
        else:
            self._open.open_formatting(tag)
            self._steps += _FORMATTING_STEPS * len(self._open.formatting)

"""The visible text of an HTML tree as blocks. The walk keeps its own stack: a page may be nested without end."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence

from selectolax.lexbor import LexborNode

from documents.extractors.blocks import Block
from documents.extractors.table_rows import row_blocks

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS = _HEADINGS | {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "html", "legend", "li",
    "main", "menu", "ol", "optgroup", "option", "p", "pre", "search", "section", "summary", "table", "tbody", "td",
    "tfoot", "th", "thead", "tr", "ul",
}  # fmt: skip
_UNSEEN = {
    "head", "script", "style", "template", "noscript", "noframes", "nav", "iframe", "object", "embed", "svg", "canvas",
    "audio", "video", "rt", "rp", "datalist", "title",
}  # fmt: skip
_HIDING_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_WHITE_SPACE = re.compile(r"[ \t\r\n\f]+")
_LOOSE_SPACE = re.compile(r" *\n *| {2,}")
_ROW_GROUPS = frozenset({"tbody", "thead", "tfoot"})
_DEEPEST_TABLE = 20


class BlockCollector:
    """Collects the blocks below one node. `anchors`: the block that each wanted id stands at, by its index."""

    def __init__(self, table_depth: int = 0, wanted_anchors: Container[str] = ()) -> None:
        self.anchors: dict[str, int] = {}
        self._wanted_anchors = wanted_anchors
        self._table_depth = table_depth
        self._blocks: list[Block] = []
        self._items_of: Counter[int] = Counter()
        self._parts: list[str] = []
        self._heading_depth = 0
        self._item_depth = 0
        self._verbatim_depth = 0

    def collect(self, root: LexborNode) -> list[Block]:
        """The blocks of everything below `root` that a reader sees, in document order."""
        stack: list[tuple[LexborNode, bool]] = [(child, False) for child in reversed(list(_children(root)))]
        while stack:
            node, is_end = stack.pop()
            if is_end:
                self._leave(node.tag or "")
            elif self._enter(node):
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(list(_children(node))))
        self._break()
        return self._blocks

    def _enter(self, node: LexborNode) -> bool:
        """Whether to go on to the children, and to be told when they are done."""
        tag = node.tag or ""
        if tag == "-text":
            self._parts.append(self._text(node))
            return False
        if tag == "li" and node.parent is not None:
            self._items_of[node.parent.mem_id] += 1
        if (not tag.isalnum() and "-" not in tag[1:]) or _is_unseen(node, tag):
            return False
        if self._wanted_anchors:
            self._note_anchor(node, tag)
        if tag == "br":
            self._parts.append("\n")
            return False
        if tag == "table" and self._table_depth < _DEEPEST_TABLE:
            self._break()
            self._blocks.extend(self._table(node))
            return False
        self._open(node, tag)
        return True

    def _note_anchor(self, node: LexborNode, tag: str) -> None:
        if tag in _BLOCKS:
            self._break()
        for name in (node.attributes.get("id"), node.attributes.get("name")):
            if name and name in self._wanted_anchors:
                self.anchors.setdefault(name, len(self._blocks))

    def _open(self, node: LexborNode, tag: str) -> None:
        if tag in _BLOCKS:
            self._break()
        if tag == "li":
            self._parts.append(self._item_mark(node))
        self._heading_depth += tag in _HEADINGS
        self._item_depth += tag == "li"
        self._verbatim_depth += tag == "pre"

    def _leave(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._break()
        self._heading_depth -= tag in _HEADINGS
        self._item_depth -= tag == "li"
        self._verbatim_depth -= tag == "pre"

    def _item_mark(self, item: LexborNode) -> str:
        """Its siblings before it, those that nobody sees too, have all been counted."""
        parent = item.parent
        if parent is None or parent.tag != "ol":
            return "• "
        return f"{_first_number(parent) + self._items_of[parent.mem_id] - 1}. "

    def _text(self, node: LexborNode) -> str:
        text = node.text_content or ""
        return text if self._verbatim_depth else _WHITE_SPACE.sub(" ", text)

    def _break(self) -> None:
        text = "".join(self._parts)
        self._parts = []
        if not self._verbatim_depth:
            text = _LOOSE_SPACE.sub(_narrowed, text).strip()
        if text.strip():
            self._blocks.append(Block(text, self._heading_depth > 0, self._item_depth > 0))

    def _table(self, table: LexborNode) -> Iterator[Block]:
        for caption in _children(table):
            if caption.tag == "caption":
                yield from self._inner(caption)
        yield from row_blocks(self._row(row) for row in _rows(table))

    def _row(self, row: LexborNode) -> list[Sequence[Block]]:
        return [
            self._inner(cell) for cell in _children(row) if cell.tag in ("td", "th") and not _is_unseen(cell, cell.tag)
        ]

    def _inner(self, node: LexborNode) -> list[Block]:
        return BlockCollector(self._table_depth + 1).collect(node)


def _narrowed(match: re.Match[str]) -> str:
    return "\n" if "\n" in match[0] else " "


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _rows(table: LexborNode) -> Iterator[LexborNode]:
    for child in _children(table):
        if child.tag == "tr" and not _is_unseen(child, "tr"):
            yield child
        elif child.tag in _ROW_GROUPS:
            yield from _rows(child)


def _is_unseen(node: LexborNode, tag: str) -> bool:
    if tag in _UNSEEN:
        return True
    attributes = node.attributes
    return "hidden" in attributes or _HIDING_STYLE.search(attributes.get("style") or "") is not None


def _first_number(ordered_list: LexborNode) -> int:
    start = ordered_list.attributes.get("start") or ""
    return int(start) if re.fullmatch(r"-?\d{1,6}", start) else 1

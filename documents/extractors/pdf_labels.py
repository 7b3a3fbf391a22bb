"""Page labels, only as declared by the file (ISO 32000-1, 12.4.2): a page before the first range has none."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from documents.text import clean_page_text
from documents.text.numerals import letters, roman
from documents.text.page_labels import clean_label

_DEEPEST_TREE = 32
_MOST_RANGES = 100_000
_STYLES: dict[str, Callable[[int], str]] = {
    "/D": str,
    "/r": roman,
    "/R": lambda number: roman(number).upper(),
    "/a": letters,
    "/A": lambda number: letters(number).upper(),
}


def read_labels(root: Any, page_count: int) -> tuple[str | None, ...] | None:
    """The label of each page of the file with this catalogue; None when it declares none at all."""
    tree = _resolved(root.get("/PageLabels"))
    if not isinstance(tree, dict):
        return None
    ranges = sorted({start: entry for start, entry in _ranges(tree) if 0 <= start < page_count}.items())
    if not ranges:
        return None
    labels: list[str | None] = [None] * page_count
    for (start, entry), (stop, _) in pairwise([*ranges, (page_count, {})]):
        for index in range(start, stop):
            labels[index] = _label(entry, index - start)
    return tuple(labels)


def _ranges(tree: dict[Any, Any]) -> Iterator[tuple[int, dict[Any, Any]]]:
    """(index of the first page, how its range is labelled); the tree may be nested, broken or circular."""
    seen: set[int] = set()
    waiting: list[tuple[Any, int]] = [(tree, 0)]
    while waiting and len(seen) < _MOST_RANGES:
        node, depth = waiting.pop()
        if not isinstance(node, dict) or id(node) in seen or depth > _DEEPEST_TREE:
            continue
        seen.add(id(node))
        yield from _pairs(_resolved(node.get("/Nums")))
        kids = _resolved(node.get("/Kids"))
        if isinstance(kids, list):
            waiting.extend((_resolved(kid), depth + 1) for kid in kids)


def _pairs(numbers: Any) -> Iterator[tuple[int, dict[Any, Any]]]:
    if not isinstance(numbers, list):
        return
    for key, value in zip(numbers[::2], numbers[1::2], strict=False):
        start, entry = _resolved(key), _resolved(value)
        if isinstance(start, int) and isinstance(entry, dict):
            yield int(start), entry


def _label(entry: dict[Any, Any], offset: int) -> str | None:
    prefix, first = _resolved(entry.get("/P")), _resolved(entry.get("/St"))
    number = (int(first) if isinstance(first, int) and first >= 1 else 1) + offset
    spell = _STYLES.get(str(_resolved(entry.get("/S"))))
    text = _text(prefix) + (spell(number) if spell else "")
    return clean_label(clean_page_text(text))


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if isinstance(value, str) else ""


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value

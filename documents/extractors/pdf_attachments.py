"""The files embedded in a PDF: those that its catalogue names, and those that a mark on a page stands for."""

from collections.abc import Iterator
from typing import Any

from documents.extractors.attachments import MOST_ATTACHMENTS, listed
from documents.extractors.outcome import Attachment

_DEEPEST_TREE = 32
_MOST_NODES = 10_000
_NAME_KEYS = ("/UF", "/F", "/Unix", "/DOS", "/Mac")
_FILE_KEYS = ("/UF", "/F", "/Unix", "/DOS", "/Mac")


def read_attachments(root: Any, pages: list[Any]) -> tuple[Attachment, ...]:
    """Those of marks first, each with its page, then the other ones that the catalogue names; each file once."""
    found: dict[object, Attachment] = {}
    for specification, name, page in (*_marked(pages), *_named(root)):
        stream = _embedded(specification)
        if stream is not None and len(found) < MOST_ATTACHMENTS:
            found.setdefault(_identity(stream), Attachment(_file_name(specification) or name, _size(stream), page))
    return listed(found.values())


def _marked(pages: list[Any]) -> Iterator[tuple[Any, str, int | None]]:
    for number, page in enumerate(pages, start=1):
        annotations = _resolved(page.get("/Annots"))
        for reference in annotations if isinstance(annotations, list) else ():
            annotation = _resolved(reference)
            if isinstance(annotation, dict) and annotation.get("/Subtype") == "/FileAttachment":
                yield _resolved(annotation.get("/FS")), "", number


def _named(root: Any) -> Iterator[tuple[Any, str, int | None]]:
    """The leaves of the name tree, which may be nested, broken or circular."""
    names = _resolved(root.get("/Names"))
    waiting = [(_resolved(names.get("/EmbeddedFiles")), 0)] if isinstance(names, dict) else []
    seen: set[int] = set()
    while waiting and len(seen) < _MOST_NODES:
        node, depth = waiting.pop()
        if not isinstance(node, dict) or id(node) in seen or depth > _DEEPEST_TREE:
            continue
        seen.add(id(node))
        yield from _leaves(_resolved(node.get("/Names")))
        kids = _resolved(node.get("/Kids"))
        waiting.extend((_resolved(kid), depth + 1) for kid in reversed(kids if isinstance(kids, list) else []))


def _leaves(names: Any) -> Iterator[tuple[Any, str, int | None]]:
    if isinstance(names, list):
        for name, specification in zip(names[: 2 * _MOST_NODES : 2], names[1 : 2 * _MOST_NODES : 2], strict=False):
            yield _resolved(specification), _text(name), None


def _embedded(specification: Any) -> Any:
    """The stream of the file, as it is referred to; None for a specification that only names a file elsewhere."""
    files = _resolved(specification.get("/EF")) if isinstance(specification, dict) else None
    if not isinstance(files, dict):
        return None
    return next((files.raw_get(key) for key in _FILE_KEYS if key in files), None)  # type: ignore[attr-defined]


def _identity(stream: Any) -> object:
    return getattr(stream, "idnum", None) or id(stream)


def _file_name(specification: Any) -> str:
    return next((name for key in _NAME_KEYS if (name := _text(specification.get(key)))), "")


def _size(stream: Any) -> int | None:
    """As the file tells it; nothing is unpacked to find out."""
    described = _resolved(stream)
    parameters = _resolved(described.get("/Params")) if isinstance(described, dict) else None
    size = _resolved(parameters.get("/Size")) if isinstance(parameters, dict) else None
    return int(size) if isinstance(size, int) and 0 <= size < 1 << 63 else None


def _text(value: Any) -> str:
    text = _resolved(value)
    if isinstance(text, bytes):
        return text.decode("latin-1")
    return text if isinstance(text, str) else ""


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value

"""The shapes of one slide: where they stand, also when only the layout or the master says it, and what they say."""

from collections.abc import Iterator

from documents.extractors.blocks import Block
from documents.extractors.drawing_parts import chart_blocks
from documents.extractors.drawing_text import table_blocks, text_block
from documents.extractors.ooxml_names import Element, child, children, descendants, name_of, whole_number
from documents.extractors.ooxml_package import Package
from documents.extractors.slides import Shape, in_reading_order

_TITLES = frozenset({"title", "ctrTitle"})
_COUNTERS = frozenset({"sldNum", "dt"})
_PROPERTIES = ("p:nvSpPr", "p:nvGraphicFramePr", "p:nvPicPr", "p:nvGrpSpPr")


def placeholder_type(shape: Element) -> str | None:
    """Its type in the layout ("title", "body", "ftr"…), None for a shape that is no placeholder."""
    placeholder = _placeholder(shape)
    return None if placeholder is None else placeholder.get("type", "obj")


def _placeholder(shape: Element) -> Element | None:
    found = (child(shape, properties, "p:nvPr", "p:ph") for properties in _PROPERTIES)
    return next((placeholder for placeholder in found if placeholder is not None), None)


class SlideReader:
    """Reads the slide called `name`. `footers` are those that earlier slides have shown: each is read once."""

    def __init__(self, package: Package, name: str, footers: set[str]) -> None:
        self._package = package
        self._name = name
        self._footers = footers
        layout = package.related(name, "slideLayout")
        master = package.related(layout, "slideMaster") if layout else None
        self._patterns = [*_placeholders(package.root(layout)), *_placeholders(package.root(master))]

    def shapes(self, slide: Element) -> list[Shape]:
        """All that have text, in the order of the file."""
        tree = child(slide, "p:cSld", "p:spTree")
        return [] if tree is None else list(self._within(tree))

    def _within(self, parent: Element) -> Iterator[Shape]:
        for element in parent:
            name = name_of(element)
            if name == "mc:AlternateContent":
                branch = next((one for one in children(element, "mc:Choice", "mc:Fallback") if _has_text(one)), None)
                yield from self._within(branch) if branch is not None else ()
            elif name in ("p:sp", "p:graphicFrame", "p:grpSp"):
                shape = self._shape(element, name)
                if any(block.text.strip() for block in shape.blocks):
                    yield shape

    def _shape(self, element: Element, name: str) -> Shape:
        top, left = self._position(element)
        blocks = self._blocks(element, name)
        return Shape(blocks, top, left, is_title=placeholder_type(element) in _TITLES)

    def _blocks(self, element: Element, name: str) -> list[Block]:
        if name == "p:grpSp":
            return [block for shape in in_reading_order(list(self._within(element))) for block in shape.blocks]
        if name == "p:graphicFrame":
            return list(self._frame_blocks(element))
        kind = placeholder_type(element)
        block = text_block(child(element, "p:txBody"))
        if kind in _COUNTERS or (kind == "ftr" and block.text in self._footers):
            return []
        if kind == "ftr":
            self._footers.add(block.text)
        return [block]

    def _frame_blocks(self, frame: Element) -> Iterator[Block]:
        for table in descendants(frame, "a:tbl"):
            yield from table_blocks(table)
        yield from chart_blocks(self._package, self._name, frame)

    def _position(self, shape: Element) -> tuple[int | None, int | None]:
        own = _offset(shape)
        placeholder = _placeholder(shape)
        if own is not None or placeholder is None:
            return own or (None, None)
        same = [
            offset
            for name, otherwise in (("idx", None), ("type", "obj"))
            if (wanted := placeholder.get(name) or otherwise) is not None
            for pattern, offset in self._patterns
            if (pattern.get(name) or otherwise) == wanted
        ]
        return same[0] if same else (None, None)


def _placeholders(root: Element | None) -> Iterator[tuple[Element, tuple[int, int]]]:
    """The placeholders of a layout or master that say where they stand."""
    for shape in descendants(root, "p:sp") if root is not None else ():
        placeholder, offset = _placeholder(shape), _offset(shape)
        if placeholder is not None and offset is not None:
            yield placeholder, offset


def _offset(shape: Element) -> tuple[int, int] | None:
    """(top, left) in EMU, of the shape or of the group."""
    for path in (("p:spPr", "a:xfrm", "a:off"), ("p:grpSpPr", "a:xfrm", "a:off"), ("p:xfrm", "a:off")):
        found = child(shape, *path)
        if found is not None:
            return whole_number(found.get("y")) or 0, whole_number(found.get("x")) or 0
    return None


def _has_text(branch: Element) -> bool:
    return bool(descendants(branch, "a:t", "m:t", "c:chart", "dgm:relIds"))

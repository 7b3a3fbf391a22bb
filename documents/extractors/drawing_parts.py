"""Charts and diagrams: what they say stands in parts of their own."""

from collections.abc import Iterator

from documents.extractors.blocks import Block
from documents.extractors.drawing_text import paragraph_text
from documents.extractors.ooxml_names import Element, attribute, descendants
from documents.extractors.ooxml_package import Package


def chart_blocks(package: Package, part_name: str, holder: Element) -> Iterator[Block]:
    """The titles of the charts, and the points of the diagrams, that `holder` in the part `part_name` shows."""
    for chart in descendants(holder, "c:chart"):
        yield from _part_blocks(package, part_name, attribute(chart, "r:id"), "c:title")
    for diagram in descendants(holder, "dgm:relIds"):
        yield from _part_blocks(package, part_name, attribute(diagram, "r:dm"), "dgm:pt")


def _part_blocks(package: Package, part_name: str, relationship_id: str | None, said_in: str) -> Iterator[Block]:
    found = package.target(part_name, relationship_id or "")
    root = package.root(found.target) if found is not None else None
    for element in descendants(root, said_in) if root is not None else ():
        yield Block("\n".join(paragraph_text(paragraph) for paragraph in descendants(element, "a:p")))

"""Comments on cells, of the old kind (also called notes) and of the new one, which has threads."""

from collections.abc import Iterator

from documents.extractors.blocks import Block
from documents.extractors.ooxml_names import children, descendants
from documents.extractors.ooxml_package import Package
from documents.extractors.xlsx_cells import rich_text

_STAND_IN = "tc="
"""How the author of an old comment is called that only stands for a thread, for older programs."""


def comment_blocks(package: Package, sheet_name: str) -> Iterator[Block]:
    """Each with its cell: "Comment on B3 by Ann: …"."""
    for reference, author, text in (*_old(package, sheet_name), *_threads(package, sheet_name)):
        by = f" by {author}" if author else ""
        if text.strip():
            yield Block(f"Comment on {reference}{by}: {text.strip()}")


def _old(package: Package, sheet_name: str) -> Iterator[tuple[str, str, str]]:
    root = package.root(package.related(sheet_name, "comments"))
    if root is None:
        return
    authors = [author.text or "" for author in descendants(root, "x:author")]
    for comment in descendants(root, "x:comment"):
        number = comment.get("authorId", "")
        author = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
        if not author.startswith(_STAND_IN):
            text = "".join(rich_text(holder) for holder in children(comment, "x:text"))
            yield comment.get("ref", ""), author, text


def _threads(package: Package, sheet_name: str) -> Iterator[tuple[str, str, str]]:
    root = package.root(package.related(sheet_name, "threadedComment"))
    for comment in root.iterchildren("{*}threadedComment") if root is not None else ():
        yield comment.get("ref", ""), "", comment.findtext("{*}text") or ""

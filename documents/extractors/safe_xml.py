"""XML from strangers: no entities, no document type, no network, no huge trees."""

import io
from collections.abc import Iterator

from lxml import etree

from documents.extractors.failures import ExtractionFailure

_SAFE = {
    "resolve_entities": False,
    "load_dtd": False,
    "no_network": True,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}


def parse_xml(data: bytes, name: str, *, may_name_type: bool = False) -> etree._Element:
    """The root of the part called `name`; `damaged` for XML that is broken or declares a document type.

    With `may_name_type` a document type may be named, as books do, but may not define anything.
    """
    parser = etree.XMLParser(**_SAFE)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _broken(error, name) from error
    _refuse_document_type(root, name, may_name_type=may_name_type)
    return root


def iterate_xml(data: bytes, name: str, *tags: str) -> Iterator[etree._Element]:
    """Each element of these tags, whole, in document order, forgotten when the next is asked for.

    For parts that hold a million rows: the tree is never there at once. Refuses what `parse_xml` refuses.
    """
    elements = etree.iterparse(io.BytesIO(data), tag=tags, **_SAFE)
    try:
        for number, (_, element) in enumerate(elements):
            if number == 0:
                _refuse_document_type(element, name)
            yield element
            _forget(element)
    except etree.XMLSyntaxError as error:
        raise _broken(error, name) from error


def _forget(element: etree._Element) -> None:
    parent = element.getparent()
    element.clear()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _broken(error: etree.XMLSyntaxError, name: str) -> Exception:
    if error.code == etree.ErrorTypes.ERR_NO_MEMORY:
        return MemoryError()
    return ExtractionFailure("damaged", f"{name}: {error.msg}")


def _refuse_document_type(element: etree._Element, name: str, *, may_name_type: bool = False) -> None:
    document_type = element.getroottree().docinfo.internalDTD
    if document_type is not None and not (may_name_type and _is_bare(document_type)):
        raise ExtractionFailure("damaged", f"{name} declares a document type, as no such file does")


def _is_bare(document_type: etree.DTD) -> bool:
    return not document_type.entities() and not document_type.elements()

"""XML from strangers: no entities, no document type, no network, no huge trees."""

from lxml import etree

from documents.extractors.failures import ExtractionFailure


def parse_xml(data: bytes, name: str) -> etree._Element:
    """The root of the part called `name`; `damaged` for XML that is broken or declares a document type."""
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        if error.code == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        raise ExtractionFailure("damaged", f"{name}: {error.msg}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise ExtractionFailure("damaged", f"{name} declares a document type, which no Office file does")
    return root

"""A citation as an annotation of the W3C Web Annotation Data Model (https://www.w3.org/TR/annotation-model/).

The terms are those of its context and, by the prefixes that it declares, of Dublin Core and schema.org.
"""

import json
from datetime import UTC

from documents.text.citation_parts import CitationDetails, one_line, reference
from documents.text.citations import Citation

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
PDF_FRAGMENTS = "http://tools.ietf.org/rfc/rfc8118"
"""The media type of PDF, which defines `page=12`."""


def format_web_annotation(citation: Citation, details: CitationDetails) -> str:
    """The passage, highlighted in the original. Positions are code points of the text whose digest `state` gives."""
    annotation = {
        "@context": CONTEXT,
        "id": citation.url,
        "type": "Annotation",
        "motivation": "highlighting",
        "target": {
            "type": "SpecificResource",
            "source": _source(citation, details),
            "state": _state(citation, details),
            "selector": _selectors(citation),
            "dcterms:bibliographicCitation": reference(citation),
        },
    }
    said = {name: value for name, value in annotation.items() if value is not None}
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def _source(citation: Citation, details: CitationDetails) -> dict[str, object]:
    source: dict[str, object] = {
        "id": details.original_url,
        "type": "Text",
        "format": details.media_type,
        "dcterms:identifier": citation.document_id,
        "dcterms:title": one_line(citation.title),
        "schema:version": citation.revision_number,
    }
    return source if citation.page_count is None else source | {"schema:numberOfPages": citation.page_count}


def _state(citation: Citation, details: CitationDetails) -> dict[str, str]:
    return {
        "type": "TimeState",
        "sourceDate": details.read_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "cached": details.text_url,
        "schema:sha256": citation.text_sha256,
    }


def _selectors(citation: Citation) -> list[dict[str, object]]:
    quote: dict[str, object] = {"type": "TextQuoteSelector", "exact": citation.quote}
    context = {"prefix": citation.prefix, "suffix": citation.suffix}
    position: dict[str, object] = {"type": "TextPositionSelector", "start": citation.start, "end": citation.end}
    return [quote | context, position, *(_page(page.number) for page in citation.pages or ())]


def _page(number: int) -> dict[str, object]:
    return {"type": "FragmentSelector", "conformsTo": PDF_FRAGMENTS, "value": f"page={number}"}

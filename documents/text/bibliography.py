"""A citation as reference managers read it: BibTeX, and the JSON of the Citation Style Language.

CSL: https://github.com/citation-style-language/schema, csl-data.json; what it has no field for stands in `custom`.
"""

import json

from documents.text.citation_parts import (
    CitationDetails,
    citation_key,
    isolated,
    legible_quote,
    one_line,
    page_range,
    plain_address,
    proof,
    section_of,
)
from documents.text.citations import Citation

# BibTeX counts braces whether or not a backslash stands before them, so they are named and never written.
_BIBTEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{sign: f"\\{sign}" for sign in "#$%&_"},
    }
)


def format_bibtex(citation: Citation, details: CitationDetails) -> str:
    """One `@misc` entry, as UTF-8; the quote is in `annote`, whatever has no field of its own in `note`."""
    fields = {
        "title": f"{{{_escaped(citation.title)}}}",  # braces of its own keep its capitals
        "pages": _escaped(page_range(citation, dash="--")),
        "pagetotal": str(citation.page_count or ""),
        "note": _escaped(proof(citation)),
        "url": plain_address(citation.url or ""),
        "urldate": details.accessed.isoformat() if citation.url else "",
        "annote": _escaped(isolated(one_line(legible_quote(citation, details)))),
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@misc{{{citation_key(citation)},\n{lines}}}\n"


def _escaped(text: str) -> str:
    return one_line(text).translate(_BIBTEX)


def format_csl_json(citation: Citation, details: CitationDetails) -> str:
    """A list of one item, as reference managers import it. `custom.citation` is the record, for verifying."""
    day = details.accessed
    item = {
        "id": citation_key(citation),
        "type": "document",
        "title": one_line(citation.title),
        "page": page_range(citation),
        "number-of-pages": str(citation.page_count or ""),
        "section": section_of(citation),
        "URL": citation.url,
        "accessed": {"date-parts": [[day.year, day.month, day.day]]} if citation.url else None,
        "version": str(citation.revision_number),
        "note": proof(citation),
        "custom": {"citation": citation.as_dict()},
    }
    return json.dumps([{name: value for name, value in item.items() if value}], ensure_ascii=False, indent=2) + "\n"

"""Every form in which a citation is taken away. `documents.text.citation_reading` reads the JSON ones back."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from documents.text.bibliography import format_bibtex, format_csl_json
from documents.text.citation_parts import (
    CitationDetails,
    isolated,
    legible_quote,
    one_line,
    plain_address,
    reference,
)
from documents.text.citations import Citation
from documents.text.web_annotation import CONTEXT, format_web_annotation

__all__ = ["CITATION_FORMATS", "CitationDetails", "CitationFormat", "format_citation"]

# The first pair that the quote itself does not use: its words are never changed, and their end stays plain.
_MARKS = ("“”", "«»", "‹›", "「」")

_MARKDOWN = re.compile(r"[\\`*_\[\]<>&~|$^]")
_MARKDOWN_AT_START = re.compile(r"^(?:(?=[#+\-=:])|\d+(?=[.)]))")


@dataclass(frozen=True, slots=True)
class CitationFormat:
    """A form of a citation. `extension` is that of a file without its first dot; the encoding is always UTF-8."""

    code: str
    name: str
    media_type: str
    extension: str


CITATION_FORMATS: Mapping[str, CitationFormat] = {
    form.code: form
    for form in (
        CitationFormat("text", "Text", "text/plain", "txt"),
        CitationFormat("markdown", "Markdown", "text/markdown", "md"),
        CitationFormat("link", "Link", "text/uri-list", "uri"),
        CitationFormat("bibtex", "BibTeX", "application/x-bibtex", "bib"),
        CitationFormat("csl-json", "CSL-JSON", "application/vnd.citationstyles.csl+json", "csl.json"),
        CitationFormat("web-annotation", "Web Annotation", f'application/ld+json; profile="{CONTEXT}"', "jsonld"),
        CitationFormat("json", "Citation record", "application/json", "json"),
    )
}


def format_citation(code: str, citation: Citation, details: CitationDetails) -> str:
    """The citation in the form `code` of CITATION_FORMATS; KeyError for an unknown one. Ends with a line feed."""
    return _WRITERS[code](citation, details)


def _text(citation: Citation, details: CitationDetails) -> str:
    sentence = f"{isolated(quoted(one_line(legible_quote(citation, details))))} — {reference(citation)}."
    return " ".join(part for part in (sentence, citation.url) if part) + "\n"


def quoted(words: str) -> str:
    """`words` between quotation marks that do not occur in them, where there are any."""
    marks = next((pair for pair in _MARKS if not set(pair) & set(words)), _MARKS[0])
    return f"{marks[0]}{words}{marks[1]}"


def _markdown(citation: Citation, details: CitationDetails) -> str:
    paragraphs = (_escaped(paragraph) for paragraph in re.split(r"\n\s*\n", legible_quote(citation, details)))
    quote = "\n>\n".join(f"> {paragraph}" for paragraph in paragraphs if paragraph)
    source = _escaped(reference(citation))
    return f"{quote}\n\n— {f'[{source}](<{plain_address(citation.url)}>)' if citation.url else source}\n"


def _escaped(text: str) -> str:
    line = _MARKDOWN.sub(r"\\\g<0>", one_line(text))
    return _MARKDOWN_AT_START.sub(r"\g<0>\\", line)


def _link(citation: Citation, _details: CitationDetails) -> str:
    return f"{citation.url or ''}\n"


def _record(citation: Citation, _details: CitationDetails) -> str:
    return json.dumps(citation.as_dict(), ensure_ascii=False, indent=2) + "\n"


_WRITERS: Mapping[str, Callable[[Citation, CitationDetails], str]] = {
    "text": _text,
    "markdown": _markdown,
    "link": _link,
    "bibtex": format_bibtex,
    "csl-json": format_csl_json,
    "web-annotation": format_web_annotation,
    "json": _record,
}

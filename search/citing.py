"""Citations on their way out and back: the facts that each form adds, and verdicts whose places have links."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from documents.querysets import AnyUser
from documents.services.verdicts import Verdict
from documents.services.verifying import verify_citation
from documents.text import Citation, TextSpan
from documents.text.citation_formats import CitationDetails
from documents.text.citation_reading import CitedQuote
from documents.text.furniture import furniture
from search import conf
from search.queries import passage_path
from search.results import PassageView


def cite_path(citation: Citation) -> str:
    """The page with every form of the citation; a path on this site that takes `&format=`."""
    path = reverse("passage-cite", args=[citation.document_id, citation.start, citation.end])
    return f"{path}?{urlencode({'v': citation.text_sha256})}"


def citation_details(view: PassageView) -> CitationDetails:
    """What the forms say beside the record; the day of access is today."""
    revision, site = view.revision, conf.public_url()
    original = reverse("document-file", args=[view.document.pk])
    text = reverse("api-document-text", args=[view.document.pk])
    return CitationDetails(
        original_url=f"{site}{original}?{urlencode({'revision': revision.number})}",
        text_url=f"{site}{text}?{urlencode({'v': revision.text_sha256})}",
        media_type=revision.media_type,
        read_at=revision.extracted_at or revision.created_at,
        accessed=timezone.localdate(),
        furniture=_furniture(view),
    )


def _furniture(view: PassageView) -> tuple[TextSpan, ...]:
    is_over_a_break = len(view.citation.pages or ()) > 1
    return furniture(view.revision.text or "", view.revision.spans) if is_over_a_break else ()


def verify(user: AnyUser, cited: CitedQuote) -> Verdict:
    """As `verify_citation`; every place in the verdict has its address."""
    return verify_citation(user, cited, address=_address)


def _address(document_id: int, span: TextSpan, digest: str) -> str:
    return conf.public_url() + passage_path(document_id, span, digest)

"""What became of a cited passage in the text that is current now: the same, edited, or gone; never a look-alike."""

from __future__ import annotations

from documents.models import Document, Revision
from documents.services import page_metadata_problems
from documents.text import Reanchored, TextSpan, compare_words, has_ink, reanchor
from search import conf
from search.links import passage_path
from search.results import NewerPassage
from search.windows import whole_window


def is_current(document: Document, revision: Revision) -> bool:
    """Whether the text of `revision` is that of the current one, whatever file it was read from."""
    current = document.current_revision
    return current is not None and current.text_sha256 == revision.text_sha256


def newer_passage(document: Document, cited: Revision, span: TextSpan) -> NewerPassage | None:
    """What the newer text of `document` has of `span` of the text of `cited`, both of which have been loaded.

    None where the cited text is current and no newer file was read. Costs some 100 ms for texts of a million code
    points.
    """
    if is_current(document, cited):
        return _without_text(document)
    current = Revision.objects.with_text().filter(pk=document.current_revision_id).first()
    if current is None:
        return None
    if page_metadata_problems(current):
        return NewerPassage("unproved", current.number)
    if not has_ink(current.text or ""):
        return NewerPassage("no-text", current.number)
    found = reanchor(cited.text or "", span, current.text or "")
    return _shown(document, cited, span, current, found)


def _without_text(document: Document) -> NewerPassage | None:
    """Said of a newer file in which no text was found: the older text stays current."""
    read = Revision.objects.filter(document=document, status__in=Revision.READ).order_by("-number")
    newest = read.only("number", "status", "document").first()
    if newest is None or newest.status != Revision.Status.NO_TEXT or newest.pk == document.current_revision_id:
        return None
    return NewerPassage("no-text", newest.number)


def _shown(document: Document, cited: Revision, span: TextSpan, current: Revision, found: Reanchored) -> NewerPassage:
    if found.span is None:
        return NewerPassage("gone", current.number)
    url = passage_path(document.pk, found.span, current.text_sha256)
    citation = whole_window(current).cite(document, current, found.span, conf.public_url() + url)
    changes = compare_words(_one_line((cited.text or "")[span.start : span.end]), _one_line(citation.quote))
    return NewerPassage(found.kind, current.number, citation, url, changes if found.kind == "edited" else ())


def _one_line(words: str) -> str:
    """White space is not compared: it changes wherever a file is set anew."""
    return " ".join(words.split())

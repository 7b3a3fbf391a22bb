"""Whether the words of a citation stand where it says. Nothing is written, and only what a person may read is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from django.db.models import Case, F, IntegerField, Value, When

from documents.models import Document, Revision
from documents.querysets import AnyUser
from documents.services.disagreements import (
    Disagreement,
    context_disagreements,
    naming_disagreements,
    place_disagreements,
)
from documents.services.past import former_labels, former_titles
from documents.services.upkeep import page_metadata_problems
from documents.services.verdicts import NewerPlace, Reason, Verdict, VerdictKind
from documents.text import (
    Citation,
    QuoteMatch,
    QuoteSelector,
    TextSpan,
    build_citation,
    compare_words,
    match_quote,
    reanchor,
)
from documents.text.citation_parts import one_line
from documents.text.citation_reading import CitedQuote
from documents.text.page_labels import PageLabels

Addressing = Callable[[int, TextSpan, str], str]
"""The address at which a span of the text with that digest opens: document id, span, digest."""


def verify_citation(user: AnyUser, cited: CitedQuote, *, address: Addressing | None = None) -> Verdict:
    """Look for the words of `cited` where it says, then elsewhere in that text, then in the current one.

    "exact" needs the text with the digest that was cited, and in it the same words at the same offsets. Where that
    text is held, nothing that differs from it in more than white space is found; `address` makes the links.
    """
    verifying = _Verifying(cited, address or _without_address)
    held = _held(user, cited)
    if held is not None:
        return verifying.in_held(held)
    document = Document.objects.visible_to(user).filter(pk=cited.document_id or 0).first()
    return Verdict("not-found", "unknown-document") if document is None else verifying.in_current(document)


def _without_address(_document_id: int, _span: TextSpan, _digest: str) -> str:
    return ""


def _held(user: AnyUser, cited: CitedQuote) -> Revision | None:
    """The revision with that text: of the document that was cited before all others, then a current one."""
    same = Revision.objects.with_text().filter(
        document__in=Document.objects.visible_to(user), text_sha256=cited.text_sha256, status__in=Revision.READ
    )
    preference = Case(
        When(document_id=cited.document_id, document__current_revision=F("pk"), then=Value(0)),
        When(document_id=cited.document_id, then=Value(1)),
        When(document__current_revision=F("pk"), then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    return same.select_related("document").order_by(preference, "-number", "-pk").first()


def _current_text(document: Document) -> Revision | None:
    """The document's current revision with its text; None without one, and where its page metadata is damaged."""
    read = Revision.objects.with_text().select_related("document").filter(status__in=Revision.READ)
    revision = read.filter(document=document, pk=F("document__current_revision")).first()
    return None if revision is None or page_metadata_problems(revision) else revision


@dataclass(frozen=True, slots=True)
class _Verifying:
    cited: CitedQuote
    address: Addressing

    def in_held(self, held: Revision) -> Verdict:
        if page_metadata_problems(held):
            return Verdict("not-found", "damaged")
        current = _current_text(held.document)
        is_current = current is not None and current.text_sha256 == held.text_sha256
        newer = None if is_current else current
        standing = self._standing(held)
        if standing is not None:
            verdict = replace(standing, is_current=is_current)
            return verdict if newer is None else self._with_newer(verdict, held, newer)
        match = None if newer is None else self._unaltered(newer)
        if newer is None or match is None:
            return Verdict("not-found", "altered", is_current=is_current)
        return self._found(newer, match, "other-text")

    def in_current(self, document: Document) -> Verdict:
        current = _current_text(document)
        match = match_quote(current.text or "", self._selector()) if current else None
        if current is None or match is None:
            return Verdict("not-found", "gone")
        return self._found(current, match, "text-not-held")

    def _selector(self) -> QuoteSelector:
        return QuoteSelector(self.cited.quote, self.cited.prefix, self.cited.suffix)

    def _unaltered(self, revision: Revision) -> QuoteMatch | None:
        """Where the very words stand. No other ones: the text that was cited is at hand, so none were edited since."""
        match = match_quote(revision.text or "", self._selector())
        return match if match and match.kind != "fuzzy" else None

    def _standing(self, held: Revision) -> Verdict | None:
        """Where the words stand in the text that was cited: at that place, else anywhere in it."""
        cited = TextSpan(self.cited.start, self.cited.end)
        if (held.text or "")[cited.start : cited.end] == self.cited.quote:
            return self._stands(held, cited, "exact", "stands-there")
        match = self._unaltered(held)
        if match is None:
            return None
        reason: Reason = "spacing" if match.kind == "whitespace" else "other-place"
        return self._stands(held, TextSpan(match.start, match.end), "moved", reason)

    def _stands(self, held: Revision, place: TextSpan, kind: VerdictKind, reason: Reason) -> Verdict:
        citation = self._cite(held, place)
        wrong = (
            *self._naming(citation),
            *place_disagreements(self.cited, citation, self._former(held, place)),
            *context_disagreements(self.cited, citation, held.text or ""),
        )
        return Verdict(kind, reason, citation, score=1.0, disagreements=wrong)

    def _naming(self, actual: Citation) -> list[Disagreement]:
        is_called_so = self.cited.title is None or one_line(self.cited.title) == one_line(actual.title)
        return naming_disagreements(self.cited, actual, () if is_called_so else former_titles(actual.document_id))

    def _former(self, held: Revision, place: TextSpan) -> Iterator[Citation]:
        """The same place with the labels that its pages once had; nothing is read before it is asked for."""
        for labels in former_labels(held):
            yield self._labelled(held, place, labels)

    def _with_newer(self, verdict: Verdict, held: Revision, current: Revision) -> Verdict:
        assert verdict.citation is not None
        place = TextSpan(verdict.citation.start, verdict.citation.end)
        found = reanchor(held.text or "", place, current.text or "")
        if found.span is None:
            return verdict
        newer = self._cite(current, found.span)
        if found.kind != "edited":
            return replace(verdict, newer=NewerPlace("exact", newer, found.score))
        # White space is not compared: it changes wherever a file is set anew.
        changes = compare_words(one_line(verdict.citation.quote), one_line(newer.quote))
        return replace(verdict, newer=NewerPlace("edited", newer, found.score, changes))

    def _found(self, current: Revision, match: QuoteMatch, reason: Reason) -> Verdict:
        citation = self._cite(current, TextSpan(match.start, match.end))
        named = tuple(self._naming(citation))
        return Verdict("moved", reason, citation, is_current=True, score=match.score, disagreements=named)

    def _cite(self, revision: Revision, span: TextSpan) -> Citation:
        return self._labelled(revision, span, revision.page_labels)

    def _labelled(self, revision: Revision, span: TextSpan, labels: PageLabels) -> Citation:
        return build_citation(
            document_id=revision.document_id,
            title=revision.document.title,
            revision_number=revision.number,
            text_sha256=revision.text_sha256,
            text=revision.text or "",
            span=span,
            page_spans=revision.spans,
            page_count=revision.page_count,
            page_labels=labels,
            places=revision.place_values,
            url=self.address(revision.document_id, span, revision.text_sha256),
        )

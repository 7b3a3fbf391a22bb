"""Verdicts on citations: exact, moved, not found; never exact for what is not, and nothing of what one may not see."""

import json
from dataclasses import replace

import pytest
from django.utils import timezone

from documents.models import Document, Revision
from documents.services.labelling import correct_page_labels
from documents.services.managing import update_document
from documents.services.verifying import verify_citation
from documents.text import TextSpan, build_citation
from documents.text.citation_reading import CitedQuote, citation_in
from documents.text.page_labels import LabelRule
from tests.factories import add_revision, make_admin, make_collection, make_document, make_group, make_user

pytestmark = pytest.mark.django_db

PAGES = ["Of this agreement.", "Notice to terminate is given in writing six months ahead.", "Costs are shared."]
WORDS = "Notice to terminate is given in writing"


@pytest.fixture
def reader():
    return make_admin()


@pytest.fixture
def lease():
    return make_document(pages=PAGES, labels=["i", "1", "2"], title="Lease")


def cited(document, words=WORDS, at=None, **claims):
    """What the citation record of `words` claims, as it is copied now."""
    revision = Revision.objects.with_text().get(pk=document.current_revision_id)
    start = revision.text.index(words) if at is None else at
    citation = build_citation(
        document_id=document.pk,
        title=document.title,
        revision_number=revision.number,
        text_sha256=revision.text_sha256,
        text=revision.text,
        span=TextSpan(start, start + len(words)),
        page_spans=revision.spans,
        page_count=revision.page_count,
        page_labels=revision.page_labels,
        places=revision.place_values,
    )
    return replace(citation_in(json.loads(json.dumps(citation.as_dict()))), **claims)


def told(verdict):
    return [one.about for one in verdict.disagreements]


def test_words_that_stand_where_they_are_cited_are_exact(reader, lease):
    verdict = verify_citation(reader, cited(lease))
    assert (verdict.kind, verdict.reason, verdict.is_current, verdict.score) == ("exact", "stands-there", True, 1.0)
    assert verdict.citation.locator == "p. 1 (page 2 of 3)"
    assert (verdict.disagreements, verdict.newer) == ((), None)


def test_every_place_has_its_address(reader, lease):
    verdict = verify_citation(reader, cited(lease), address=lambda pk, span, digest: f"/{pk}/{span.start}/{digest}")
    citation = verdict.citation
    assert citation.url == f"/{lease.pk}/{citation.start}/{citation.text_sha256}"


@pytest.mark.parametrize(
    "altered", ["Notice to terminate is given in Writing", "Notice to terminate is given in wrytyng", "six years ahead"]
)
def test_an_altered_quote_at_the_right_offsets_is_not_found(reader, lease, altered):
    claim = cited(lease)
    verdict = verify_citation(reader, replace(claim, quote=altered))
    assert (verdict.kind, verdict.reason, verdict.citation) == ("not-found", "altered", None)


@pytest.mark.parametrize("moved", [-1, 1, 5, 2**31 - 200])
def test_right_words_at_wrong_offsets_have_moved_to_where_they_stand(reader, lease, moved):
    claim = cited(lease)
    start = abs(claim.start + moved)
    verdict = verify_citation(reader, replace(claim, start=start, end=start + len(WORDS)))
    assert (verdict.kind, verdict.reason) == ("moved", "other-place")
    assert (verdict.citation.start, verdict.citation.end) == (claim.start, claim.end)
    assert verdict.is_current


def test_a_span_of_another_length_than_its_quote_is_never_exact(reader, lease):
    claim = cited(lease)
    assert verify_citation(reader, replace(claim, end=claim.end + 1)).kind == "moved"
    assert verify_citation(reader, replace(claim, end=claim.end - 1)).kind == "moved"


def test_other_white_space_is_told_and_is_not_exact(reader, lease):
    verdict = verify_citation(reader, cited(lease, quote=WORDS.replace(" is", "\nis")))
    assert (verdict.kind, verdict.reason) == ("moved", "spacing")


def test_boilerplate_at_wrong_offsets_is_not_guessed(reader):
    document = make_document(text="Signed by both parties.\n" * 5)
    claim = cited(document, "Signed by both parties.", prefix="", suffix="")
    verdict = verify_citation(reader, replace(claim, start=3, end=26))
    assert (verdict.kind, verdict.citation) == ("not-found", None)


def test_a_citation_of_an_older_revision_is_exact_there_and_is_found_in_the_newer(reader, lease):
    claim = cited(lease)
    add_revision(lease, pages=["A new cover.", *PAGES])
    verdict = verify_citation(reader, claim)
    assert (verdict.kind, verdict.is_current) == ("exact", False)
    assert (verdict.citation.revision_number, verdict.citation.locator) == (1, "p. 1 (page 2 of 3)")
    newer = verdict.newer
    assert (newer.kind, newer.score, newer.changes) == ("exact", 1.0, ())
    assert (newer.citation.revision_number, newer.citation.locator) == (2, "p. 3 of 4")
    assert newer.citation.quote == WORDS


def test_where_the_newer_text_no_longer_has_the_words_nothing_is_named(reader, lease):
    claim = cited(lease)
    add_revision(lease, pages=["Something else altogether, at some length."])
    verdict = verify_citation(reader, claim)
    assert (verdict.kind, verdict.is_current, verdict.newer) == ("exact", False, None)


def test_edited_words_of_the_newer_text_are_named_with_the_share_that_stayed(reader, lease):
    claim = cited(lease)
    add_revision(lease, pages=[PAGES[0], PAGES[1].replace("given", "always given"), PAGES[2]])
    verdict = verify_citation(reader, claim)
    newer = verdict.newer
    assert (verdict.kind, newer.kind) == ("exact", "edited")
    assert newer.citation.quote == WORDS.replace("given", "always given")
    assert newer.citation.revision_number == 2
    assert "".join(change.text for change in newer.changes if change.kind == "added").strip() == "always"


def test_words_of_the_newer_text_under_the_digest_of_the_old_have_moved(reader, lease):
    old = cited(lease)
    add_revision(lease, pages=["The deposit is repaid within a month.", *PAGES[:1]])
    new = cited(lease, "The deposit is repaid within a month.")
    verdict = verify_citation(reader, replace(new, text_sha256=old.text_sha256))
    assert (verdict.kind, verdict.reason, verdict.citation.revision_number) == ("moved", "other-text", 2)


def test_the_same_text_read_again_is_exact_and_current(reader, lease):
    claim = cited(lease)
    add_revision(lease, pages=PAGES)
    verdict = verify_citation(reader, claim)
    assert (verdict.kind, verdict.is_current, verdict.citation.revision_number) == ("exact", True, 2)


def test_a_text_that_is_not_held_leads_to_the_words_in_the_current_one(reader, lease):
    verdict = verify_citation(reader, cited(lease, text_sha256="0" * 64))
    assert (verdict.kind, verdict.reason, verdict.score) == ("moved", "text-not-held", 1.0)
    assert verdict.citation.quote == WORDS


def test_words_edited_since_are_found_with_the_share_that_stayed(reader, lease):
    edited = cited(lease, quote=WORDS.replace("writing", "writings"), text_sha256="0" * 64)
    verdict = verify_citation(reader, edited)
    assert (verdict.kind, verdict.citation.quote) == ("moved", WORDS)
    assert 0.9 < verdict.score < 1


def test_a_text_that_is_not_held_and_words_that_are_gone_are_not_found(reader, lease):
    verdict = verify_citation(reader, cited(lease, quote="Nobody wrote this anywhere.", text_sha256="0" * 64))
    assert (verdict.kind, verdict.reason) == ("not-found", "gone")


@pytest.mark.parametrize("unknown", [None, 1, 2**63 - 1])
def test_an_unknown_document_is_found_by_the_digest_of_its_text(reader, lease, unknown):
    number = lease.pk + 1000 if unknown == 1 else unknown
    verdict = verify_citation(reader, cited(lease, document_id=number))
    assert (verdict.kind, verdict.citation.document_id) == ("exact", lease.pk)
    assert told(verdict) == ([] if unknown is None else ["document"])


def test_an_unknown_document_with_an_unknown_text_is_not_found(reader, lease):
    verdict = verify_citation(reader, cited(lease, document_id=lease.pk + 1000, text_sha256="0" * 64))
    assert (verdict.kind, verdict.reason) == ("not-found", "unknown-document")


def test_the_document_that_was_cited_comes_before_others_with_the_same_text(reader, lease):
    make_document(pages=PAGES, title="Copy")
    claim = cited(lease)
    make_document(pages=PAGES, title="Another copy")
    assert verify_citation(reader, claim).citation.document_id == lease.pk


def test_nothing_is_found_in_what_one_may_not_read(lease):
    group = make_group()
    stranger = make_user(groups=[group])
    mine = make_document(pages=PAGES, collection=make_collection(readers=[group]), title="Mine")
    claim = cited(lease)
    assert verify_citation(stranger, claim).citation.document_id == mine.pk
    Document.objects.filter(pk=mine.pk).update(deleted_at=timezone.now())
    for nowhere in (claim, replace(claim, text_sha256="0" * 64), replace(claim, document_id=mine.pk)):
        assert verify_citation(stranger, nowhere).reason == "unknown-document"


def test_pages_that_a_citation_claims_and_that_are_not_true_are_told(reader, lease):
    verdict = verify_citation(reader, cited(lease, pages=(3,), locator="p. 2 (page 3 of 3)"))
    assert (verdict.kind, told(verdict)) == ("exact", ["pages"])
    assert verdict.disagreements[0].sentence == "The citation names the page 3; the words stand on 2."


def test_pages_are_named_once_each(reader, lease):
    verdict = verify_citation(reader, cited(lease, pages=(6, 6)))
    assert verdict.disagreements[0].sentence == "The citation names the page 6; the words stand on 2."
    verdict = verify_citation(reader, cited(lease, pages=(6, 7, 6)))
    assert verdict.disagreements[0].sentence == "The citation names the pages 6, 7; the words stand on 2."
    assert verify_citation(reader, cited(lease, pages=(2, 2))).disagreements == ()


@pytest.mark.parametrize(
    ("claim", "about", "words"),
    [({"locator": "p. 9 of 9"}, "locator", "“p. 9 of 9”; the words stand at “p. 1 (page 2 of 3)”"),
     ({"printed_pages": "9"}, "pages", "the page 9; the words stand on 1."),
     ({"printed_pages": "8–9"}, "pages", "the pages 8–9; the words stand on 1."),
     ({"printed_pages": " "}, "pages", "names no page; the words stand on 1."),
     ({"pages": ()}, "pages", "names no page; the words stand on 2."),
     ({"labels": ((2, "99"),)}, "labels", "gives the page label “99”; it is “1”."),
     ({"labels": ((2, None),)}, "labels", "gives the page label “none”; it is “1”."),
     ({"title": "Loan"}, "title", "“Loan”; here it is called “Lease”"),
     ({"prefix": "He never said: "}, "context", "are not those of the text"),
     ({"suffix": " (not!)"}, "context", "are not those of the text")],
    ids=str,
)  # fmt: skip
def test_whatever_else_is_claimed_and_is_not_so_is_told(reader, lease, claim, about, words):
    verdict = verify_citation(reader, cited(lease, **claim))
    assert (verdict.kind, told(verdict)) == ("exact", [about])
    assert (verdict.agrees, verdict.is_proved) == (False, False)
    assert words in verdict.disagreements[0].sentence


def test_labels_that_are_not_those_of_several_pages_are_told_together(reader, lease):
    claim = cited(lease, "agreement.\n\nNotice to", labels=((1, "x"), (2, "9")), locator=None)
    (wrong,) = verify_citation(reader, claim).disagreements
    assert wrong.sentence == "The citation gives the page labels “x, 9”; they are “i, 1”."


def test_with_a_disagreement_the_words_never_stand_exactly_where_the_citation_says(reader, lease):
    true, lie = verify_citation(reader, cited(lease)), verify_citation(reader, cited(lease, pages=(3,)))
    assert (true.heading, true.agrees, true.is_proved) == ("Exact", True, True)
    assert lie.heading == "Exact words, but the citation says something else that is not so"
    assert "exactly where" in true.sentence
    assert "exactly where" not in lie.sentence


def test_where_nothing_is_found_nothing_agrees(reader, lease):
    assert not verify_citation(reader, cited(lease, quote="Nobody wrote this.")).agrees


def corrected(document, *rules):
    revision = Revision.objects.get(pk=document.current_revision_id)
    assert correct_page_labels(revision=revision, actor=None, rules=rules)


@pytest.mark.parametrize("claim", [{}, {"labels": ()}, {"labels": (), "locator": None}], ids=["all", "locator", "CSL"])
def test_labels_that_were_corrected_since_are_told_as_that_and_are_no_lie(reader, lease, claim):
    old = cited(lease, printed_pages="1", **claim)
    corrected(lease, LabelRule(1, start=40))
    verdict = verify_citation(reader, old)
    (since,) = verdict.disagreements
    assert (verdict.heading, verdict.is_proved, since.about, since.is_outdated) == ("Exact", True, "labels", True)
    assert since.sentence.startswith("The page labels have been corrected since: the citation says “")
    assert since.sentence.endswith(("“41”.", "“p. 41 (page 2 of 3)”."))


def test_labels_between_two_corrections_and_of_an_earlier_reading_were_so_once(reader, lease):
    corrected(lease, LabelRule(1, start=40))
    between = cited(lease)
    corrected(lease, LabelRule(2, start=70))
    assert verify_citation(reader, between).is_proved
    add_revision(lease, pages=PAGES, labels=["a", "b", "c"])
    assert verify_citation(reader, between).is_proved
    assert cited(lease).labels == ((2, "b"),)


def test_labels_that_never_were_are_a_lie_also_after_a_correction(reader, lease):
    old = cited(lease)
    corrected(lease, LabelRule(1, start=40))
    for claim in ({"labels": ((2, "99"),)}, {"locator": "p. 99"}, {"locator": "p. 41 (page 2 of 3)"}):
        verdict = verify_citation(reader, replace(old, **claim))
        assert [one.is_outdated for one in verdict.disagreements] == [False]
        assert not verdict.agrees


def test_a_title_that_was_changed_since_is_told_as_that(reader, lease):
    old = cited(lease)
    update_document(document=lease, actor=None, title="Tenancy")
    verdict = verify_citation(reader, old)
    assert (verdict.is_proved, told(verdict)) == (True, ["title"])
    assert verdict.disagreements[0].sentence == (
        "The document has been renamed since: the citation calls it “Lease”, now it is “Tenancy”."
    )
    assert not verify_citation(reader, replace(old, title="Loan")).agrees


def test_a_page_claimed_for_a_document_without_pages_is_told(reader):
    verdict = verify_citation(reader, cited(make_document(text="Plain words here."), "Plain words", pages=(4,)))
    assert (verdict.kind, told(verdict)) == ("exact", ["pages"])
    assert "the words stand on no page" in verdict.disagreements[0].sentence


@pytest.mark.parametrize("columns", [{"page_spans": [7]}, {"places": [1]}, {"text": "Another text."}], ids=str)
def test_nothing_is_proved_by_what_is_damaged(reader, lease, columns):
    claim = cited(lease)
    Revision.objects.filter(document=lease).update(**columns)
    verdict = verify_citation(reader, claim)
    assert (verdict.kind, verdict.reason) == ("not-found", "damaged")


def test_a_claim_may_be_as_bare_as_a_quote_and_its_place(reader, lease):
    bare = cited(lease)
    bare = CitedQuote(None, bare.text_sha256, bare.start, bare.end, bare.quote)
    assert verify_citation(reader, bare).kind == "exact"

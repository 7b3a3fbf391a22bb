"""Opening what a citation points to."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from documents.models import Document, Revision
from documents.text import Place
from search.queries import PASSAGE_CONTEXT, DamagedPageMetadata, open_passage, passage, search
from tests.factories import (
    DOCX,
    add_revision,
    index,
    make_admin,
    make_collection,
    make_document,
    make_group,
    make_user,
)

pytestmark = pytest.mark.usefixtures("index_db")


def opened(document: Document, start: Any, end: Any, **options: Any) -> Any:
    user = options.pop("user", None) or make_admin()
    return passage(user=user, document_id=document.pk, start=start, end=end, **options)


def digest_of(document: Document) -> str:
    assert document.current_revision is not None
    return document.current_revision.text_sha256


def test_what_a_hit_cites_is_what_its_link_opens() -> None:
    pages = [f"Page {n} says the bergamot clause. " + "Filler of some length. " * 40 for n in range(8)]
    index(document := make_document(pages=pages, labels=["i", "ii", *map(str, range(1, 7))]))
    for hit in search(user=make_admin(), query="bergamot clause").hits:
        view = opened(document, hit.span.start, hit.span.end, digest=hit.citation.text_sha256)
        assert view.citation == hit.citation
        assert view.is_current


def test_a_passage_is_shown_in_its_context_with_page_breaks() -> None:
    document = make_document(pages=["The first page.", "The second page."])
    view = opened(document, 4, 26)
    text = "The first page.\n\nThe second page."
    assert "".join(one.text for one in view.excerpt.segments) == text
    inside = [one for one in view.excerpt.segments if one.in_passage]
    assert [(one.text, one.page) for one in inside] == [("first page.", 1), ("\n\n", None), ("The secon", 2)]
    assert view.citation.locator == "pp. 1–2 of 2"


def test_context_is_bounded() -> None:
    document = make_document(text="word " * 5000)
    view = opened(document, 10000, 10020)
    around = 2 * PASSAGE_CONTEXT
    assert around <= view.excerpt.end - view.excerpt.start <= around + 20


def test_a_docx_passage_has_its_heading_and_no_page() -> None:
    text = "Intro\nBody of the part."
    view = opened(make_document(text=text, places=[Place("heading", "Intro", 0, len(text))], media_type=DOCX), 6, 10)
    assert view.citation.locator == "§ Intro"
    assert view.citation.pages is None


def test_an_older_text_is_opened_by_its_digest_and_is_not_current() -> None:
    document = make_document(text="The old text.")
    old = digest_of(document)
    add_revision(document, text="The new text.")
    view = opened(document, 4, 7, digest=old)
    assert (view.citation.quote, view.is_current) == ("old", False)
    assert opened(document, 4, 7).citation.quote == "new"


def test_the_same_text_read_again_is_still_current() -> None:
    document = make_document(text="The same text.")
    digest = digest_of(document)
    add_revision(document, text="The same text.")
    view = opened(document, 4, 8, digest=digest)
    assert view.is_current
    assert view.revision.number == 2


@pytest.mark.parametrize(
    ("start", "end"),
    [(0, 0), (5, 5), (3, 4), (7, 3), (-1, 4), (0, 14), (13, 14), (99, 120), (0, 10**30), (10**30, 10**30 + 1)],
)
def test_a_span_that_is_not_in_the_text_opens_nothing(start: int, end: int) -> None:
    assert opened(make_document(text="The old text."), start, end) is None


@pytest.mark.parametrize("digest", ["0" * 64, "x", "\0", "ab", "%", "A" * 64, "'--"])
def test_an_unknown_digest_opens_nothing(digest: str) -> None:
    assert opened(make_document(text="The old text."), 0, 3, digest=digest) is None


def test_the_digest_of_another_document_opens_nothing() -> None:
    other = make_document(text="Another text.")
    assert opened(make_document(text="The old text."), 0, 3, digest=digest_of(other)) is None


def test_what_may_not_be_read_is_deleted_or_is_not_there_opens_nothing() -> None:
    ours, theirs = make_group(), make_group()
    document = make_document(text="The old text.", collection=make_collection(readers=[theirs]))
    assert opened(document, 0, 3, user=make_user(groups=[ours])) is None
    assert opened(document, 0, 3, user=AnonymousUser()) is None
    assert opened(document, 0, 3, user=make_user(groups=[theirs])) is not None
    Document.objects.update(deleted_at=timezone.now())
    assert opened(document, 0, 3) is None
    for unknown in (0, -1, 10**30):
        assert passage(user=make_admin(), document_id=unknown, start=0, end=3) is None


def test_words_of_the_query_are_marked_in_passage_and_context() -> None:
    index(document := make_document(text="A renewal. The clause renews. Renewed thereafter."))
    view = opened(document, 11, 29, query="renewal")
    assert [one.text for one in view.excerpt.segments if one.marked] == ["renewal", "renews", "Renewed"]


@pytest.mark.parametrize("span", [(4, 6), (4, 5), (5, 6)])
def test_a_span_in_a_separator_opens_nothing(span: tuple[int, int]) -> None:
    assert opened(make_document(pages=["One.", "Two."]), *span) is None


def test_it_is_known_whether_words_were_left_out() -> None:
    whole = opened(make_document(text="\n The old text. \n"), 3, 6)
    assert (whole.left_out.before, whole.left_out.after) == (False, False)
    part = opened(make_document(text="word " * 5000), 10000, 10020)
    assert (part.left_out.before, part.left_out.after) == (True, True)


@pytest.mark.parametrize(
    "columns",
    [{"page_spans": [7]}, {"page_spans": []}, {"page_labels": ["i"]}, {"places": [1]}, {"text_sha256": "0" * 64}],
    ids=str,
)
def test_a_passage_whose_pages_cannot_be_proved_is_not_opened(columns: dict[str, Any]) -> None:
    document = make_document(pages=["The first page.", "The second page."])
    Revision.objects.filter(document=document).update(**columns)
    assert opened(document, 0, 9) is None
    with pytest.raises(DamagedPageMetadata):
        open_passage(user=make_admin(), document_id=document.pk, start=0, end=9)

"""Links that last: what a citation points to, and what became of it in the newer text."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from rest_framework.test import APIClient

from documents.models import Document, Revision
from documents.text import TextSpan
from search import rebuilding
from search.models import Chunk, Embedding
from search.queries import passage, passage_path, search
from search.results import NewerPassage, PassageView
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

BOILERPLATE = "This clause is governed by the law of the canton, and each party bears its own costs."
SENTENCE = "The tenant gives notice in writing six months before the end of the term."
PAGES = [
    f"1. Premises. The house at the mill has nine rooms and a garden. {BOILERPLATE}",
    f"2. Notice. {SENTENCE} It is addressed to the landlord. {BOILERPLATE}",
    f"3. Rent. The rent of 500 francs is due on the first day of the month. {BOILERPLATE}",
]
INSERTED = "A page about the cellar, which is dry, and the attic, which is not, was put in here."


def opened(document: Document, words: str, nth: int = 0, **options: Any) -> PassageView:
    """The passage of the first revision that has these words for the `nth` time."""
    revision = document.revisions.with_text().order_by("number")[0]
    at = [match.start() for match in re.finditer(re.escape(words), revision.text or "")][nth]
    view = passage(
        user=options.pop("user", None) or make_admin(),
        document_id=document.pk,
        start=at,
        end=at + len(words),
        digest=revision.text_sha256,
    )
    assert view is not None
    assert view.citation.quote == words
    return view


def became(pages: list[str], words: str, nth: int = 0, **options: Any) -> NewerPassage:
    document = make_document(pages=PAGES)
    add_revision(document, pages=pages, **options)
    newer = opened(document, words, nth).newer
    assert newer is not None
    assert newer.revision_number == 2
    return newer


def with_page(number: int, old: str, new: str) -> list[str]:
    assert old in PAGES[number - 1]
    return [page.replace(old, new) if at == number else page for at, page in enumerate(PAGES, 1)]


def quote(newer: NewerPassage) -> str:
    assert newer.citation is not None
    return newer.citation.quote


def test_of_a_current_passage_nothing_newer_is_said() -> None:
    assert opened(make_document(pages=PAGES), SENTENCE).newer is None


def test_the_same_text_in_a_newer_file_is_current() -> None:
    document = make_document(pages=PAGES)
    add_revision(document, pages=PAGES)
    assert opened(document, SENTENCE).newer is None


def test_after_a_page_was_put_in_the_passage_is_exact_on_the_next_page_with_the_labels_in_force() -> None:
    newer = became([PAGES[0], INSERTED, *PAGES[1:]], SENTENCE, labels=["i", "ii", "1", "2"])
    assert (newer.kind, quote(newer)) == ("exact", SENTENCE)
    assert newer.citation is not None
    assert newer.citation.locator == "p. 1 (page 3 of 4)"
    assert newer.citation.url is not None
    assert newer.citation.url.endswith(newer.url or "-")


def test_the_newer_link_opens_the_newer_passage() -> None:
    document = make_document(pages=PAGES)
    add_revision(document, pages=[INSERTED, *PAGES])
    newer = opened(document, SENTENCE).newer
    assert newer is not None
    assert newer.citation is not None
    there = passage(
        user=make_admin(),
        document_id=document.pk,
        start=newer.citation.start,
        end=newer.citation.end,
        digest=newer.citation.text_sha256,
    )
    assert there is not None
    assert (there.citation, there.is_current, there.newer) == (newer.citation, True, None)


def test_each_of_repeated_clauses_is_found_on_its_own_page() -> None:
    found = [became([INSERTED, *PAGES], BOILERPLATE, nth) for nth in range(3)]
    assert [one.citation.locator for one in found if one.citation] == ["p. 2 of 4", "p. 3 of 4", "p. 4 of 4"]
    assert {one.kind for one in found} == {"exact"}


def test_a_repeated_clause_that_was_removed_is_gone_though_others_stand() -> None:
    pages = with_page(2, f" {BOILERPLATE}", "")
    assert became(pages, BOILERPLATE, 1) == NewerPassage("gone", 2)
    assert [became(pages, BOILERPLATE, nth).kind for nth in (0, 2)] == ["exact", "exact"]


def test_a_repeated_clause_whose_page_was_removed_is_gone() -> None:
    assert became([PAGES[0], PAGES[2]], BOILERPLATE, 1).kind == "gone"


def test_a_sentence_edited_in_the_middle_is_shown_word_by_word() -> None:
    newer = became(with_page(2, "six months before", "nine full months before"), SENTENCE)
    assert (newer.kind, quote(newer)) == ("edited", SENTENCE.replace("six months", "nine full months"))
    assert [(one.kind, one.text) for one in newer.changes] == [
        ("same", "The tenant gives notice in writing "),
        ("removed", "six"),
        ("added", "nine full"),
        ("same", " months before the end of the term."),
    ]


def test_a_changed_figure_is_edited_and_not_exact() -> None:
    newer = became(with_page(3, "500", "600"), "The rent of 500 francs is due")
    assert (newer.kind, quote(newer)) == ("edited", "The rent of 600 francs is due")
    assert [one.text for one in newer.changes if one.kind != "same"] == ["500", "600"]


def test_a_passage_that_was_removed_is_gone() -> None:
    assert became(with_page(2, f" {SENTENCE}", ""), SENTENCE) == NewerPassage("gone", 2)


def test_a_passage_over_a_page_break_is_exact_where_its_pages_became_one() -> None:
    document = make_document(pages=PAGES)
    text = " ".join(PAGES)
    add_revision(document, text=text, media_type=DOCX)
    newer = opened(document, f"its own costs.\n\n{PAGES[1]}").newer
    assert newer is not None
    assert (newer.kind, quote(newer), newer.changes) == ("exact", f"its own costs. {PAGES[1]}", ())
    assert newer.citation is not None
    assert newer.citation.pages is None


def test_a_newer_file_without_text_is_said_and_the_old_text_stays_current() -> None:
    document = make_document(pages=PAGES)
    Revision.objects.create(
        document=document,
        number=2,
        file="x",
        uploaded_name="scan.pdf",
        media_type="application/pdf",
        size=1,
        status=Revision.Status.NO_TEXT,
    )
    view = opened(document, SENTENCE)
    assert (view.is_current, view.newer) == (True, NewerPassage("no-text", 2))


def test_of_a_current_text_without_ink_it_is_said_that_there_is_none() -> None:
    assert became(["", ""], SENTENCE) == NewerPassage("no-text", 2)


def test_a_newer_text_whose_pages_cannot_be_proved_is_not_cited_and_the_old_one_still_opens() -> None:
    document = make_document(pages=PAGES)
    add_revision(document, pages=[INSERTED, *PAGES])
    Revision.objects.filter(document=document, number=2).update(page_spans=[7])
    assert opened(document, SENTENCE).newer == NewerPassage("unproved", 2)


def test_a_link_outlives_chunks_vectors_and_index() -> None:
    index(document := make_document(pages=PAGES))
    (hit, *_) = search(user=make_admin(), query="notice in writing").hits
    before = opened(document, hit.citation.quote)
    Chunk.objects.all().delete()
    Embedding.objects.all().delete()
    assert opened(document, hit.citation.quote) == before
    rebuilding.rebuild()
    assert opened(document, hit.citation.quote) == before
    assert f"{before.citation.start}-{before.citation.end}/?v={before.citation.text_sha256}" in hit.url


def shown(view: PassageView) -> str:
    return " ".join(render_to_string("search/_newer.html", {"view": view, "document": view.document}).split())


def test_the_notice_is_empty_for_the_current_text() -> None:
    assert shown(opened(make_document(pages=PAGES), SENTENCE)) == ""


@pytest.mark.parametrize(
    ("pages", "words"),
    [
        ([INSERTED, *PAGES], "In revision 2 the same passage stands on p. 3 of 4."),
        (with_page(2, "six", "nine"), "In revision 2 this passage has been edited; it stands on p. 2 of 3."),
        (with_page(2, SENTENCE, ""), "In revision 2 this passage is gone"),
        ([""], "In the newer file, revision 2, no text was found"),
    ],
    ids=["exact", "edited", "gone", "no-text"],
)
def test_the_notice_says_what_became_of_the_passage(pages: list[str], words: str) -> None:
    document = make_document(pages=PAGES)
    add_revision(document, pages=pages)
    page = shown(opened(document, SENTENCE))
    assert words in page
    assert "You see revision 1, which was cited. Revision 2 is current." in page


def test_a_change_can_be_read_without_colour_and_heard() -> None:
    document = make_document(pages=PAGES)
    add_revision(document, pages=with_page(2, "six", "<nine>"))
    page = shown(opened(document, SENTENCE))
    assert "<details open>" in page
    assert re.search(r"<del><span class=\"hidden\"[^>]*>Removed: </span>six<span", page)
    assert re.search(r"<ins><span class=\"hidden\"[^>]*>Added: </span>&lt;nine&gt;<span", page)


def test_the_api_tells_what_became_of_a_passage_it_cites() -> None:
    readers = make_group()
    document = make_document(pages=PAGES, collection=make_collection(readers=[readers]))
    digest = document.revisions.get().text_sha256
    start = PAGES[0].index(BOILERPLATE)
    asked = {"document": document.pk, "v": digest, "start": start, "end": start + len(BOILERPLATE)}
    client = APIClient()
    client.force_authenticate(make_user(groups=[readers]))
    assert "newer" not in client.get("/api/v1/cite/", asked).json()
    add_revision(document, pages=with_page(1, "the canton", "the republic"))
    newer = client.get("/api/v1/cite/", asked).json()["newer"]
    assert (newer["kind"], newer["revision_number"]) == ("edited", 2)
    assert newer["citation"]["quote"] == BOILERPLATE.replace("canton", "republic")
    assert newer["url"] in newer["citation"]["url"]
    assert {"kind": "added", "text": "republic"} in newer["changes"]
    add_revision(document, pages=["Nothing of the kind."])
    newer = client.get("/api/v1/cite/", asked).json()["newer"]
    assert newer == {"kind": "gone", "revision_number": 3, "citation": None, "url": None, "changes": []}


def test_what_became_of_a_passage_is_told_only_to_those_who_may_read_it() -> None:
    readers = make_group()
    document = make_document(pages=PAGES, collection=make_collection(readers=[readers]))
    revision = document.revisions.get()
    add_revision(document, pages=with_page(1, "nine rooms", "ten rooms"))
    link = passage_path(document.pk, TextSpan(3, 20), revision.text_sha256)
    client = Client()
    assert client.get(link).status_code == 302
    backend = "django.contrib.auth.backends.ModelBackend"
    client.force_login(make_user(groups=[make_group()]), backend=backend)
    assert client.get(link).status_code == 404
    client.force_login(make_user(groups=[readers]), backend=backend)
    assert client.get(link).status_code == 200

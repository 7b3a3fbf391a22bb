"""Passages that say the same, through the whole search: what is folded and told, and what is never folded."""

from __future__ import annotations

import html
import re
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from documents.models import Document
from search import same_passages
from search.asked import parse_query
from search.candidates import Candidate
from search.generations import active_generation
from search.models import Chunk
from search.queries import ranked, search
from search.results import Hit, SearchPage
from tests.factories import add_revision, index, make_admin, make_collection, make_document, make_group, make_user

pytestmark = pytest.mark.usefixtures("index_db")

CLAUSE = "Either party may end this bergamot agreement by written notice of thirty days to the other party."


LONG_CLAUSE = (
    f"{CLAUSE} On the day on which it ends the tenant returns the keys of every room and gate, and the landlord returns"
    " the deposit with the interest that it has borne, less what is owed for repairs."
)
SYLLABLES = ["ka", "lo", "mir", "sen", "tu", "vel", "ran", "pos", "di", "gu"]


def filler(seed: int, sentences: int = 40) -> str:
    """Another text for each seed, in words that nothing else has, without a number."""
    random = Random(seed)
    words = ["".join(random.choices(SYLLABLES, k=3)) for _ in range(8 * sentences)]
    return " ".join(" ".join(words[at : at + 8]).capitalize() + "." for at in range(0, len(words), 8))


def ask(query: str = "bergamot notice", **asked: Any) -> SearchPage:
    return search(user=asked.pop("user", None) or make_admin(), query=query, **asked)


def told(page: SearchPage) -> list[tuple[str, list[str]]]:
    return [(hit.document.title, [same.document.title for same in hit.same]) for hit in page.hits]


def the_hit(page: SearchPage) -> Hit:
    (hit,) = page.hits
    return hit


# --- what is folded ---------------------------------------------------------------------------------------------------


def test_copies_of_a_file_are_told_under_the_better_passage_and_can_be_opened() -> None:
    index(*(make_document(pages=["A cover.", CLAUSE], title=title) for title in ("one", "other")))
    page = ask()
    hit = the_hit(page)
    (same,) = hit.same
    assert {hit.document.title, same.document.title} == {"one", "other"}
    assert same.locator == "pp. 1–2 of 2"
    assert same.url == f"/documents/{same.document.pk}/passages/0-107/?v={same.revision.text_sha256}#passage"
    assert same.citation.quote == hit.citation.quote == f"A cover.\n\n{CLAUSE}"
    assert (page.total_documents, page.total_passages) == (2, 1)


def test_what_is_all_said_in_a_longer_passage_is_folded_under_it_and_the_other_way_round() -> None:
    index(make_document(text=CLAUSE), make_document(text=f"{filler(1, 2)} {CLAUSE} {filler(2, 2)}"))
    assert len(the_hit(ask()).same) == 1


def test_a_clause_that_one_document_says_twice_is_folded_also_within_it() -> None:
    clause = f"{LONG_CLAUSE} {filler(9, 6)}"
    index(document := make_document(text="\n\n".join([clause, filler(1), clause, filler(2), clause])))
    for page in (ask(), ask(document_id=document.pk)):
        with_clause = [hit for hit in page.hits if "bergamot" in hit.citation.quote]
        assert page.total_documents == 1
        assert [len(hit.same) for hit in with_clause] == [2]


def test_files_whose_first_pages_differ_are_copies_though_their_chunks_begin_elsewhere() -> None:
    body = f"{filler(3, 8)} {CLAUSE} {filler(4, 20)}"
    one = make_document(pages=[filler(5, 20), body], title="one")
    other = make_document(pages=[filler(6, 26), body], title="other")
    index(one, other)
    best = ask("bergamot notice of thirty days").hits[0]
    (same,) = best.same
    assert CLAUSE in best.citation.quote
    assert CLAUSE in same.citation.quote
    assert same.citation.quote != best.citation.quote
    assert {best.document.pk, same.document.pk} == {one.pk, other.pk}


def test_the_same_clause_on_another_letter_is_folded() -> None:
    index(make_document(text=f"{filler(1, 3)} {LONG_CLAUSE}"), make_document(text=f"{filler(2, 3)} {LONG_CLAUSE}"))
    assert len(the_hit(ask()).same) == 1


def test_a_document_that_is_named_by_the_order_is_the_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    index(make_document(text=CLAUSE, title="first"), make_document(text=CLAUSE, title="second"))
    real = same_passages.find_copies
    seen: list[list[int]] = []

    def find_copies(query: Any, candidates: Any, generation: Any) -> Any:
        seen.append([one.document_id for one in candidates])
        return real(query, candidates, generation)

    monkeypatch.setattr(same_passages, "find_copies", find_copies)
    hit = the_hit(ask())
    assert [hit.document.pk, hit.same[0].document.pk] == seen[0]


def test_of_many_copies_some_are_named_and_the_others_counted() -> None:
    index(*(make_document(text=CLAUSE, title=f"copy {n}") for n in range(9)))
    page = ask()
    hit = the_hit(page)
    assert (len(hit.same), hit.more_same) == (5, 3)
    assert (page.total_documents, page.total_passages, page.has_next) == (9, 1, False)


# --- what is never folded ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [("thirty", "sixty"), ("may end", "may not end"), ("bergamot", "bergamot TIKA-1226"), ("written notice", "notice")],
)
def test_an_edited_clause_is_shown_beside_the_other(old: str, new: str) -> None:
    index(make_document(text=CLAUSE), make_document(text=CLAUSE.replace(old, new)))
    assert [(len(group.hits), group.hits[0].same) for group in ask().groups] == [(1, ()), (1, ())]


def test_what_has_a_word_that_was_asked_for_and_the_better_one_lacks_is_shown() -> None:
    index(make_document(text=f"{filler(1, 3)} {LONG_CLAUSE}", title="short"))
    index(make_document(text=f"{filler(1, 3)} {LONG_CLAUSE} The quince is ripe.", title="long"))
    assert len(the_hit(ask("bergamot notice")).same) == 1
    assert [one for one, _ in told(ask("bergamot quince"))] == ["long"]
    index(make_document(text=f"{filler(2, 3)} {LONG_CLAUSE} The medlar is ripe.", title="other"))
    seen = told(ask("bergamot quince medlar"))
    assert {title for title, _ in seen} == {"long", "other"}
    assert [copy for _, copies in seen for copy in copies] == ["short"]


def copies_among(query: str, *texts: str) -> list[bool]:
    """Of each text but the first, in this order of ranks, whether it is a copy of the first."""
    documents = [make_document(text=text) for text in texts]
    index(*documents)
    chunks = {chunk.document_id: chunk for chunk in Chunk.objects.filter(document__in=documents)}
    ranking = [
        Candidate(chunk.pk, chunk.document_id, chunk.revision_id, chunk.span, 1.0, None, None, chunk.digest)
        for chunk in (chunks[document.pk] for document in documents)
    ]
    copies = same_passages.find_copies(parse_query(query), ranking, active_generation())
    return [ranking[0].chunk_id in copies.texts_like(one.chunk_id) for one in ranking[1:]]


def test_a_worse_passage_with_a_matched_word_more_is_no_copy() -> None:
    short = f"{filler(1, 3)} {LONG_CLAUSE}"
    texts = (short, f"{short} The quince is ripe.", f"{filler(2, 3)} {LONG_CLAUSE}")
    assert copies_among("bergamot notice", *texts) == [True, True]
    assert copies_among("bergamot quince", *texts) == [False, True]


def test_where_no_word_was_asked_for_nearly_all_must_be_the_same() -> None:
    texts = (
        f"{filler(1, 3)} {LONG_CLAUSE}",
        f"{filler(1, 3)} {LONG_CLAUSE} {filler(3, 1)}",
        f"{LONG_CLAUSE} {filler(4, 4)}",
    )
    assert copies_among("zanzibar", *texts) == [False, False]
    assert copies_among("zanzibar", texts[0], f"{texts[0]} Quite.") == [True]


def test_nobody_is_told_of_a_copy_that_they_may_not_read() -> None:
    ours, theirs = make_group(), make_group()
    index(
        make_document(text=CLAUSE, title="ours", collection=make_collection(readers=[ours])),
        make_document(text=CLAUSE, title="theirs", collection=make_collection(readers=[theirs])),
    )
    assert told(ask(user=make_user(groups=[ours]))) == [("ours", [])]
    assert told(ask(user=make_user(groups=[theirs]))) == [("theirs", [])]
    ((one, others),) = told(ask(user=make_user(groups=[ours, theirs])))
    assert {one, *others} == {"ours", "theirs"}


def test_a_copy_that_has_changed_since_is_not_told() -> None:
    index(make_document(text=CLAUSE, title="one"), changed := make_document(text=CLAUSE, title="other"))
    assert len(the_hit(ask()).same) == 1
    add_revision(changed, text="Something else.")
    assert told(ask()) == [("one", [])]


def test_by_date_and_title_each_document_has_its_own_place() -> None:
    index(make_document(text=CLAUSE, title="b"), make_document(text=CLAUSE, title="a"))
    assert told(ask(order="title")) == [("a", []), ("b", [])]


# --- pages and cost ---------------------------------------------------------------------------------------------------


def test_pages_are_complete_and_what_is_stepped_through_is_what_is_shown() -> None:
    for n in range(5):
        text = CLAUSE.replace("Either", filler(n, 1) + " Either")
        index(*(make_document(text=text, title=f"{n}") for _ in range(1 + n % 2)))
    user = make_admin()
    pages = [search(user=user, query="bergamot notice", page=number, per_page=2) for number in (1, 2, 3)]
    shown = [hit for page in pages for hit in page.hits]
    everything = [hit.document.pk for hit in shown] + [same.document.pk for hit in shown for same in hit.same]
    assert sorted(everything) == sorted(Document.objects.values_list("pk", flat=True))
    assert [page.has_next for page in pages] == [True, True, False]
    assert {page.total_documents for page in pages} == {7}
    assert {page.total_passages for page in pages} == {len(shown)} == {5}
    steps = [one for group in ranked(user=user, query="bergamot notice") for one in group.passages]
    assert [(one.document_id, one.span) for one in steps] == [(hit.document.pk, hit.span) for hit in shown]
    assert [hit.position for hit in shown] == list(range(1, 6))


def test_texts_beyond_the_best_are_folded_where_they_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(same_passages, "COMPARED", 0)
    index(*(make_document(text=CLAUSE) for _ in range(3)), make_document(text=f"{CLAUSE} {filler(1, 9)}"))
    page = ask()
    assert sorted(len(hit.same) for hit in page.hits) == [0, 2]


def test_the_number_of_queries_does_not_grow() -> None:
    user = make_admin()
    counts = []
    for n in range(2):
        index(*(make_document(text=f"{filler(m, 12)} {CLAUSE} {filler(m + 1, 12)}") for m in (n, n + 1)))
        search(user=user, query="bergamot notice")  # what the words are stemmed to is asked once
        with CaptureQueriesContext(connection) as captured:
            search(user=user, query="bergamot notice")
        counts.append(len(captured))
    assert counts[0] == counts[1]


# --- how it is told ---------------------------------------------------------------------------------------------------


def test_the_page_of_results_tells_of_copies_by_title_and_place_and_links_to_them(client: Any) -> None:
    index(*(make_document(pages=["A cover.", CLAUSE], title=f"<b>{n}</b>") for n in range(8)))
    client.force_login(make_admin())
    same = the_hit(ask()).same[0]
    body = client.get("/", {"q": "bergamot notice"}).content.decode()
    title = same.document.title.replace("<", "&lt;").replace(">", "&gt;")
    assert "The same passage also in: <a href=" in body
    assert f">{title}, pp. 1–2 of 2</a>; <a href=" in body
    assert "; and in 2 more places</p>" in body
    (address,) = re.findall(rf'<a href="(/documents/{same.document.pk}/passages/[^"]+)"', body)
    opened = client.get(html.unescape(address))
    assert opened.status_code == 200
    assert opened.context["trail"].position == 1


def test_the_api_tells_of_copies(client: Any) -> None:
    index(make_document(text=CLAUSE, title="one"), make_document(text=CLAUSE, title="other"))
    client.force_login(make_admin())
    (group,) = client.get("/api/v1/search/", {"q": "bergamot notice"}).json()["results"]
    (hit,) = group["hits"]
    (same,) = hit["same"]
    assert {group["document"]["title"], same["citation"]["document"]["title"]} == {"one", "other"}
    assert same["citation"]["quote"] == CLAUSE
    assert same["url"].startswith("/documents/")
    assert hit["more_same"] == 0

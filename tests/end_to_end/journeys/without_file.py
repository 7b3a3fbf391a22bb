"""The cases that are no file: duplicates, races, odd questions, and a citation over a page break."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from django.utils import timezone

from documents import services
from documents.models import Document, Revision
from search.models import Chunk, Embedding, IndexRecord
from tests.corpus import corpus_file
from tests.end_to_end.conftest import Worker, wait_until
from tests.end_to_end.journeys.journey import Claim, Claims, Journey
from tests.end_to_end.journeys.rects import rects_of
from tests.end_to_end.races import House, at_once, note, tasks_at_once, work_off
from tests.factories import index, make_document

GetWorker = Callable[[], Worker]
Check = Callable[[House, dict[str, Any], GetWorker], Claims]

ANSWERS = {200, 400}


def is_whole(house: House) -> Claim:
    work_off()
    problems = house.leftovers()
    return Claim(f"nothing is left over: {problems}", not problems)


# --- duplicates ---


def same_file_twice(house: House, expect: dict[str, Any], _worker: GetWorker) -> Claims:
    document = house.add("note.txt", note(1))
    second = house.door.upload_page("note.txt", note(1))
    yield Claim("the second is kept once", (second.status, second.document) == (200, document))
    yield Claim("it is said", "in the collection already" in second.answer)
    yield Claim("each excerpt is found once", house.found("ferry1") == [document.pk])
    yield is_whole(house)


def uploaded_again_after_deletion(house: House, expect: dict[str, Any], _worker: GetWorker) -> Claims:
    old = house.add("note.txt", note(1))
    yield Claim("it is deleted", house.delete(old) == 204)
    yield Claim("nothing is found", house.found("ferry1") == [])
    new = house.add("note.txt", note(1))
    yield Claim("it is accepted and found", new.pk != old.pk and house.found("ferry1") == [new.pk])
    yield is_whole(house)


def uploaded_at_the_same_moment(house: House, expect: dict[str, Any], _worker: GetWorker) -> Claims:
    content = note(1)
    arrivals = at_once(*(partial(house.new_door().upload_page, "note.txt", content) for _ in range(2)))
    yield Claim("both are answered", sorted(one.status for one in arrivals) == [200, 201])
    yield is_whole(house)
    yield Claim("one copy is found", len(house.found("ferry1")) == 1)


# --- races ---


def deleted_while_it_is_indexed(house: House, expect: dict[str, Any], worker: GetWorker) -> Claims:
    """The 1,200 pages, with a worker of their own."""
    running = worker()
    document = house.door.upload_page("ledger.pdf", corpus_file("g-1200-pages-a.pdf").read_bytes()).document
    wait_until(Embedding.objects.exists, running, "the indexing to begin")
    yield Claim("it was still being indexed", not IndexRecord.objects.exists())
    yield Claim("it is deleted", document is not None and house.delete(document) == 204)
    seen: list[int] = []
    wait_until(lambda: _is_through(house, seen), running, "the worker to be through with it")
    yield Claim("no chunk of it was ever returned", seen == [])
    services.purge_deleted(timezone.now() + timedelta(seconds=1))
    yield Claim("the worker lives on", running.is_alive and "Traceback" not in running.log)
    yield Claim("no row is left", not Document.objects.exists() and not Revision.objects.exists())
    yield Claim(f"nothing is left over: {house.leftovers()}", house.leftovers() == [])


def _is_through(house: House, seen: list[int]) -> bool:
    seen += house.found("Ledger sheet identical")
    return not Chunk.objects.exists() and not house.leftovers()


def deleted_with_its_vectors(house: House, expect: dict[str, Any], _worker: GetWorker) -> Claims:
    document = house.add("note.txt", note(1))
    yield Claim("it is found", house.found("ferry1") == [document.pk])
    house.delete(document)
    yield Claim("at once it is not", house.door.hits("ferry1") == [])
    with tasks_at_once():
        services.purge_deleted(timezone.now() + timedelta(seconds=1))
    yield Claim("chunks are gone", not Chunk.objects.exists())
    yield Claim("the file is gone", not [one for one in house.media_root.rglob("*") if one.is_file()])
    yield is_whole(house)


def half_of_a_hundred_deleted(house: House, expect: dict[str, Any], _worker: GetWorker) -> Claims:
    words = "The same words on purpose stand in note {n} of the harbour."
    documents = [make_document(text=words.format(n=one), collection=house.collection) for one in range(100)]
    index(*documents)
    for document in documents[::2]:
        services.delete_document(document=document, actor=None)
    answer = house.door.client.get("/api/v1/search/", {"q": "the same words on purpose", "per_page": 10}).json()
    live = {document.pk for document in documents[1::2]}
    found = [group["document"]["id"] for group in answer["results"]]
    yield Claim(f"ten live ones: {found}", len(set(found)) == 10 and set(found) <= live)
    yield is_whole(house)


# --- odd questions ---


def odd_questions(house: House, expect: dict[str, Any], _worker: GetWorker) -> Claims:
    wanted = house.add("100% wool.txt", b"The label says 100% wool. A multi-agent ferry in C++ on ubuntu 20.04.\n")
    house.add("other.txt", b"Nothing to see here at all.\n")
    for query in expect["queries"]:
        page = house.door.client.get("/", {"q": query})
        yield Claim(f"the page answers {query!r}: {page.status_code}", page.status_code in ANSWERS)
        yield Claim(f"{query!r} is escaped", _is_escaped(query, page.content.decode()))
        for address in ("/api/v1/search/", "/library/", "/api/v1/documents/"):
            status = house.door.client.get(address, {"q": query}).status_code
            yield Claim(f"{address} answers {query!r}: {status}", status in ANSWERS)
        reader = house.door.client.get(f"/documents/{wanted.pk}/read/", {"q": query})
        yield Claim(f"the reader answers {query!r}", reader.status_code == 200)
        yield Claim(f"{query!r} is escaped in the reader", _is_escaped(query, reader.content.decode()))
    for sign in ("%", "_"):
        yield Claim(f"{sign} is no wildcard", house.found(sign) == [])
        listed = house.door.page("/library/", {"q": sign})
        yield Claim(f"{sign} is none in the library", "other" not in _rows(listed))
    yield Claim("100% is found", house.found("100%") == [wanted.pk])
    yield Claim("C++ is found", house.found("C++") == [wanted.pk])


def _is_escaped(query: str, page: str) -> bool:
    return ("<" not in query or query not in page) and ("{{7*7}}" not in query or ">49<" not in html.unescape(page))


def _rows(page: str) -> str:
    return page[page.find("<tbody") : page.find("</tbody")]


def odd_pages(house: House, expect: dict[str, Any], _worker: GetWorker) -> Claims:
    house.add("note.txt", note(1))
    for params in expect["queries_params"]:
        for address in ("/?q=ferry1&", "/api/v1/search/?q=ferry1&", "/library/?", "/api/v1/documents/?", "/verify/?"):
            for given in (params, params.replace("limit", "per_page").replace("doc=", "document=")):
                answer = house.door.client.get(address + given)
                # A page of a list of the API that does not exist is not there.
                allowed = ANSWERS | ({404} if address.startswith("/api/v1/documents") else set())
                yield Claim(f"{address}{given} is answered: {answer.status_code}", answer.status_code in allowed)


# --- a citation over a page break ---


def cited_to_both_pages(house: House, expect: dict[str, Any], _worker: GetWorker) -> Claims:
    content = corpus_file(expect["file"]).read_bytes()
    document = house.add(expect["file"], content)
    hits = house.door.hits("measures that prevent unauthorized copying", document)
    both = [hit for hit in hits if {page["number"] for page in hit["citation"]["pages"]} >= {3, 4}]
    right = [hit for hit in both if "measures that prevent" in " ".join(hit["citation"]["quote"].split())]
    yield Claim("a hit cites pages 3 and 4", bool(right))
    page = house.door.passage_page(right[0]["citation"])
    yield Claim("both pages are shown", all(f'id="picture-{number}"' in page for number in (3, 4)))
    journey = Journey({}, house.door, tasks_at_once, content, house.door.upload_page(expect["file"], content))
    span = right[0]["citation"]["start"], right[0]["citation"]["end"]
    for number in (3, 4):
        rects = rects_of(journey, number, *span)
        inside = all(0 <= one <= 1 for rect in rects for one in rect)
        yield Claim(f"the passage is marked on page {number}", bool(rects) and inside)
    yield is_whole(house)


CASES: dict[str, Check] = {
    "dup-same-file-twice": same_file_twice,
    "dup-reupload-after-delete": uploaded_again_after_deletion,
    "dup-parallel-upload": uploaded_at_the_same_moment,
    "race-delete-while-indexing": deleted_while_it_is_indexed,
    "race-delete-leaves-vectors": deleted_with_its_vectors,
    "race-search-limit-orphans": half_of_a_hundred_deleted,
    "query-abuse-dev": odd_questions,
    "paging-abuse": odd_pages,
    "crosspage-citation-both-pages": cited_to_both_pages,
}

KEYS = {"rule", "no_500", "queries", "queries_params", "file"}
"""What these cases expect; a fault of the server fails in the client that asked."""

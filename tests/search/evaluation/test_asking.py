"""Questions are asked as people ask them, and what is shown becomes a row for each page."""

from __future__ import annotations

import pytest

from documents.models import Document
from search.evaluation.asking import Asker, shown_of
from search.evaluation.benches import Question
from search.evaluation.library import Shelf
from search.generations import new_generation, wanted_generation
from search.queries import search
from search.shell import Operator
from tests.factories import index, make_collection, make_document

pytestmark = pytest.mark.usefixtures("index_db")


def shelve(*documents: Document) -> Shelf:
    index(*documents)
    return Shelf(documents[0].collection, {one.pk: (one.title,) for one in documents})


def test_a_row_says_what_is_shown_and_on_which_page() -> None:
    collection = make_collection()
    lease = make_document(pages=["Front matter.", "The rent is due monthly."], title="a.pdf", collection=collection)
    shelf = shelve(lease, make_document(text="The rent of a boat.", title="b.txt", collection=collection))
    asked = Asker(Operator(), shelf).ask(Question("q", "rent due monthly", doc="a.pdf"))
    first, *others = asked.answer.results
    assert (first.doc, first.page, first.text) == ("a.pdf", 2, "The rent is due monthly.")
    assert first.highlights is not None
    assert (first.highlights[0][0], first.highlights[-1][1]) == (0, 24)
    assert [(one.doc, one.page, one.text) for one in others] == [
        ("a.pdf", 1, "Front matter."),
        ("b.txt", None, "The rent of a boat."),
    ]
    assert asked.answer.id == "q"
    assert asked.answer.ms is not None
    assert asked.answer.ms > 0
    assert len(asked.shown) == 3
    assert {revision_id for revision_id, _citation in asked.citations} == {
        lease.current_revision_id,
        asked.shown[2].revision_id,
    }


def test_what_is_shown_over_a_page_break_is_a_row_a_page_the_longest_first() -> None:
    index(make_document(pages=["The period of notice", "is six months in writing."]))
    (hit,) = search(user=Operator(), query='"period of notice is six months"').hits
    assert [(one.page, one.text) for one in shown_of(hit)] == [
        (2, "is six months in writing."),
        (1, "The period of notice"),
    ]
    assert all(one.end - one.start == len(one.text) for one in shown_of(hit))


def test_a_question_can_be_asked_of_its_document_alone() -> None:
    collection = make_collection()
    documents = [make_document(text=f"The rent of {name}.", title=name, collection=collection) for name in "ab"]
    shelf = shelve(*documents)
    question = Question("q", "rent of b", "rent", doc="a")
    assert Asker(Operator(), shelf).ask(question).answer.results[0].doc == "b"
    within = Asker(Operator(), shelf, is_within_document=True)
    assert [one.doc for one in within.ask(question).answer.results] == ["a"]
    assert within.ask(Question("q", "rent", "rent", doc="never brought in")).answer.results == ()


def test_other_collections_are_not_asked_and_what_is_not_of_the_bench_has_no_name_of_it() -> None:
    collection = make_collection()
    document, stranger = (make_document(text="The rent.", title=name, collection=collection) for name in "ab")
    index(make_document(text="The rent elsewhere."), stranger)
    shelf = Shelf(collection, shelve(document).names)
    results = Asker(Operator(), shelf).ask(Question("q", "rent")).answer.results
    assert {one.doc for one in results} <= {"a", f"document {stranger.pk}"}


def test_the_generation_that_is_named_is_asked() -> None:
    shelf = shelve(make_document(text="The rent."))
    empty = new_generation(wanted_generation(), is_candidate=True)
    question = Question("q", "rent")
    assert len(Asker(Operator(), shelf).ask(question).answer.results) == 1
    assert Asker(Operator(), shelf, empty).ask(question).answer.results == ()
    assert Asker(Operator(), shelf, empty, is_ranking=True).ask(question).answer.results == ()


@pytest.mark.long
def test_as_much_is_asked_for_as_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    collection, question = make_collection(), Question("q", "rent")
    shelf = shelve(*(make_document(text=f"Rent, case {n}.", title=str(n), collection=collection) for n in range(12)))
    names = sorted(map(str, range(12)))
    assert len(Asker(Operator(), shelf).ask(question).answer.results) == 10
    monkeypatch.setattr("search.evaluation.asking.DISTINCT_PAGES", 11)
    assert sorted(one.doc for one in Asker(Operator(), shelf).ask(question).answer.results) == names
    ranking = Asker(Operator(), shelf, is_ranking=True).ask(question)
    assert sorted(one.doc for one in ranking.answer.results) == names
    assert {one.text for one in ranking.answer.results} == {None}
    assert len(ranking.shown) == 10

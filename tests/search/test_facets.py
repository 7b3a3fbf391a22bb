"""What results have in common: counted among what was found, for who asks, each facet without its own choice."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from documents.models import Document, Revision
from search.facets import NOTHING_CHOSEN, Chosen, Facts, count_facets
from search.queries import search
from search.results import Facet, SearchPage
from tests.factories import DOCX, PDF, PLAIN, index, make_admin, make_collection, make_document, make_group, make_user

FOUND = {
    1: Facts("lease", datetime(2019, 7, 1, tzinfo=UTC), 5, "Contracts", PDF, ["draft", "new"], 0),
    2: Facts("deed", datetime(2021, 7, 1, tzinfo=UTC), 5, "Contracts", PDF, ["draft"], 1),
    3: Facts("memo", datetime(2021, 7, 2, tzinfo=UTC), 6, "Notes", PLAIN, [], None),
}


def counted(facets: list[Facet], name: str) -> list[tuple[str, int]]:
    (facet,) = [one for one in facets if one.name == name]
    return [(one.words, one.count) for one in facet.values]


def facets_of(found: Mapping[int, Facts], chosen: Chosen = NOTHING_CHOSEN) -> list[Facet]:
    return count_facets(found, chosen, lambda _name: FOUND, user=None)  # type: ignore[arg-type]  # nobody is asked for


def test_only_what_occurs_is_counted_most_documents_first_then_by_name_or_the_latest_year() -> None:
    facets = facets_of(FOUND)
    assert [one.name for one in facets] == ["collection", "type", "year", "tag", "text"]
    assert counted(facets, "collection") == [("Contracts", 2), ("Notes", 1)]
    assert counted(facets, "type") == [("PDF", 2), ("Text", 1)]
    assert counted(facets, "year") == [("2021", 2), ("2019", 1)]
    assert counted(facets, "tag") == [("#draft", 2), ("#new", 1)]
    assert counted(facets, "text") == [("as in the file", 2), ("with text recognition", 1)]
    alone = facets_of({2: FOUND[2], 1: FOUND[1]})
    assert counted(alone, "year") == [("2021", 1), ("2019", 1)]


def test_a_choice_does_not_narrow_its_own_facet_and_what_was_chosen_is_listed_though_nothing_has_it() -> None:
    facets = facets_of({3: FOUND[3]}, Chosen(type=(PLAIN,), tag=("absent",)))
    assert counted(facets, "type") == [("PDF", 2), ("Text", 1)]
    assert [one.is_chosen for one in facets[1].values] == [False, True]
    assert counted(facets, "tag") == [("#draft", 2), ("#new", 1), ("#absent", 0)]
    assert counted(facets, "collection") == [("Notes", 1)]


def test_a_chosen_value_is_counted_among_the_results_that_are_shown() -> None:
    """Narrowed results may reach further than those in which the other values are counted."""
    deeper = FOUND | {4: FOUND[1]}
    assert counted(facets_of(deeper, Chosen(type=(PDF,))), "type") == [("PDF", 3), ("Text", 1)]


def test_a_facet_shows_its_first_values_and_every_chosen_one_at_once() -> None:
    many = {n: Facts("x", FOUND[1].updated_at, 5, "Contracts", PDF, [f"t{n}"], 0) for n in range(9)}
    (facet,) = [one for one in count_facets(many, Chosen(tag=("t8",)), lambda _: many, None) if one.name == "tag"]  # type: ignore[arg-type]
    assert [one.words for one in facet.first] == ["#t0", "#t1", "#t2", "#t3", "#t4", "#t5", "#t8"]
    assert [one.words for one in facet.more] == ["#t6", "#t7"]


def test_what_would_narrow_nothing_is_of_no_use() -> None:
    page = SearchPage("x", total_documents=2, facets=facets_of({1: FOUND[1], 2: FOUND[2]}))
    assert [one.name for one in page.facets_of_use] == ["year", "tag", "text"]


@pytest.fixture
def shelf(index_db: None) -> dict[str, Document]:
    """Three that answer, in two collections, and one that does not."""
    contracts, notes = make_collection("Contracts"), make_collection("Notes")
    found = {
        "lease": make_document(pages=["A bergamot lease."], title="lease", collection=contracts, tags=["draft", "new"]),
        "deed": make_document(pages=["The bergamot deed!"], title="deed", collection=contracts, tags=["draft"]),
        "memo": make_document(text="One bergamot memo.", title="memo", collection=notes),
        "other": make_document(text="Nothing else here.", collection=notes, tags=["unseen"], media_type=DOCX),
    }
    for title, facts in zip(("lease", "deed", "memo"), FOUND.values(), strict=True):
        Document.objects.filter(title=title).update(updated_at=facts.updated_at)
    Revision.objects.filter(document=found["deed"]).update(page_sources=["OCR"])
    index(*found.values())
    return found


def ask(chosen: Chosen = NOTHING_CHOSEN, user: Any = None, query: str = '"bergamot"', **asked: Any) -> SearchPage:
    return search(user=user or make_admin(), query=query, chosen=chosen, **asked)


def titles(page: SearchPage) -> set[str]:
    return {group.document.title for group in page.groups}


def test_facets_hold_together_and_the_values_of_one_as_alternatives(shelf: dict[str, Document]) -> None:
    page = ask(Chosen(type=(PLAIN,)))
    assert titles(page) == {"memo"}
    assert counted(page.facets, "type") == [("PDF", 2), ("Text", 1)]
    assert counted(page.facets, "collection") == [("Notes", 1)]
    assert titles(ask(Chosen(type=(PLAIN, PDF)))) == {"lease", "deed", "memo"}
    assert titles(ask(Chosen(text=("ocr",)))) == {"deed"}
    assert titles(ask(Chosen(tag=("new", "draft")))) == {"lease", "deed"}
    chosen = Chosen(collection=(shelf["lease"].collection_id,), year=(2019, 2020), tag=("draft",), text=("given",))
    page = ask(chosen)
    assert titles(page) == {"lease"}
    assert counted(page.facets, "year") == [("2019", 1), ("2020", 0)]
    inside = ask(document_id=shelf["lease"].pk)
    assert (inside.facets, inside.total_documents) == ([], 1)
    nothing = ask(Chosen(tag=("absent",)), query='"bergamot" type:pdf')
    assert nothing.hidden is not None
    assert (nothing.hidden.query, nothing.hidden.documents, nothing.hidden.by_facet) == ('"bergamot"', 3, {"tag": 2})


def test_nothing_of_what_may_not_be_read_is_counted_or_named(shelf: dict[str, Document]) -> None:
    ours = make_group()
    index(make_document(text="A bergamot of ours.", collection=make_collection("Ours", readers=[ours]), tags=["own"]))
    user = make_user(groups=[ours])
    page = ask(user=user)
    assert [(one.words, one.count) for facet in page.facets for one in facet.values if facet.name != "year"] == [
        ("Ours", 1),
        ("Text", 1),
        ("#own", 1),
        ("as in the file", 1),
    ]
    stranger = ask(Chosen(collection=(shelf["lease"].collection_id,), type=(PDF,)), user=user)
    assert stranger.groups == []
    assert counted(stranger.facets, "collection") == []
    assert counted(stranger.facets, "type") == [("PDF", 0)]
    assert stranger.hidden is not None
    assert (stranger.hidden.documents, stranger.hidden.by_facet) == (1, {"collection": 0, "type": 0})


def test_the_year_is_the_one_that_before_and_after_mean(shelf: dict[str, Document], settings: Any) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"
    Document.objects.filter(title="memo").update(updated_at=datetime(2022, 12, 31, 13, tzinfo=UTC))
    assert counted(ask().facets, "year") == [("2023", 1), ("2021", 1), ("2019", 1)]
    for asked in (ask(Chosen(year=(2023,))), ask(query='"bergamot" after:2023'), ask(query='"bergamot" year:2023')):
        assert titles(asked) == {"memo"}
    assert titles(ask(query='"bergamot" year:2021 year:2019')) == titles(ask(query='"bergamot" -year:2023'))
    assert ask(query='"bergamot" year:soon').problems == ["“soon” is no year. Write four digits, such as 2024."]

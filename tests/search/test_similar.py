"""More like a passage: near it in meaning, never the passage itself, never what may not be read."""

from __future__ import annotations

from typing import Any

import pytest

from documents.models import Document
from search import similar
from search.facets import Chosen
from search.models import Embedding
from search.queries import NO_EXAMPLE, ranked, search
from search.results import SearchPage
from search.similar import Place
from search.vector_store import VectorStoreUnavailable
from tests.factories import DOCX, add_revision, index, make_admin, make_collection, make_document, make_group, make_user

pytestmark = pytest.mark.usefixtures("index_db")

TEXT = "The supplier gives notice of termination in writing."


def like(document: Document, start: int = 0, end: int = len(TEXT), digest: str = "") -> str:
    return Place.of(document.pk, start, end, digest).write()


def titles(page: SearchPage) -> list[str]:
    return [group.document.title for group in page.groups]


@pytest.fixture
def shelf() -> dict[str, Document]:
    """The hash embedder calls near what shares words."""
    found = {
        "this": make_document(text=TEXT, title="this"),
        "near": make_document(text="The supplier gives notice in writing of a termination.", title="near"),
        "half": make_document(
            text="A supplier sells pears in writing, apples and quinces.", title="half", media_type=DOCX
        ),
        "far": make_document(text="Whales migrate north every single spring.", title="far"),
    }
    index(*found.values())
    return found


def test_the_nearest_come_first_and_the_passage_itself_is_not_among_them(shelf: dict[str, Document]) -> None:
    page = search(user=make_admin(), query="", like=like(shelf["this"]))
    assert titles(page)[:2] == ["near", "half"]
    assert "this" not in titles(page)
    assert [hit.why.likeness_rank for hit in page.hits[:2]] == [1, 2]
    assert page.like is not None
    assert (page.like.citation.title, page.like.citation.quote) == ("this", TEXT)
    assert page.like.url.startswith(f"/documents/{shelf['this'].pk}/passages/0-{len(TEXT)}/?v=")
    assert page.problems == []


def test_filters_facets_orders_and_permissions_hold_as_always(shelf: dict[str, Document]) -> None:
    user = make_admin()
    page = search(user=user, query="", like=like(shelf["this"]), chosen=Chosen(type=(DOCX,)))
    assert titles(page) == ["half"]
    assert {one.words: one.count for one in page.facets[1].values}["Text"] >= 1
    in_order = search(user=user, query="", like=like(shelf["this"]), order="title")
    assert titles(in_order) == sorted(titles(in_order))
    assert [group.document_id for group in ranked(user=user, query="", like=like(shelf["this"]), order="title")] == [
        group.document.pk for group in in_order.groups
    ]
    ours = make_group()
    mine = make_document(text=TEXT, title="mine", collection=make_collection(readers=[ours]))
    index(mine)
    reader = make_user(groups=[ours])
    assert titles(search(user=reader, query="", like=like(mine))) == []
    stranger = search(user=reader, query="", like=like(shelf["this"]))
    assert (titles(stranger), stranger.like, stranger.problems) == ([], None, [NO_EXAMPLE])


def test_words_count_beside_it_and_bind_where_they_must(shelf: dict[str, Document]) -> None:
    user = make_admin()
    assert titles(search(user=user, query="quinces", like=like(shelf["this"])))[0] == "half"
    assert titles(search(user=user, query='"pears in writing"', like=like(shelf["this"]))) == ["half"]
    assert "half" not in titles(search(user=user, query="-pears", like=like(shelf["this"])))
    assert "this" not in titles(search(user=user, query="supplier notice", like=like(shelf["this"])))
    assert titles(search(user=user, query="title:half", like=like(shelf["this"]))) == ["half"]


def test_what_names_no_passage_finds_nothing_and_says_so(shelf: dict[str, Document]) -> None:
    user, pk = make_admin(), shelf["this"].pk
    for written in ("7", "0/0-5", "999999/0-5", f"{pk}/5-5", f"{pk}/9-2", "x/0-5", f"{'9' * 18}/0-{'9' * 10}"):
        page = search(user=user, query="", like=written)
        assert (page.groups, page.problems) == ([], [NO_EXAMPLE])
    assert search(user=user, query="", like="").problems == []
    assert titles(search(user=user, query="whales", like="7"))[0] == "far"


def test_a_text_that_was_replaced_is_still_compared_and_one_that_never_was_is_not(shelf: dict[str, Document]) -> None:
    document = shelf["this"]
    old = document.current_revision
    assert old is not None
    add_revision(document, text="Something else altogether, about geese.")
    index(document)
    page = search(user=make_admin(), query="", like=like(document, digest=old.text_sha256))
    assert titles(page)[0] == "near"
    gone = search(user=make_admin(), query="", like=like(document, digest="0" * 64))
    assert (gone.groups, gone.problems) == ([], [NO_EXAMPLE])
    assert search(user=make_admin(), query="", like=like(document)).like is None  # the current text is shorter


def test_cached_vectors_are_used_and_a_text_without_one_is_embedded(
    shelf: dict[str, Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    real = similar.vectors_of_texts

    def watched(texts: Any, embedder: Any) -> Any:
        asked.append(texts)
        return real(texts, embedder)

    monkeypatch.setattr(similar, "vectors_of_texts", watched)
    assert titles(search(user=make_admin(), query="", like=like(shelf["this"])))[0] == "near"
    assert asked == []
    Embedding.objects.all().delete()
    assert titles(search(user=make_admin(), query="", like=like(shelf["this"])))[0] == "near"
    assert asked == [[TEXT]]


def test_parts_of_a_long_text_are_compared_each_as_much_as_it_is_asked_for(settings: Any) -> None:
    settings.CHUNK_TOKENS = 50
    settings.CHUNK_OVERLAP_TOKENS = 0
    whales, pears = "Whales migrate in spring. " * 8, "Pears ripen in autumn. " * 8
    long = make_document(text=f"{whales}\n\n{pears}\n\n{whales}", title="long")
    others = {"pears": "Pears ripen.", "whales": "Whales migrate."}
    index(long, *(make_document(text=text, title=title) for title, text in others.items()))
    assert long.current_revision is not None
    text = long.current_revision.text or ""
    start, end = text.index("Pears") - 5, text.rindex("autumn.") + 15  # all of the pears, and a word on either side
    user = make_admin()

    def first_other(start: int, end: int) -> str:
        return next(one for one in titles(search(user=user, query="", like=like(long, start, end))) if one != "long")

    assert first_other(start, end) == "pears"
    assert first_other(0, 100) == "whales"


def test_an_index_that_cannot_be_reached_is_said(shelf: dict[str, Document], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: Any, **_more: Any) -> Any:
        raise VectorStoreUnavailable("no")

    monkeypatch.setattr(similar, "nearest", broken)
    page = search(user=make_admin(), query="", like=like(shelf["this"]))
    assert page.groups == []
    assert page.problems == ["The index of meanings cannot be reached: what is like this passage cannot be told."]

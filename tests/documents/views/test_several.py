"""Several documents at once: what may be changed is changed, the rest is named, and one undo brings all back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from documents import services
from documents.models import Document, Revision
from documents.views.several import document_ids
from tests.documents.views.conftest import House, signed_in
from tests.factories import make_collection, make_document

ACT, RESTORE, LIBRARY = reverse("library-act"), reverse("library-restore"), reverse("library")


@pytest.fixture
def others(house: House) -> list[Document]:
    """Two more that the editor may change, and one that they may only read."""
    mine = [make_document(title=f"Deed {n}", text=f"Deed {n}.", collection=house.collection) for n in (1, 2)]
    readable = make_collection("Archive", readers=[house.editors])
    return [*mine, make_document(title="Old map", text="A map.", collection=readable)]


def act(client: Client, what: str, documents: list[Document], **sent: Any) -> Any:
    return client.post(ACT, {"act": what, "document": [one.pk for one in documents], **sent}, follow=True)


def page_of(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_deleting_several_lists_what_goes_and_what_stays_and_does_nothing_yet(
    house: House, others: list[Document]
) -> None:
    page = page_of(act(house.editor, "delete", [house.document, *others]))
    assert "<h1>Delete 3 documents?</h1>" in page
    listed = page[page.index("plain-list") : page.index("These stay")]
    assert all(title in listed for title in ("Lease", "Deed 1", "Deed 2"))
    assert "Old map" not in listed
    assert "“Old map”" in page
    assert "for 7 days" in page
    assert not Document.objects.deleted().exists()


def test_one_undo_brings_the_whole_act_back(house: House, others: list[Document]) -> None:
    page = page_of(act(house.editor, "delete", [house.document, *others], confirmed=1, back="sort=title"))
    assert Document.objects.deleted().count() == 3
    assert "3 documents were deleted." in page
    assert "Restore all 3" in page
    assert "Left as before: “Old map”; you may read it, but not change it." in page
    gone = [one.pk for one in Document.objects.deleted()]
    back = page_of(house.editor.post(RESTORE, {"document": gone, "back": "sort=title"}, follow=True))
    assert "3 documents are back." in back
    assert not Document.objects.deleted().exists()


def test_the_undo_leads_back_to_the_list_as_it_was(house: House, others: list[Document]) -> None:
    sent = {"act": "delete", "document": [others[0].pk, others[1].pk], "confirmed": "1", "back": "sort=title&type=x"}
    address = house.editor.post(ACT, sent)["Location"]
    assert address == f"{LIBRARY}?sort=title&type=x&deleted={others[0].pk},{others[1].pk}"
    restored = house.editor.post(RESTORE, {"document": [others[0].pk], "back": "sort=title&type=x"})
    assert restored["Location"] == f"{LIBRARY}?sort=title&type=x"


def test_the_way_back_never_leads_elsewhere(house: House) -> None:
    sent = {"act": "tag", "document": house.document.pk, "tag": "x", "back": "https://evil.example/?a=b"}
    assert house.editor.post(ACT, sent)["Location"].startswith(f"{LIBRARY}?")


def test_what_cannot_be_brought_back_is_named(house: House, others: list[Document]) -> None:
    for document in others[:2]:
        services.delete_document(document=document, actor=None)
    Document.objects.filter(pk=house.document.pk).update(file_sha256=others[0].file_sha256)
    page = page_of(house.editor.post(RESTORE, {"document": [one.pk for one in others]}, follow=True))
    assert "1 document is back." in page
    assert "“Deed 1”; the same file is there already." in page


def test_several_move_to_a_collection_and_what_is_there_already_stays(house: House, others: list[Document]) -> None:
    target = make_collection("Policies", editors=[house.editors])
    there = make_document(title="There", collection=target)
    page = page_of(act(house.editor, "move", [*others, there], collection=target.pk))
    assert "2 documents were moved to Policies." in page
    assert "“There”; nothing had to be done." in page
    assert Document.objects.filter(collection=target).count() == 3


@pytest.mark.parametrize("where", ["", "x", "0", "others"])
def test_nothing_moves_where_one_may_not_write(house: House, where: str) -> None:
    target = str(make_collection().pk) if where == "others" else where
    page = page_of(act(house.editor, "move", [house.document], collection=target))
    assert "Choose the collection" in page
    house.document.refresh_from_db()
    assert house.document.collection == house.collection


def test_tags_are_added_to_those_that_are_there(house: House, others: list[Document]) -> None:
    services.update_document(document=others[0], actor=None, tags=["deed", "rent"])
    page = page_of(act(house.editor, "tag", others, tag="#rent, 2020"))
    assert "2 documents got #rent, #2020." in page
    assert [Document.objects.get(pk=one.pk).tags for one in others] == [["deed", "rent", "2020"], ["rent", "2020"], []]
    assert "Write the tag" in page_of(act(house.editor, "tag", others, tag=" , "))


def test_reading_again_leaves_out_what_is_being_read(house: House, others: list[Document]) -> None:
    Revision.objects.filter(document=others[0]).update(status="EXTRACTING")
    page = page_of(act(house.editor, "read-again", [house.document, others[0]]))
    assert "1 file is being read again." in page
    assert "“Deed 1”; nothing had to be done." in page
    assert (house.document.revisions.count(), others[0].revisions.count()) == (2, 1)


def test_all_on_this_page_is_what_was_shown_whatever_else_is_chosen(house: House, others: list[Document]) -> None:
    shown = f"{house.document.pk},{others[0].pk}"
    page_of(house.editor.post(ACT, {"act": "tag", "tag": "t", "all": "1", "shown": shown}, follow=True))
    assert {one.title for one in Document.objects.filter(tags=["t"])} == {"Lease", "Deed 1"}


@pytest.mark.parametrize("sent", [{}, {"act": "delete"}, {"act": "explode", "document": "1"}, {"document": "1"}])
def test_an_act_without_documents_or_a_name_says_what_to_choose(house: House, sent: dict[str, str]) -> None:
    assert "Choose at least one document" in page_of(house.editor.post(ACT, sent, follow=True))


@pytest.mark.parametrize("what", ["delete", "move", "tag", "read-again"])
def test_a_reader_may_do_nothing_and_a_stranger_finds_nothing(house: House, what: str) -> None:
    sent = {"confirmed": 1, "tag": "x", "collection": house.collection.pk}
    before = (Document.objects.undeleted().count(), Revision.objects.count())
    for client, status in ((house.reader, 403), (house.stranger, 404)):
        assert act(client, what, [house.document], **sent).status_code == status
    assert Client().post(ACT, {"act": what})["Location"].startswith(reverse("login"))
    assert (Document.objects.undeleted().count(), Revision.objects.count()) == before


def test_only_an_editor_undoes_a_deletion_of_several(house: House) -> None:
    services.delete_document(document=house.document, actor=None)
    for client in (house.reader, house.stranger, signed_in()):
        assert client.post(RESTORE, {"document": house.document.pk}).status_code == 404
    assert Client().post(RESTORE)["Location"].startswith(reverse("login"))
    page = house.reader.get(LIBRARY, {"deleted": f"{house.document.pk}"}).content.decode()
    assert "Lease" not in page


@pytest.mark.parametrize(
    ("values", "ids"),
    [(["1", "2", "1"], [1, 2]), (["3,4", "x", "", "-1", "9" * 40], [3, 4]), ([], []), (["²"], [])],
)
def test_only_numbers_are_ids(values: list[str], ids: list[int]) -> None:
    assert document_ids(values) == ids


def test_a_list_of_many_titles_is_cut(house: House) -> None:
    archive = make_collection(readers=[house.editors])
    many = [make_document(title=f"Map {n}", text=f"{n}", collection=archive) for n in range(7)]
    page = page_of(act(house.editor, "tag", [house.document, *many], tag="x"))
    assert "“Map 4” and 2 more; you may read it" in page

"""Changing, replacing, deleting and bringing back."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from documents import services
from documents.models import Document
from tests.documents.views.conftest import House
from tests.factories import make_collection, make_document


def address(name: str, house: House) -> str:
    return reverse(f"document-{name}", args=[house.document.pk])


def test_title_collection_and_tags_can_be_changed(house: House) -> None:
    target = make_collection("Policies", editors=[house.editors])
    sent = {"title": "Lease of 2020", "collection": target.pk, "tags": "rent, , rent ,2020"}
    assert house.editor.post(address("edit", house), sent).status_code == 302
    house.document.refresh_from_db()
    assert (house.document.title, house.document.collection) == ("Lease of 2020", target)
    assert house.document.tags == ["rent", "2020"]


def test_a_document_cannot_be_moved_where_one_may_not_write(house: House) -> None:
    sent = {"title": "Lease", "collection": make_collection().pk, "tags": ""}
    assert house.editor.post(address("edit", house), sent).status_code == 400


def test_a_move_onto_the_same_file_says_which_document_holds_it(house: House) -> None:
    target = make_collection(editors=[house.editors])
    twin = make_document(title="Twin", collection=target)
    Document.objects.filter(pk=twin.pk).update(file_sha256=house.document.file_sha256)
    response = house.editor.post(address("edit", house), {"title": "Typed", "collection": target.pk, "tags": ""})
    assert response.status_code == 400
    assert "“Twin” already holds this file" in response.content.decode()
    assert "Typed" in response.content.decode()


def test_deleting_asks_first_and_can_be_undone_from_the_library(house: House) -> None:
    assert "7 days" in house.editor.get(address("delete", house)).content.decode()
    response = house.editor.post(address("delete", house), follow=True)
    assert "“Lease” was deleted." in response.content.decode()
    assert address("restore", house) in response.content.decode()
    response = house.editor.post(address("restore", house), follow=True)
    assert "“Lease” is back." in response.content.decode()
    assert Document.objects.undeleted().filter(pk=house.document.pk).exists()


def test_the_undo_message_is_for_those_who_may_undo(house: House) -> None:
    services.delete_document(document=house.document, actor=None)
    page = house.reader.get(reverse("library"), {"deleted": house.document.pk}).content.decode()
    assert "Lease" not in page


def test_only_an_editor_restores(house: House) -> None:
    services.delete_document(document=house.document, actor=None)
    assert house.reader.post(address("restore", house)).status_code == 404
    assert house.stranger.post(address("restore", house)).status_code == 404


def test_restoring_beside_the_same_file_leads_to_that_one(house: House) -> None:
    services.delete_document(document=house.document, actor=None)
    twin = make_document(title="Twin", collection=house.collection)
    Document.objects.filter(pk=twin.pk).update(file_sha256=house.document.file_sha256)
    response = house.editor.post(address("restore", house), follow=True)
    assert response.redirect_chain[-1][0] == twin.get_absolute_url()
    assert "It was not restored" in response.content.decode()


def test_a_new_file_becomes_the_next_revision(house: House) -> None:
    sent = {"file": SimpleUploadedFile("new.txt", b"New words.")}
    assert house.editor.post(address("replace", house), sent).status_code == 302
    assert house.document.revisions.count() == 2


def test_a_refused_replacement_says_why_and_changes_nothing(house: House) -> None:
    response = house.editor.post(address("replace", house), {"file": SimpleUploadedFile("new.txt", b"")})
    assert response.status_code == 400
    assert "The file is empty." in response.content.decode()
    assert house.document.revisions.count() == 1
    assert house.editor.post(address("replace", house)).status_code == 400


def test_reading_again_makes_a_new_revision(house: House) -> None:
    assert house.editor.post(address("read-again", house)).status_code == 302
    assert house.document.revisions.count() == 2


def test_the_title_is_changed_in_its_place_and_nothing_else(house: House) -> None:
    response = house.editor.post(address("rename", house), {"title": " Lease of 2021 "})
    assert (response.status_code, response["Location"]) == (302, house.document.get_absolute_url())
    house.document.refresh_from_db()
    assert (house.document.title, house.document.tags) == ("Lease of 2021", [])


def test_what_cannot_be_a_title_is_said_beside_what_was_typed(house: House) -> None:
    response = house.editor.post(address("rename", house), {"title": "x" * 301})
    assert response.status_code == 400
    assert "x" * 301 in response.content.decode()
    assert f'action="{address("edit", house)}"' in response.content.decode()


def test_only_an_editor_renames(house: House) -> None:
    assert house.reader.post(address("rename", house), {"title": "Mine"}).status_code == 403
    assert house.stranger.post(address("rename", house), {"title": "Mine"}).status_code == 404
    assert house.editor.get(address("rename", house)).status_code == 405

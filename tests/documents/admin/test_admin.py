"""The admin site: who sees what, what cannot be done by hand, and what each action leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from documents.models import Collection, Document, DocumentEvent, Revision
from documents.services import audit_revision, record_event
from tests.documents import library

VIEW = [f"documents.view_{name}" for name in ("collection", "document", "revision", "documentevent")]
CHANGE = ["documents.change_document", "documents.delete_document", "documents.change_collection"]


@dataclass(frozen=True)
class Shelf:
    ours: Document
    theirs: Document


@pytest.fixture
def shelf(db: None) -> Shelf:
    mine = library.collection("Contracts", readers=["readers"], editors=["editors"])
    others = library.collection("Secrets", editors=["others"])
    return Shelf(library.paged(mine), library.paged(others, title="Secret report"))


def client_of(name: str, *groups: str, **fields: Any) -> Client:
    client = Client()
    client.force_login(library.person(name, *groups, **fields), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def auditor(shelf: Shelf) -> Client:
    return client_of("auditor", "readers", can=VIEW)


@pytest.fixture
def editor(shelf: Shelf) -> Client:
    return client_of("ed", "editors", can=VIEW + CHANGE)


@pytest.fixture
def root(shelf: Shelf) -> Client:
    return client_of("root", is_superuser=True)


def listing(client: Client, model: str, **query: str) -> Any:
    answer = client.get(reverse(f"admin:documents_{model}_changelist"), query)
    assert answer.status_code == 200
    return answer


def rows(client: Client, model: str, **query: str) -> list[Any]:
    return list(listing(client, model, **query).context["cl"].result_list)


def act(client: Client, model: str, action: str, *objects: Any) -> list[str]:
    address = reverse(f"admin:documents_{model}_changelist")
    data = {"action": action, "_selected_action": [one.pk for one in objects]}
    client.cookies.pop("messages", None)  # those of an earlier action, which no page has shown
    answer = client.post(address, data)
    assert answer.status_code == 302
    return [str(message) for message in get_messages(answer.wsgi_request)]


def current(document: Document) -> Revision:
    return Revision.objects.with_text().get(pk=document.current_revision_id)


def kinds(document: Document) -> list[str]:
    return list(DocumentEvent.objects.filter(document_id=document.pk).values_list("kind", flat=True))


# --- rights ---


def test_staff_see_what_their_groups_may_read_and_superusers_all(auditor: Client, root: Client, shelf: Shelf) -> None:
    for document in (shelf.ours, shelf.theirs):
        record_event(document=document, kind=DocumentEvent.Kind.UPLOADED)
    assert rows(auditor, "document") == [shelf.ours]
    assert rows(auditor, "revision") == [shelf.ours.current_revision]
    assert [event.document_id for event in rows(auditor, "documentevent")] == [shelf.ours.pk]
    assert [collection.name for collection in rows(auditor, "collection")] == ["Contracts"]
    for model in ("document", "revision", "documentevent", "collection"):
        assert len(rows(root, model)) == 2


@pytest.mark.parametrize("model", ["document", "revision", "documentevent", "collection"])
def test_a_page_about_what_one_may_not_see_is_not_there(auditor: Client, shelf: Shelf, model: str) -> None:
    theirs: dict[str, Callable[[], int]] = {
        "document": lambda: shelf.theirs.pk,
        "revision": lambda: shelf.theirs.current_revision_id or 0,
        "documentevent": lambda: record_event(document=shelf.theirs, kind=DocumentEvent.Kind.UPLOADED).pk,
        "collection": lambda: shelf.theirs.collection_id,
    }
    answer = auditor.get(reverse(f"admin:documents_{model}_change", args=[theirs[model]()]), follow=True)
    assert "Secret" not in answer.content.decode()


def test_filters_name_no_collection_that_one_may_not_see(auditor: Client, shelf: Shelf) -> None:
    library.paged(library.collection("Archive", readers=["readers"]), title="Old")
    for model in ("document", "revision"):
        content = listing(auditor, model).content.decode()
        assert "Archive" in content
        assert "Secret" not in content


def test_staff_without_permissions_and_people_who_are_not_staff_see_nothing(shelf: Shelf) -> None:
    for client, status in [
        (client_of("plain", "readers"), 403),
        (client_of("visitor", "readers", is_staff=False), 302),
        (Client(), 302),
    ]:
        assert client.get(reverse("admin:documents_document_changelist")).status_code == status


@pytest.mark.parametrize("model", ["revision", "documentevent"])
def test_revisions_and_events_are_not_touched_by_hand(root: Client, shelf: Shelf, model: str) -> None:
    event = record_event(document=shelf.ours, kind=DocumentEvent.Kind.UPLOADED)
    pk = event.pk if model == "documentevent" else shelf.ours.current_revision_id
    assert root.get(reverse(f"admin:documents_{model}_add")).status_code == 403
    assert root.post(reverse(f"admin:documents_{model}_change", args=[pk]), {"kind": "x"}).status_code == 403
    assert root.post(reverse(f"admin:documents_{model}_delete", args=[pk]), {"post": "yes"}).status_code == 403
    assert root.get(reverse(f"admin:documents_{model}_change", args=[pk])).status_code == 200


def test_a_reader_with_the_change_permission_still_changes_nothing(shelf: Shelf) -> None:
    client = client_of("rea", "readers", can=VIEW + CHANGE)
    address = reverse("admin:documents_document_change", args=[shelf.ours.pk])
    assert client.post(address, {"title": "Mine", "tags": ""}).status_code == 403
    messages = act(client, "document", "delete_documents", shelf.ours)
    assert messages[0].startswith("0 documents")
    shelf.ours.refresh_from_db()
    assert (shelf.ours.title, shelf.ours.deleted_at) == ("Annual report", None)


# --- documents ---


def test_a_change_goes_through_the_service(editor: Client, shelf: Shelf) -> None:
    address = reverse("admin:documents_document_change", args=[shelf.ours.pk])
    answer = editor.post(address, {"title": "Report", "collection": shelf.ours.collection_id, "tags": "a,b"})
    assert answer.status_code == 302
    shelf.ours.refresh_from_db()
    assert (shelf.ours.title, shelf.ours.tags) == ("Report", ["a", "b"])
    event = DocumentEvent.objects.get(document_id=shelf.ours.pk)
    assert (event.kind, event.actor_name) == ("updated", "ed")


def test_a_move_is_offered_only_into_collections_that_one_may_write(editor: Client, shelf: Shelf) -> None:
    address = reverse("admin:documents_document_change", args=[shelf.ours.pk])
    data = {"title": "Report", "collection": shelf.theirs.collection_id, "tags": ""}
    answer = editor.post(address, data)
    assert answer.status_code == 200
    assert "collection" in answer.context["adminform"].form.errors


def test_a_move_onto_the_same_file_is_said_at_the_field(root: Client, shelf: Shelf) -> None:
    Document.objects.filter(pk=shelf.theirs.pk).update(file_sha256=shelf.ours.file_sha256)
    address = reverse("admin:documents_document_change", args=[shelf.ours.pk])
    answer = root.post(address, {"title": "Report", "collection": shelf.theirs.collection_id, "tags": ""})
    assert "holds the same file" in answer.content.decode()


def test_nothing_is_removed_for_good_and_everything_can_be_restored(editor: Client, root: Client, shelf: Shelf) -> None:
    assert editor.post(reverse("admin:documents_document_delete", args=[shelf.ours.pk])).status_code == 403
    assert act(editor, "document", "delete_documents", shelf.ours) == ["1 document deleted; it can be restored."]
    assert rows(editor, "document") == []
    assert rows(root, "document", deleted="yes") == [shelf.ours]
    assert act(root, "document", "restore_documents", shelf.ours) == ["1 document restored."]
    assert rows(editor, "document") == [shelf.ours]
    assert kinds(shelf.ours) == ["restored", "deleted"]


# --- actions ---


def test_a_check_leaves_an_event_for_each_and_says_what_it_found(auditor: Client, shelf: Shelf) -> None:
    bad = library.paged(shelf.ours.collection, title="Bad")
    unread = library.paged(shelf.ours.collection, title="Unread")
    library.damage(bad, page_spans=[{"page": 1, "start": 0, "end": 3}])
    library.damage(unread, status="RECEIVED")
    messages = act(auditor, "document", "check_documents", shelf.ours, bad, unread)
    assert messages == ["2 revisions checked: 1 sound, 1 with problems. 1 revision is not read yet."]
    assert [kinds(one) for one in (shelf.ours, bad, unread)] == [["audited"], ["audited"], []]
    event = DocumentEvent.objects.get(document_id=bad.pk)
    assert event.detail["problems"]
    assert event.actor_name == "auditor"
    assert act(auditor, "revision", "check_revisions", shelf.ours.current_revision) == [
        "1 revision checked: 1 sound, 0 with problems."
    ]


def test_extracting_again_makes_a_revision_and_an_event(editor: Client, shelf: Shelf) -> None:
    assert act(editor, "document", "extract_again", shelf.ours) == ["1 document will be read again."]
    assert list(shelf.ours.revisions.values_list("number", "status")) == [(2, "RECEIVED"), (1, "EXTRACTED")]
    assert kinds(shelf.ours) == ["extraction-requested"]


def test_an_action_reaches_only_what_one_may_see(editor: Client, shelf: Shelf) -> None:
    act(editor, "document", "extract_again", shelf.theirs)
    assert shelf.theirs.revisions.count() == 1


def test_an_auditor_is_offered_the_check_alone(auditor: Client, editor: Client) -> None:
    def offered(client: Client) -> set[str]:
        choices = listing(client, "document").context["action_form"].fields["action"].choices
        return {name for name, _ in choices if name}

    assert offered(auditor) == {"check_documents"}
    assert {"check_documents", "extract_again", "index_again", "delete_documents"} <= offered(editor)
    assert "delete_selected" not in offered(editor)


# --- filters ---


def test_the_problems_filter_tells_what_the_last_check_found(auditor: Client, shelf: Shelf) -> None:
    bad = library.paged(shelf.ours.collection, title="Bad")
    unchecked = library.paged(shelf.ours.collection, title="Unchecked")
    for document in (shelf.ours, bad):
        audit_revision(current(document))
    library.damage(bad, page_spans=[])
    audit_revision(current(bad))
    for model, of in (("document", lambda one: one), ("revision", lambda one: one.current_revision)):
        assert rows(auditor, model, page_metadata="problems") == [of(bad)]
        assert rows(auditor, model, page_metadata="sound") == [of(shelf.ours)]
        assert rows(auditor, model, page_metadata="unchecked") == [of(unchecked)]
        assert len(rows(auditor, model, page_metadata="nonsense")) == 3


def test_the_pages_without_text_filter(auditor: Client, shelf: Shelf) -> None:
    full = library.paged(shelf.ours.collection, title="Full", pages=["One.", "Two."])
    plain = library.unpaged(shelf.ours.collection)
    for choice, expected in (("some", shelf.ours), ("none", full), ("unpaginated", plain)):
        assert rows(auditor, "document", without_text=choice) == [expected]
        assert rows(auditor, "revision", without_text=choice) == [expected.current_revision]


@pytest.mark.parametrize("model", ["document", "revision", "documentevent", "collection"])
@pytest.mark.parametrize("query", [{"q": "report"}, {"q": "\x00"}, {"q": "%_'\""}, {"p": "9" * 30}, {"o": "1.-2"}])
def test_any_search_of_a_list_is_answered(auditor: Client, model: str, query: dict[str, str]) -> None:
    answer = auditor.get(reverse(f"admin:documents_{model}_changelist"), query)
    assert answer.status_code in (200, 302)


# --- cost ---


@pytest.mark.parametrize("model", ["document", "revision", "documentevent", "collection"])
def test_a_list_costs_the_same_however_long_it_is(
    auditor: Client, shelf: Shelf, model: str, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        document = library.paged(
            library.collection(f"Collection {number}", readers=["readers"]), title=f"Report {number}"
        )
        record_event(document=document, kind=DocumentEvent.Kind.UPLOADED)
    with django_assert_max_num_queries(12) as queries:
        assert len(rows(auditor, model)) >= 12
    heavy = ["text", "page_spans", "page_labels", "page_sources", "places"]
    assert not any(f'."{column}"' in query["sql"] for query in queries for column in heavy)


# --- page metadata ---


def revision_page(client: Client, document: Document, **query: str) -> str:
    address = reverse("admin:documents_revision_change", args=[document.current_revision_id])
    answer = client.get(address, query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_page_metadata_is_legible(auditor: Client, shelf: Shelf) -> None:
    content = revision_page(auditor, shelf.ours)
    assert "The check finds text, digest and pages sound." in content
    assert "10–62" in content
    assert "The notice period is six months" in content
    assert "1 declared, from i to i" in content
    table = content[content.index("page-metadata") :]
    assert table.count('<th scope="row">') == 3


def test_what_a_document_says_is_never_markup(auditor: Client, shelf: Shelf) -> None:
    nasty = library.paged(shelf.ours.collection, "<script>1</script>", ["<script>alert(1)</script>"])
    library.damage(nasty, page_labels=["<img>"], notes=["<b>"], uploaded_name="<i>.pdf")
    for content in (
        revision_page(auditor, nasty),
        listing(auditor, "document").content.decode(),
        listing(auditor, "revision").content.decode(),
    ):
        assert not any(tag in content for tag in ("<script>1", "<script>alert", "<img>", "<i>.pdf", "<b>"))


def test_a_thousand_pages_come_in_parts(auditor: Client, shelf: Shelf) -> None:
    long = library.paged(shelf.ours.collection, "Long", [f"Page {number}." for number in range(1, 2501)])
    first, last = revision_page(auditor, long), revision_page(auditor, long, rows="25")
    assert first.count('<th scope="row">') == 100
    assert "Later pages" in first
    assert "Page 2500." in last
    assert "Later pages" not in last
    assert revision_page(auditor, long, rows="nonsense").count('<th scope="row">') == 100


def test_a_text_is_shown_in_part(auditor: Client, shelf: Shelf) -> None:
    long = library.unpaged(shelf.ours.collection, text="word " * 100_000)
    content = revision_page(auditor, long)
    assert len(content) < 50_000
    assert "500,000 characters" in content
    assert "This kind of file has no pages." in content


DAMAGE: list[dict[str, Any]] = [
    {"page_spans": [1, None, "x"]},
    {"page_spans": [{"page": 1}]},
    {"page_spans": [{"page": "1", "start": 0, "end": 5}]},
    {"page_spans": [{"page": 1, "start": -5, "end": 10**30}]},
    {"page_spans": [{"page": 3, "start": 9, "end": 2}, {"page": 1, "start": 0, "end": 1}]},
    {"page_labels": 5},
    {"page_labels": {"a": 1}},
    {"page_labels": ["one"]},
    {"page_sources": "text layer"},
    {"page_sources": []},
    {"text_sha256": "0" * 64},
    {"text": "something else"},
]


@pytest.mark.parametrize("columns", DAMAGE)
def test_damage_is_said_in_words(auditor: Client, shelf: Shelf, columns: dict[str, Any]) -> None:
    library.damage(shelf.ours, **columns)
    content = revision_page(auditor, shelf.ours)
    assert "The check finds problems:" in content
    assert act(auditor, "document", "check_documents", shelf.ours) == ["1 revision checked: 0 sound, 1 with problems."]


def test_events_of_a_document_that_is_gone_are_shown_to_superusers(root: Client, auditor: Client, shelf: Shelf) -> None:
    event = record_event(document=shelf.ours, kind=DocumentEvent.Kind.PURGED)
    Document.objects.filter(pk=shelf.ours.pk).update(current_revision=None)
    Revision.objects.filter(document=shelf.ours).delete()
    Document.objects.filter(pk=shelf.ours.pk).delete()
    assert rows(root, "documentevent") == [event]
    assert root.get(reverse("admin:documents_documentevent_change", args=[event.pk])).status_code == 200
    assert rows(auditor, "documentevent") == []


def test_groups_of_a_collection_are_chosen_in_the_admin(root: Client, shelf: Shelf) -> None:
    address = reverse("admin:documents_collection_change", args=[shelf.ours.collection_id])
    group = library.group("newcomers")
    answer = root.post(address, {"name": "Contracts", "description": "", "readers": [group.pk], "editors": []})
    assert answer.status_code == 302
    assert list(Collection.objects.get(name="Contracts").readers.all()) == [group]


@pytest.mark.parametrize("groups", [["readers"], ["editors"]])
def test_who_may_read_and_write_is_for_superusers_to_say_and_for_others_to_see(shelf: Shelf, groups: list[str]) -> None:
    every = ["documents.add_collection", "documents.delete_collection", "documents.change_collection"]
    client = client_of("climber", *groups, can=VIEW + every)
    pk = shelf.ours.collection_id
    address = reverse("admin:documents_collection_change", args=[pk])
    mine = {"name": "Contracts", "description": "", "editors": [library.group("readers").pk]}
    assert client.get(address).status_code == 200
    assert client.post(address, mine).status_code == 403
    assert client.post(reverse("admin:documents_collection_add"), mine | {"name": "New"}).status_code == 403
    assert client.post(reverse("admin:documents_collection_delete", args=[pk]), {"post": "yes"}).status_code == 403
    assert [group.name for group in Collection.objects.get(pk=pk).editors.all()] == ["editors"]
    assert Collection.objects.count() == 2


def test_superusers_add_collections(root: Client, shelf: Shelf) -> None:
    answer = root.post(reverse("admin:documents_collection_add"), {"name": "New", "description": ""})
    assert answer.status_code == 302
    assert Collection.objects.filter(name="New").exists()

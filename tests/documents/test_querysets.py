"""Who sees what, and that lists never load what grows with a document."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.core.files.base import ContentFile
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from documents import services
from documents.models import Collection, Document, DocumentEvent, Revision

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> dict[str, Any]:
    """Two collections with one document each; a reader and an editor of the first."""
    readers, editors = Group.objects.create(name="readers"), Group.objects.create(name="editors")
    ours, theirs = Collection.objects.create(name="Ours"), Collection.objects.create(name="Theirs")
    ours.readers.add(readers)
    ours.editors.add(editors)
    people = {name: User.objects.create(username=name, is_staff=True) for name in ("reader", "editor", "other")}
    people["reader"].groups.add(readers)
    people["editor"].groups.add(editors)
    people["chief"] = User.objects.create(username="chief", is_superuser=True)
    documents = {
        collection.name: services.receive_file(
            collection=collection, file=ContentFile(b"A note."), name="note.txt", actor=None
        ).document
        for collection in (ours, theirs)
    }
    return people | documents


@pytest.mark.parametrize(
    ("who", "visible", "editable"),
    [
        ("reader", {"Ours"}, set()),
        ("editor", {"Ours"}, {"Ours"}),
        ("other", set(), set()),
        ("chief", {"Ours", "Theirs"}, {"Ours", "Theirs"}),
    ],
)
def test_a_person_sees_and_changes_what_their_groups_may(
    house: dict[str, Any], who: str, visible: set[str], editable: set[str]
) -> None:
    def names(documents: Any) -> set[str]:
        return {document.collection.name for document in documents}

    assert names(Document.objects.visible_to(house[who])) == visible
    assert names(Document.objects.editable_by(house[who])) == editable


def test_nobody_sees_nothing_and_an_inactive_superuser_is_nobody(house: dict[str, Any]) -> None:
    house["chief"].is_active = False
    for user in (AnonymousUser(), house["chief"]):
        assert not Document.objects.visible_to(user).exists()
        assert not Document.objects.editable_by(user).exists()
        assert not Revision.objects.auditable_by(user).exists()


def test_somebody_in_both_groups_of_a_collection_sees_each_document_once(house: dict[str, Any]) -> None:
    house["reader"].groups.add(*Group.objects.all())
    assert Document.objects.visible_to(house["reader"]).count() == 1


def test_a_deleted_document_is_visible_to_no_one_and_restorable_by_its_editors(house: dict[str, Any]) -> None:
    services.delete_document(document=house["Ours"], actor=None)
    assert not Document.objects.visible_to(house["editor"]).exists()
    assert Document.objects.editable_by(house["editor"]).deleted().exists()


def test_no_list_loads_the_canonical_text(house: dict[str, Any]) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        [document.current_revision for document in Document.objects.with_current()]
        [document.current_revision for document in Document.objects.all()]
        list(Revision.objects.all())
        list(Revision.objects.light())
    assert not [query["sql"] for query in queries if '"text"' in query["sql"]]


@pytest.mark.parametrize(
    ("constraint", "values"),
    [
        ("unpaginated_has_no_page_metadata", {"page_spans": []}),
        ("unpaginated_has_no_page_metadata", {"page_labels": ["i"]}),
        ("unpaginated_has_no_page_metadata", {"page_sources": ["none"]}),
        ("unpaginated_has_no_page_metadata", {"page_count": 3, "media_type": "application/pdf"}),
        (
            "only_paginated_types_have_pages",
            {"page_count": 1, "page_spans": [], "page_sources": ["none"], "media_type": "text/plain"},
        ),
        ("extracted_has_text_and_digest", {"status": "EXTRACTED"}),
        ("extracted_has_text_and_digest", {"status": "EXTRACTED", "text": "x"}),
        ("failed_has_a_code", {"status": "FAILED"}),
        ("revision_status_known", {"status": "GUESSED"}),
    ],
)
def test_the_database_refuses_what_the_contract_forbids(
    house: dict[str, Any], constraint: str, values: dict[str, Any]
) -> None:
    revision = house["Ours"].current_revision
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Revision.objects.filter(pk=revision.pk).update(**values)


@pytest.mark.parametrize(
    ("who", "standing", "deleted"),
    [
        ("reader", {"Ours"}, set()),
        ("editor", {"Ours"}, set()),
        ("other", set(), set()),
        ("chief", {"Ours"}, {"Theirs"}),
    ],
)
def test_only_superusers_see_in_the_admin_what_was_deleted(
    house: dict[str, Any], who: str, standing: set[str], deleted: set[str]
) -> None:
    services.delete_document(document=house["Theirs"], actor=None)
    user = house[who]
    seen = [
        Document.objects.auditable_by(user),
        [revision.document for revision in Revision.objects.auditable_by(user)],
        {event.document for event in DocumentEvent.objects.auditable_by(user)},
    ]
    for documents in seen:
        assert {document.collection.name for document in documents} == standing | deleted


def test_who_may_no_longer_sign_in_audits_nothing(house: dict[str, Any]) -> None:
    house["chief"].is_active = False
    for objects in (Document.objects, Revision.objects, DocumentEvent.objects):
        assert not objects.auditable_by(house["chief"]).exists()

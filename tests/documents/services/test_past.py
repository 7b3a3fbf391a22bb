"""What was said of a document before, from its events and from earlier readings of the same text."""

from __future__ import annotations

import pytest

from documents.models import Revision
from documents.services.labelling import correct_page_labels, restore_page_labels, undo_page_labels
from documents.services.managing import update_document
from documents.services.past import former_labels, former_titles
from documents.text.page_labels import LabelRule
from tests.factories import add_revision, make_document

pytestmark = pytest.mark.django_db

PAGES = ["One.", "Two.", "Three."]


def newest(document: object) -> Revision:
    return Revision.objects.select_related("document").filter(document=document).order_by("-number")[0]


def test_every_state_of_the_labels_is_known_whatever_was_done_to_them() -> None:
    document = make_document(pages=PAGES, labels=["i", "ii", "1"])
    revision = newest(document)
    for rule in (LabelRule(2, 2, "none", "x"), LabelRule(1, 2, start=7)):
        correct_page_labels(revision=revision, actor=None, rules=[rule])
    undo_page_labels(revision=revision, actor=None)
    restore_page_labels(revision=revision, actor=None)
    states = [tuple(labels or ()) for labels in former_labels(newest(document))]
    assert set(states) == {("i", "ii", "1"), ("i", "x", "1"), ("7", "8", "1")}


def test_labels_of_earlier_readings_count_if_they_have_the_same_text() -> None:
    document = make_document(pages=PAGES, labels=["a", "b", "c"])
    add_revision(document, pages=["Other."], labels=["z"])
    add_revision(document, pages=PAGES)
    states = list(former_labels(newest(document)))
    assert ["a", "b", "c"] in states
    assert [None, None, None] in states
    assert ["z"] not in states


def test_titles_are_remembered_by_the_events() -> None:
    document = make_document(text="Words.", title="First")
    for title in ("Second", "Third"):
        update_document(document=document, actor=None, title=title)
    other = make_document(text="More.", title="Fourth")
    update_document(document=other, actor=None, title="Fifth")
    assert former_titles(document.pk) == {"First", "Second", "Third"}

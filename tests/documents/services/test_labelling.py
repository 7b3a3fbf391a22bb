"""Correcting page labels: each change with its event, none lost, and a way back from every one."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connections, transaction

from documents import services
from documents.extractors.outcome import ExtractedText
from documents.models import Document, DocumentEvent, Revision
from documents.services import labelling, reading
from documents.services.labelling import (
    LabelsChanged,
    WithoutPages,
    correct_page_labels,
    restore_page_labels,
    undo_page_labels,
)
from documents.signals import index_requested
from documents.text import PageText
from documents.text.page_labels import LabelRule, RefusedLabel, labels_digest
from tests.factories import PDF, add_revision, make_document, make_user

pytestmark = pytest.mark.django_db

PAGES = ["One.", "Two.", "Three.", "Four."]
DECLARED = ["1", "2", "3", "4"]
FRONT = LabelRule(1, 2, "roman")
BODY = LabelRule(3)


@pytest.fixture
def document() -> Document:
    return make_document(pages=PAGES, labels=DECLARED)


def now(document: Document) -> Revision:
    return Revision.objects.select_related("document").get(pk=Document.objects.get(pk=document.pk).current_revision_id)


def correct(document: Document, *rules: LabelRule, **options: Any) -> bool:
    return correct_page_labels(revision=now(document), actor=None, rules=rules, **options)


def events(document: Document) -> list[DocumentEvent]:
    return list(document.events.filter(kind__in=labelling.LABEL_EVENTS).order_by("pk"))


def test_a_correction_is_in_force_and_what_the_file_declares_is_kept(document: Document) -> None:
    assert correct(document, FRONT, BODY)
    assert now(document).page_labels == ["i", "ii", "1", "2"]
    assert now(document).declared_page_labels == DECLARED


def test_its_event_says_who_when_and_what_before_and_after(document: Document) -> None:
    ada = make_user("ada")
    correct_page_labels(revision=now(document), actor=ada, rules=[LabelRule(2, 2, "none", "iv")])
    (event,) = events(document)
    assert (event.kind, event.actor_name, event.revision_number) == ("labels-corrected", "ada", 1)
    assert event.detail == {
        "rules": [{"first": 2, "last": 2, "style": "none", "prefix": "iv", "start": 1}],
        "first": 2,
        "last": 2,
        "before": ["2"],
        "after": ["iv"],
    }


def test_what_changes_nothing_leaves_no_event(document: Document) -> None:
    assert not correct(document, LabelRule(1))
    assert not restore_page_labels(revision=now(document), actor=None)
    assert not undo_page_labels(revision=now(document), actor=None)
    assert events(document) == []


def test_a_refused_rule_changes_nothing(document: Document) -> None:
    with pytest.raises(RefusedLabel):
        correct(document, FRONT, LabelRule(9))
    assert now(document).page_labels == DECLARED
    assert events(document) == []


def test_labels_that_are_all_taken_away_are_stored_as_none(document: Document) -> None:
    assert correct(document, LabelRule(1, style="none"))
    assert Revision.objects.filter(document=document, page_labels__isnull=True).exists()
    assert correct(document, LabelRule(2, 2, "none", "x"))
    assert now(document).page_labels == [None, "x", None, None]


@pytest.mark.parametrize("act", [partial(correct_page_labels, rules=[BODY]), restore_page_labels, undo_page_labels])
def test_labels_that_someone_else_changed_meanwhile_are_left_alone(document: Document, act: Any) -> None:
    seen = labels_digest(DECLARED)
    assert correct(document, FRONT, seen=seen)
    with pytest.raises(LabelsChanged):
        act(revision=now(document), actor=None, seen=seen)
    assert now(document).page_labels == ["i", "ii", "3", "4"]
    assert len(events(document)) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_corrections_at_the_same_moment_one_is_told_of_the_other() -> None:
    document = make_document(pages=PAGES, labels=DECLARED)
    barrier, outcomes = threading.Barrier(2), []

    def run(rule: LabelRule) -> None:
        revision = now(document)
        barrier.wait(timeout=30)
        try:
            changed = correct_page_labels(
                revision=revision, actor=None, rules=[rule], seen=labels_digest(revision.page_labels)
            )
            outcomes.append("changed" if changed else "same")
        except LabelsChanged:
            outcomes.append("told")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[rule]) for rule in (FRONT, BODY)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(outcomes) == ["changed", "told"]
    assert len(events(document)) == 1


def test_the_declared_labels_come_back_and_that_is_an_event_too(document: Document) -> None:
    correct(document, FRONT)
    assert restore_page_labels(revision=now(document), actor=None)
    assert not restore_page_labels(revision=now(document), actor=None)
    assert now(document).page_labels == DECLARED
    assert [event.kind for event in events(document)] == ["labels-corrected", "labels-restored"]
    assert events(document)[1].detail == {"first": 1, "last": 2, "before": ["i", "ii"], "after": ["1", "2"]}


def test_changes_are_undone_one_after_another_from_the_last_to_the_first(document: Document) -> None:
    correct(document, FRONT)
    correct(document, BODY)
    restore_page_labels(revision=now(document), actor=None)
    states = []
    while undo_page_labels(revision=now(document), actor=None):
        states.append(now(document).page_labels)
    assert states == [["i", "ii", "1", "2"], ["i", "ii", "3", "4"], DECLARED]
    assert correct(document, BODY)
    assert undo_page_labels(revision=now(document), actor=None)
    assert now(document).page_labels == DECLARED


def test_labels_that_cannot_be_labels_are_mended_by_restoring(document: Document) -> None:
    Revision.objects.filter(document=document).update(page_labels={"odd": 1})
    assert labelling.labels_in_force(now(document)) is None
    assert restore_page_labels(revision=now(document), actor=None)
    assert now(document).page_labels == DECLARED


def test_a_text_without_pages_has_no_labels_to_correct() -> None:
    document = make_document(text="Plain.")
    for act in (restore_page_labels, undo_page_labels):
        with pytest.raises(WithoutPages):
            act(revision=now(document), actor=None)
    with pytest.raises(WithoutPages):
        correct(document, LabelRule(1))


def test_the_database_refuses_declared_labels_without_pages() -> None:
    document = make_document(text="Plain.")
    with pytest.raises(IntegrityError), transaction.atomic():
        Revision.objects.filter(document=document).update(declared_page_labels=["i"])


def test_the_index_hears_of_it_once_the_change_is_durable_and_only_for_the_current_text(
    document: Document, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[int] = []
    index_requested.connect(listen := lambda document_id, **named: heard.append(document_id))
    with django_capture_on_commit_callbacks(execute=True):
        correct(document, FRONT)
        assert heard == []
    assert heard == [document.pk]
    first = now(document)
    add_revision(document, pages=PAGES)
    with django_capture_on_commit_callbacks(execute=True):
        correct_page_labels(revision=first, actor=None, rules=[BODY])
    assert heard == [document.pk]
    index_requested.disconnect(listen)


# --- reading again ---


def read_again(monkeypatch: pytest.MonkeyPatch, document: Document, *pages: str, labels: list[str] | None) -> Revision:
    outcome = ExtractedText(
        extractor="newer",
        extractor_version="2",
        media_type=PDF,
        pages=tuple(PageText(number, text) for number, text in enumerate(pages, start=1)),
        text="",
        places=(),
        page_labels=tuple(labels) if labels is not None else None,
        page_sources=("text layer",) * len(pages),
        title=None,
        notes=(),
    )
    monkeypatch.setattr(reading, "extract_confined", lambda *args: outcome)
    revision = services.extract_again(document=document, actor=None)
    services.extract_revision(revision.pk)
    return Revision.objects.get(pk=revision.pk)


def test_reading_the_same_file_again_keeps_the_corrections(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    correct(document, FRONT)
    revision = read_again(monkeypatch, document, *PAGES, labels=["a", "b", "c", "d"])
    assert (revision.page_labels, revision.declared_page_labels) == (["i", "ii", "3", "4"], ["a", "b", "c", "d"])
    kept = events(document)[-1]
    assert (kept.kind, kept.revision_number, kept.detail["from_revision"]) == ("labels-kept", 2, 1)
    third = read_again(monkeypatch, document, *PAGES, labels=DECLARED)
    assert third.page_labels == ["i", "ii", "3", "4"]
    assert undo_page_labels(revision=third, actor=None)
    assert now(document).page_labels == DECLARED


def test_labels_that_nobody_corrected_are_read_anew(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    correct(document, FRONT)
    restore_page_labels(revision=now(document), actor=None)
    assert read_again(monkeypatch, document, *PAGES, labels=["a", "b", "c", "d"]).page_labels == ["a", "b", "c", "d"]


def test_corrections_do_not_fit_a_reading_with_other_pages(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    correct(document, FRONT)
    assert read_again(monkeypatch, document, "One.", "Two.", labels=None).page_labels is None


def test_another_file_has_its_own_labels_and_the_corrections_left_behind_are_known(document: Document) -> None:
    correct(document, FRONT)
    newer = add_revision(document, pages=PAGES, labels=DECLARED)
    Revision.objects.filter(pk=newer.pk).update(file_sha256="f" * 64)
    newer.refresh_from_db()
    assert not labelling.keep_corrections(newer)
    left = labelling.left_behind(newer)
    assert left is not None
    assert left.number == 1
    restore_page_labels(revision=left, actor=None)
    assert labelling.left_behind(newer) is None

from pathlib import Path

import pytest
from django.contrib.auth import get_user_model

from documents.models import Collection, Document
from kb_project.first_steps import samples
from kb_project.first_steps.samples import COLLECTION, fill_empty_library
from kb_project.samples import SAMPLE_FILES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    get_user_model().objects.create_superuser("admin", "", "x")
    monkeypatch.setattr(samples, "wait_until_read", lambda documents, say: None)


def test_an_empty_library_receives_every_sample_once() -> None:
    fill_empty_library(lambda _: None)
    fill_empty_library(lambda _: None)
    assert Document.objects.filter(collection__name=COLLECTION).count() == len(SAMPLE_FILES)


def test_a_library_that_held_a_document_before_is_left_alone() -> None:
    fill_empty_library(lambda _: None)
    Document.objects.update(current_revision=None)
    for document in Document.objects.all():
        document.revisions.all().delete()
        document.delete()
    fill_empty_library(lambda _: None)
    assert not Document.objects.exists()


def test_a_start_that_fails_in_between_leaves_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(samples, "SAMPLE_FILES", SAMPLE_FILES | {"Missing": tmp_path / "missing.pdf"})
    with pytest.raises(FileNotFoundError):
        fill_empty_library(lambda _: None)
    assert not Document.objects.exists()
    assert not Collection.objects.exists()

"""A scan through the real thing: uploaded, recognized by the real engine, found, cited, and marked on its page."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from documents.models import Collection, Document, Revision
from documents.services.pictures import page_marks, page_picture
from documents.text import TextSpan
from search.models import IndexRecord
from tests.documents.ocr_files import scan_pdf
from tests.documents.picture_files import ink_on, span_of
from tests.end_to_end import conftest
from tests.end_to_end.conftest import Worker, wait_until, worker_environment
from tests.end_to_end.test_upload_to_passage import first_passage_link, marked_text
from tests.factories import make_admin

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.long,
    pytest.mark.skipif(importlib.util.find_spec("rapidocr") is None, reason="rapidocr is not installed"),
]

OPENING = ("This handbook tells how the harbour is run.", "The office opens at eight.")
SPARE_KEY = ("The harbour master keeps the spare key", "under the third bollard of the quay.")
PATIENCE = 600  # seconds: recognition is slow, and the machine may be busy
TOLERANCE = 0.02  # of the page


@pytest.fixture
def recognizing_worker(
    transactional_db: None, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Worker]:
    monkeypatch.setattr(conftest, "PATIENCE", PATIENCE)
    settings.PICTURES_ROOT = str(tmp_path / "pictures")
    environment = worker_environment(settings) | {"OCR": "auto", "OCR_ENGINE": "rapidocr", "OCR_SECONDS": str(PATIENCE)}
    worker = Worker(environment, tmp_path / "worker.log")
    worker.start()
    yield worker
    worker.kill()


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_admin("ada"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def upload(client: Client, content: bytes) -> Document:
    collection = Collection.objects.create(name="Harbour")
    sent = {"collection": collection.pk, "file": [ContentFile(content, name="scan.pdf")]}
    assert client.post(reverse("upload"), sent, follow=True).status_code == 201
    return Document.objects.get(title="scan")


def recognized(document: Document, worker: Worker) -> Revision:
    def indexed() -> bool:
        return IndexRecord.objects.filter(revision__document=document, revision__ocr_wanted=True).exists()

    wait_until(indexed, worker, "the recognized text to be indexed")
    return Revision.objects.with_text().get(document=document, ocr_wanted=True)


def test_a_scan_is_found_and_its_words_are_marked_where_they_stand(recognizing_worker: Worker, staff: Client) -> None:
    document = upload(staff, scan_pdf(OPENING, SPARE_KEY))
    revision = recognized(document, recognizing_worker)
    assert revision.page_sources == ["OCR", "OCR"]

    page, link = first_passage_link(staff, "where is the spare key of the harbour master")
    assert "OCR" in page
    passage = staff.get(link.split("#")[0]).content.decode()
    assert "third bollard" in marked_text(passage)
    assert "text recognition" in passage

    quay = span_of(revision, "quay")
    whole = TextSpan(span_of(revision, "The harbour").start, quay.end)
    marks = page_marks(revision, 2, [whole, quay])
    ink = ink_on(page_picture(revision, 2, 1280))
    lines, (word,) = marks.rects
    assert len(lines) == 2
    edges = [min(one.x0 for one in lines), lines[0].y0, max(one.x1 for one in lines), lines[-1].y1]
    assert edges == pytest.approx(ink, abs=TOLERANCE)
    assert (word.y0, word.y1) == pytest.approx((lines[1].y0, lines[1].y1), abs=TOLERANCE)
    assert lines[1].x0 + 0.1 < word.x0 < word.x1 <= lines[1].x1 + TOLERANCE
    assert marks.problem == ""

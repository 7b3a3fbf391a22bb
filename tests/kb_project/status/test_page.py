"""The status page: for staff, in words, of what they may read, and there whatever else is down."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu import Connection

from documents import services as document_services
from documents.locks import LockSpace, try_lock
from documents.models import Revision
from kb_project.celery import app
from kb_project.status import services, work
from search.models import Generation
from search.vector_store import ChromaStore
from tests.factories import index, make_collection, make_document, make_group, make_user

pytestmark = pytest.mark.usefixtures("index_db")

STATUS = reverse("status")
ALL_UP = dict.fromkeys(services.PROBES, lambda: True)


@pytest.fixture(autouse=True)
def all_up(monkeypatch: Any) -> None:
    monkeypatch.setattr(services, "PROBES", ALL_UP)


@pytest.fixture
def staff() -> Client:
    group = make_group("keepers")
    make_collection("Contracts", editors=[group])
    client = Client()
    user = make_user("ada", groups=[group])
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.collection = group.writable_collections.get()  # type: ignore[attr-defined]
    return client


def shown(client: Client) -> str:
    response = client.get(STATUS)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_it_is_for_staff_alone() -> None:
    assert Client().get(STATUS)["Location"].startswith(reverse("login"))
    client = Client()
    client.force_login(make_user(is_staff=False), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(STATUS).status_code == 403
    client.force_login(make_user(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(STATUS).status_code == 200


def test_an_empty_house_has_nothing_to_look_at(staff: Client) -> None:
    page = shown(staff)
    assert "Everything works." in page
    assert "it is made when the first document is indexed" in page


def test_counts_and_names_are_of_what_one_may_read(staff: Client) -> None:
    index(mine := make_document(pages=["One."], title="Mine", collection=staff.collection))  # type: ignore[attr-defined]
    other = make_document(pages=["Two."], title="Secret")
    for document in (mine, other):
        document_services.audit_revision(document.revisions.with_text().get())
    Revision.objects.filter(document=other).update(status="FAILED", failure_code="damaged", text_sha256="")
    page = shown(staff)
    assert "Mine" in page
    assert "Secret" not in page
    assert "1 document, cut into 1 chunk<" in page
    assert "Everything works." in page


@pytest.mark.parametrize(
    ("name", "words"), [("broker", "nobody is told"), ("worker", "files wait"), ("vectors", "meaning")]
)
def test_a_service_that_is_down_is_named_with_what_to_do(
    staff: Client, monkeypatch: Any, name: str, words: str
) -> None:
    def fails() -> bool:
        raise ConnectionError

    monkeypatch.setattr(services, "PROBES", ALL_UP | {name: fails})
    page = shown(staff)
    assert words in page
    assert "1 thing to look at" in page


def test_services_that_are_really_not_there_are_down_and_the_page_stands(staff: Client, monkeypatch: Any) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(app, "connection_for_write", lambda **named: Connection("redis://127.0.0.1:9/0", **named))
    monkeypatch.setattr("search.vector_store.get_store", lambda: ChromaStore("http://127.0.0.1:9"))
    page = shown(staff)
    assert "nobody is told to read them" in page
    assert "No worker answers" in page
    assert "words are searched, meaning is not" in page


def test_what_hangs_is_not_waited_for() -> None:
    goes_on = threading.Event()
    hung = services.look({"quick": lambda: True, "slow": lambda: goes_on.wait(60)}, 1)
    goes_on.set()
    assert hung == {"quick": True, "slow": False}


def test_without_the_database_the_answer_is_503_in_words(staff: Client, monkeypatch: Any) -> None:
    staff.raise_request_exception = False

    def refused() -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "ensure_connection", refused)
        response = staff.get(STATUS)
    assert response.status_code == 503
    assert "The database does not answer" in response.content.decode()
    assert response["Retry-After"]


@pytest.mark.parametrize(
    ("status", "words"),
    [("RECEIVED", "Look whether a worker runs"), ("EXTRACTING", "Its worker may have died")],
)
def test_what_waits_too_long_says_what_to_look_at(staff: Client, status: str, words: str) -> None:
    document = make_document(text="One.", collection=staff.collection)  # type: ignore[attr-defined]
    index(document)
    revision = Revision.objects.filter(document=document)
    revision.update(status=status, created_at=timezone.now(), claimed_at=timezone.now())
    assert words not in shown(staff)
    long_ago = timezone.now() - timedelta(days=1)
    revision.update(created_at=long_ago, claimed_at=long_ago)
    assert words in shown(staff)


@pytest.fixture
def recognizing(staff: Client) -> Revision:
    """The newest revision of a scan, which waits for text recognition since yesterday."""
    yesterday = timezone.now() - timedelta(days=1)
    document = make_document(pages=["One."], collection=staff.collection)  # type: ignore[attr-defined]
    index(document)
    revision = document.revisions.with_text().get()
    revision.pk, revision.number, revision.ocr_wanted, revision.status = None, 2, True, "RECEIVED"
    revision.save(force_insert=True)
    Revision.objects.filter(pk=revision.pk).update(created_at=yesterday, claimed_at=None)
    return revision


def queue(client: Client) -> dict[str, str]:
    user = make_user(groups=list(client.collection.editors.all()))  # type: ignore[attr-defined]
    return {line.name: line.state for line in work.queue_lines(user)}


def test_text_recognition_waits_in_a_line_of_its_own(staff: Client, recognizing: Revision) -> None:
    lines = queue(staff)
    assert (lines["Waiting to be read"], lines["Being read"]) == ("good", "good")
    assert (lines["Waiting for text recognition"], lines["Text being recognized"]) == ("warn", "good")


@pytest.mark.parametrize("status", ["RECEIVED", "EXTRACTING"])
def test_it_is_not_late_while_a_worker_has_other_work(staff: Client, recognizing: Revision, status: str) -> None:
    other = make_document(text="Two.")
    Revision.objects.filter(document=other).update(status=status, claimed_at=timezone.now())
    assert queue(staff)["Waiting for text recognition"] == "wait"


def test_between_two_turns_it_has_not_waited_since_it_came(staff: Client, recognizing: Revision) -> None:
    Revision.objects.filter(pk=recognizing.pk).update(claimed_at=timezone.now())
    assert queue(staff)["Waiting for text recognition"] == "wait"


def test_a_turn_may_take_its_time_and_no_longer(staff: Client, recognizing: Revision, settings: Any) -> None:
    settings.EXTRACT_SECONDS, settings.OCR_SLICE_SECONDS, settings.OCR_SECONDS = 100, 1000, 100
    settings.STALLED_SECONDS = 50
    for seconds, state in ((1200, "wait"), (1300, "warn")):
        begun = timezone.now() - timedelta(seconds=seconds)
        Revision.objects.filter(pk=recognizing.pk).update(status="EXTRACTING", claimed_at=begun)
        lines = queue(staff)
        assert (lines["Being read"], lines["Text being recognized"]) == ("good", state)


def test_what_is_recognized_is_counted_as_that(staff: Client, recognizing: Revision) -> None:
    user = make_user(groups=list(staff.collection.editors.all()))  # type: ignore[attr-defined]
    assert {line.name: line.words for line in work.stage_lines(user) if line.words != "0"} == {"Text recognition": "1"}


def test_what_a_worker_is_indexing_does_not_wait(staff: Client) -> None:
    document = make_document(text="One.", collection=staff.collection)  # type: ignore[attr-defined]
    Revision.objects.filter(document=document).update(extracted_at=timezone.now() - timedelta(days=1))
    assert "whether Chroma answers" in shown(staff)
    with try_lock(LockSpace.INDEX_DOCUMENT, document.pk):
        assert "whether Chroma answers" not in shown(staff)


def test_failures_are_named_with_their_reason_and_a_link(staff: Client) -> None:
    document = make_document(text="One.", title="Broken", collection=staff.collection)  # type: ignore[attr-defined]
    Revision.objects.filter(document=document).update(status="FAILED", failure_code="damaged", text_sha256="")
    page = shown(staff)
    assert f'<a href="{document.get_absolute_url()}">Broken</a>' in page
    assert "The file is damaged and cannot be read." in page
    assert '/library/?status=failed">1</a>' in page


def test_each_stage_is_counted_once(staff: Client) -> None:
    index(make_document(text="One.", collection=staff.collection))  # type: ignore[attr-defined]
    make_document(text="Two.", collection=staff.collection)  # type: ignore[attr-defined]
    damaged = make_document(pages=["Three."], collection=staff.collection)  # type: ignore[attr-defined]
    Revision.objects.filter(document=damaged).update(page_sources=["none", "none"])
    index(damaged)
    from kb_project.status.work import stage_lines

    user = make_user(groups=list(staff.collection.editors.all()))  # type: ignore[attr-defined]
    counts = {line.name: line.words for line in stage_lines(user) if line.words != "0"}
    assert counts == {"Indexing": "1", "Ready": "1", "Page metadata damaged": "1"}


def test_a_rebuild_that_was_left_is_shown(staff: Client) -> None:
    index(make_document(text="One."))
    built = Generation.objects.get()
    Generation.objects.create(
        collection_name="beside", policy=built.policy, model="next", dimension=1, search_config="english"
    )
    assert "0 documents so far, made with next" in shown(staff)


def test_a_full_disk_is_bad(staff: Client, monkeypatch: Any) -> None:
    from shutil import _ntuple_diskusage

    monkeypatch.setattr("kb_project.status.disk.shutil.disk_usage", lambda _path: _ntuple_diskusage(100, 99, 1))
    assert "Make room" in shown(staff)


def test_a_disk_that_cannot_be_asked_is_left_out(staff: Client, monkeypatch: Any) -> None:
    def fails(path: Path) -> None:
        raise FileNotFoundError

    monkeypatch.setattr("kb_project.status.disk.shutil.disk_usage", fails)
    assert "Free" not in shown(staff)

"""`ingest_files`: which files go in, what is said, and that doing it again changes nothing."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from documents.management import waiting
from documents.management.ingesting import find_files, shown
from documents.models import Collection, Document, DocumentEvent, Revision
from documents.services import record_event
from tests.documents import library


def run(*paths: Path, **options: Any) -> str:
    out = StringIO()
    call_command("ingest_files", *map(str, paths), stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    (folder / "deep" / ".git").mkdir(parents=True)
    (folder / "one.txt").write_text("The first note.")
    (folder / "deep" / "two.md").write_text("# The second note\n\nWords.")
    (folder / ".hidden.txt").write_text("Nobody's business.")
    (folder / "deep" / ".git" / "config.txt").write_text("Nor this.")
    return folder


@pytest.mark.django_db
def test_every_visible_file_of_a_folder_goes_in(folder: Path) -> None:
    person = library.person("ed")
    out = run(folder, collection="Notes", owner="ed")
    assert "2 files: 2 new, 0 already held, 0 refused, 0 failed" in out
    assert "Made the collection “Notes”" in out
    documents = Document.objects.filter(collection__name="Notes", owner=person)
    assert {document.title for document in documents} == {"one", "two"}


@pytest.mark.django_db
def test_doing_it_again_changes_nothing(folder: Path) -> None:
    run(folder)
    out = run(folder)
    assert "2 files: 0 new, 2 already held, 0 refused, 0 failed" in out
    assert (Document.objects.count(), Revision.objects.count(), Collection.objects.count()) == (2, 2, 1)
    assert DocumentEvent.objects.count() == 2


@pytest.mark.django_db
def test_what_cannot_go_in_is_named_with_its_reason_and_the_rest_goes_in(folder: Path) -> None:
    (folder / "empty.txt").write_bytes(b"")
    (folder / "program.pdf").write_bytes(b"\x7fELF" + bytes(100))
    out = StringIO()
    with pytest.raises(CommandError, match=r"3 of 5 files did not make it\.") as failure:
        call_command("ingest_files", str(folder), str(folder / "missing.txt"), stdout=out)
    assert failure.value.returncode == 1
    said = out.getvalue()
    assert "[empty-file]" in said
    assert "[unsupported-type]" in said
    assert "missing.txt: There is no such file." in said
    assert "5 files: 2 new, 0 already held, 2 refused, 1 failed" in said
    assert Document.objects.count() == 2


@pytest.mark.django_db
def test_an_unknown_owner_or_an_empty_folder_is_one_sentence(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(CommandError, match=r"Nobody is called “ghost”\."):
        run(folder, owner="ghost")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CommandError, match="There are no files"):
        run(tmp_path / "empty")
    assert not Document.objects.exists()


def test_a_link_to_a_folder_does_not_lead_in_a_circle_and_a_pipe_is_left_alone(folder: Path) -> None:
    (folder / "circle").symlink_to(folder)
    os.mkfifo(folder / "pipe")
    assert [path.name for path in find_files([folder])] == ["one.txt", "two.md"]


def test_a_hidden_file_that_is_named_goes_in(folder: Path) -> None:
    assert list(find_files([folder / ".hidden.txt"])) == [folder / ".hidden.txt"]


def test_a_name_in_any_bytes_can_be_printed() -> None:
    name = shown(Path(os.fsdecode(b"caf\xe9\x1b[31m\n.txt")))
    assert name.isprintable()
    name.encode()


@pytest.mark.django_db
def test_a_name_in_any_bytes_can_be_stored(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("A note.")
    assert "1 new" in run(tmp_path)
    assert Revision.objects.get().uploaded_name == "caf.txt"


@pytest.mark.django_db
def test_waiting_ends_when_every_file_is_indexed_or_cannot_be(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "three.txt").write_text("The third note.")
    run(folder)
    monkeypatch.setattr(waiting.time, "sleep", lambda _: _work())
    out = StringIO()
    with pytest.raises(CommandError, match=r"1 of 3 files did not make it\."):
        call_command("ingest_files", str(folder), "--wait", stdout=out)
    assert "1 indexed, 1 without text, 1 failed: 0 pages, 7 chunks" in out.getvalue()
    assert "[damaged]" in out.getvalue()


def _work() -> None:
    """What a worker does while we wait: one is indexed, one has no text, one fails."""
    first, second, third = Revision.objects.order_by("pk").select_related("document")
    Revision.objects.filter(pk=first.pk).update(status="EXTRACTED", text="x", text_sha256="0" * 64)
    kind = DocumentEvent.Kind.INDEXED
    record_event(document=first.document, kind=kind, revision=first, detail={"chunks": 7})
    Revision.objects.filter(pk=second.pk).update(status="NO_TEXT", text="", failure_code="no-text")
    Revision.objects.filter(pk=third.pk).update(status="FAILED", failure_code="damaged")


@pytest.mark.django_db
def test_waiting_for_nobody_ends_with_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "patience", lambda: 0)
    monkeypatch.setattr(waiting, "POLL_SECONDS", 0)
    with pytest.raises(CommandError, match=r"2 files still waiting: is a worker running\?"):
        run(folder, wait=True)


@pytest.mark.django_db
def test_waiting_does_not_wait_for_what_is_deleted_meanwhile(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def delete_all(_: float) -> None:
        Document.objects.update(deleted_at="2026-01-01T00:00:00Z")

    monkeypatch.setattr(waiting.time, "sleep", delete_all)
    assert "0 indexed" in run(folder, wait=True)


@pytest.mark.parametrize("command", [["ingest_files", "."], ["audit_documents"]])
def test_a_database_that_is_away_is_one_sentence(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("connection refused\nIs the server running?")

    monkeypatch.setattr("django.db.models.query.QuerySet._fetch_all", away)
    monkeypatch.setattr("django.db.models.query.QuerySet.iterator", away)
    monkeypatch.setattr("django.db.models.query.QuerySet.get_or_create", away)
    with pytest.raises(CommandError, match=r"^The database cannot be reached: connection refused$"):
        call_command(*command, skip_checks=True)

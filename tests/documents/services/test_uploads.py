"""Uploads on their way have a folder of their own, and what was left there goes."""

from __future__ import annotations

import os
import stat
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.utils import timezone

from documents import checks, services
from documents.apps import DocumentsConfig
from documents.services.uploads import remove_left_uploads, uploads_folder

DAY = 86_400


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path / "data" / "uploads")
    return tmp_path / "data" / "uploads"


def left(folder: Path, name: str, age: float) -> Path:
    path = folder / name
    path.write_bytes(b"half a file")
    then = timezone.now().timestamp() - age
    os.utime(path, (then, then))
    return path


def test_the_folder_is_made_at_start_for_this_user_only(folder: Path) -> None:
    DocumentsConfig.create("documents").ready()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_told_and_stops_nothing(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path / "file" / "uploads")
    DocumentsConfig.create("documents").ready()
    (found,) = checks.check_uploads_folder()
    assert (found.id, "UPLOADS_ROOT" in (found.hint or "")) == ("documents.E003", True)


def test_a_folder_that_is_there_has_nothing_to_say(folder: Path) -> None:
    uploads_folder()
    assert checks.check_uploads_folder() == []


def test_a_folder_that_was_there_is_left_as_it_is(folder: Path) -> None:
    folder.mkdir(parents=True, mode=0o755)
    folder.chmod(0o755)
    assert stat.S_IMODE(uploads_folder().stat().st_mode) == 0o755


def test_uploads_are_streamed_to_it_beside_the_originals() -> None:
    with TemporaryUploadedFile("a.pdf", "application/pdf", 1, None) as upload:
        assert Path(upload.temporary_file_path()).parent == Path(os.environ["DATA_DIR"], "uploads")
    assert configured.FILE_UPLOAD_TEMP_DIR


@pytest.mark.django_db
def test_the_sweep_removes_what_is_older_than_a_day_and_nothing_else(folder: Path) -> None:
    uploads_folder()
    gone = [left(folder, name, 1.1 * DAY) for name in ("tmpabc_4567.upload.pdf", "tmpabcdefgh.upload")]
    kept = [left(folder, "tmp12345678.upload.pdf", 0.9 * DAY), left(folder, "notes.txt", 90 * DAY)]
    services.sweep()
    assert [path.exists() for path in gone] == [False, False]
    assert [path.exists() for path in kept] == [True, True]


def test_what_a_killed_process_left_has_a_name_that_is_removed(folder: Path) -> None:
    uploads_folder()
    if (child := os.fork()) == 0:
        upload = TemporaryUploadedFile("a.docx", "application/octet-stream", 1, None)
        upload.write(b"half")
        upload.flush()
        os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    assert len(list(folder.iterdir())) == 1
    assert remove_left_uploads(timezone.now() - timedelta(days=1)) == 0
    assert remove_left_uploads(timezone.now() + timedelta(seconds=1)) == 1
    assert list(folder.iterdir()) == []


def test_without_the_folder_there_is_nothing_to_remove(folder: Path) -> None:
    assert remove_left_uploads(timezone.now()) == 0

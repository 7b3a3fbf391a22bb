"""An archive on the upload page: one file is chosen, and each file in it becomes a row."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from documents import services
from documents.models import Document
from tests.documents.extractors.zip_files import zip_of

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

ARCHIVE = zip_of(
    ("contracts/2019/Lease of the house on the hill.txt", "The lease begins in May."),
    ("contracts/2019/empty.txt", ""),
    ("contracts/notes.md", "# Notes\n\nThe fee is due."),
    ("__MACOSX/._notes.md", "x"),
)


def as_file(name: str, data: bytes) -> dict[str, Any]:
    return {"name": name, "mimeType": "application/zip", "buffer": data}


@pytest.mark.parametrize("width", [1280, 390])
def test_each_file_of_an_archive_becomes_a_row(open_page: Any, house: Any, width: int) -> None:
    page = open_page("/upload/")
    page.set_viewport_size({"width": width, "height": 900})
    expect(page.locator(".drop")).to_contain_text("A ZIP archive is taken apart")
    page.set_input_files("#id_file", [as_file("contracts 2019.zip", ARCHIVE), as_file("a.txt", b"Words on their own.")])
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("contracts 2019.zip › contracts/2019/Lease of the house on the hill.txt")
    expect(rows.nth(0)).to_contain_text("Received")
    expect(rows.nth(1)).to_contain_text("The file is empty.")
    expect(page.locator("#summary")).to_have_text("3 of 4 files have arrived. 1 refused: each row says why.")
    deleted = Document.objects.get(title="notes")
    services.delete_document(document=deleted, actor=None)
    page.set_input_files("#id_file", [as_file("again.zip", ARCHIVE)])
    expect(rows).to_have_count(7)
    expect(rows.nth(4)).to_contain_text("This file is in the collection already")
    expect(rows.nth(6)).to_contain_text("“notes”, which was deleted, held the same file.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=Path(folder) / f"upload-{width}.png", full_page=True)


def test_an_archive_that_is_refused_is_one_row_with_its_name(open_page: Any, house: Any, settings: Any) -> None:
    settings.BATCH_MAX_FILES = 1
    page = open_page("/upload/")
    page.set_input_files("#id_file", [as_file("contracts 2019.zip", ARCHIVE)])
    row = page.locator("#rows > li")
    expect(row).to_contain_text("contracts 2019.zip")
    expect(row).to_contain_text("The archive holds more files than are taken at once.")
    expect(page.locator("#summary")).to_have_text("0 of 1 files have arrived. 1 refused: each row says why.")

"""A file behind a password: given as it is uploaded, with scripts or without, or later on the document's page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from documents.models import Document
from documents.services import extract_revision
from tests.documents.extractors.locked_files import locked_pdf

pytestmark = pytest.mark.long

PASSWORD = "Austernfischer 3"
LOCKED = {
    "name": "locked.pdf",
    "mimeType": "application/pdf",
    "buffer": locked_pdf(PASSWORD, "The oyster beds are leased until May."),
}


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["scripts", "no scripts"])
def test_it_is_given_with_the_file(open_page: Any, options: dict[str, Any]) -> None:
    page = open_page("/upload/", **options)
    expect(page.get_by_label("Password of the file")).to_be_hidden()
    page.get_by_text("Password, if the file has one").click()
    page.get_by_label("Password of the file").fill(PASSWORD)
    page.locator("#id_file").set_input_files([LOCKED])
    if options:
        page.get_by_role("button", name="Upload").click()
    page.get_by_role("link", name="locked").click()
    expect(page.get_by_text("The oyster beds are leased until May.")).to_be_visible()


def test_a_wrong_one_leads_to_the_page_where_the_right_one_is_given(open_page: Any) -> None:
    page = open_page("/upload/")
    page.get_by_text("Password, if the file has one").click()
    page.get_by_label("Password of the file").fill("guess")
    page.locator("#id_file").set_input_files([LOCKED])
    expect(page.get_by_text("The password does not open this file.")).to_be_visible()
    document = Document.objects.get(title="locked")
    extract_revision(document.revisions.get().pk)
    page.get_by_role("link", name="Give the password on the document's page").click()
    expect(page.get_by_text("The file is protected by a password.")).to_be_visible()
    for typed in ("guess", PASSWORD):
        page.get_by_label("Password of the file").fill(typed)
        page.get_by_role("button", name="Open the file").click()
        words = "was opened with its password" if typed == PASSWORD else "does not open this file"
        expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_text("The oyster beds are leased until May.")).to_be_visible()
    expect(page.get_by_label("Password of the file")).to_have_count(0)

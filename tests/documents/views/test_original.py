"""Originals are saved by the browser, or shown by its viewer of PDFs; nothing that they hold runs in this site."""

import pytest
from django.urls import reverse

from documents.extractors.media_types import DOCX
from documents.models import Revision
from tests.documents.views.conftest import House
from tests.factories import make_document


def test_an_original_is_an_attachment_that_runs_nothing(house: House) -> None:
    document = make_document(text="<script>", media_type="text/html", collection=house.collection)
    Revision.objects.filter(document=document).update(uploaded_name='ev"il\u202e\u00e9; x.html')
    response = house.reader.get(f"/documents/{document.pk}/file/")
    assert response["Content-Disposition"].startswith("attachment")
    assert "\n" not in response["Content-Disposition"]
    assert response["Content-Disposition"].isascii()
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert b"".join(response.streaming_content) == b"%"


def test_a_pdf_is_shown_by_the_browsers_own_viewer_and_in_a_sandbox(house: House) -> None:
    document = make_document(pages=["One."], collection=house.collection)
    response = house.reader.get(f"/documents/{document.pk}/original/?revision=1")
    assert response["Content-Disposition"].startswith("inline")
    assert response["Content-Type"] == "application/pdf"
    assert b"".join(response.streaming_content)
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "sandbox; default-src 'none'"


@pytest.mark.parametrize("media_type", ["text/html", "image/svg+xml", "text/plain", DOCX])
def test_every_other_type_is_only_ever_saved(house: House, media_type: str) -> None:
    document = make_document(text="<script>", media_type=media_type, collection=house.collection)
    response = house.reader.get(f"/documents/{document.pk}/original/?revision=1", follow=True)
    assert response.redirect_chain == [(f"/documents/{document.pk}/file/?revision=1", 302)]
    assert response["Content-Disposition"].startswith("attachment")
    assert b"".join(response.streaming_content)


@pytest.mark.parametrize("asked", ["9" * 5000, "10" + "0" * 30, "-1", "0", "x", "\0"])
def test_a_revision_that_cannot_be_is_not_found(house: House, asked: str) -> None:
    for name in ("document-original", "document-file", "document-text", "document-read", "document-pages"):
        assert house.reader.get(reverse(name, args=[house.document.pk]), {"revision": asked}).status_code == 404


def test_a_missing_file_is_said_in_words_not_as_a_failure_of_the_page(house: House) -> None:
    revision = house.document.current_revision
    revision.file.storage.delete(revision.file.name)
    assert house.reader.get(f"/documents/{house.document.pk}/file/").status_code == 404

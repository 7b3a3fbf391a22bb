"""Originals are saved by the browser, never shown or run by it."""

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


def test_a_missing_file_is_said_in_words_not_as_a_failure_of_the_page(house: House) -> None:
    revision = house.document.current_revision
    revision.file.storage.delete(revision.file.name)
    assert house.reader.get(f"/documents/{house.document.pk}/file/").status_code == 404

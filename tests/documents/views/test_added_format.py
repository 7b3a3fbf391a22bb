"""A format is one module and one entry in the registry's list: whatever people meet knows it by that."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from documents import services
from documents.extractors import sandbox
from documents.extractors.registry import FORMATS, advice_on
from documents.models import Document
from tests.documents.extractors.added_format import FILE, MODULE, SHOUT
from tests.documents.views.conftest import House


@pytest.fixture(autouse=True)
def _added(monkeypatch: pytest.MonkeyPatch) -> None:
    """To this process's list, and to that of the child, which is the real one otherwise."""
    monkeypatch.setitem(FORMATS, SHOUT.media_type, SHOUT)
    monkeypatch.setattr(sandbox, "_CHILD", MODULE)


def upload(house: House, content: bytes = FILE) -> Document:
    asked = {"collection": house.collection.pk, "file": [SimpleUploadedFile("notice.bin", content)]}
    assert house.editor.post(reverse("upload"), asked).status_code == 201
    document = Document.objects.get(title="notice")
    services.extract_revision(document.revisions.get().pk)
    return Document.objects.with_current().get(pk=document.pk)


def test_it_is_told_by_its_content_and_read(house: House) -> None:
    revision = upload(house).current_revision
    assert revision is not None
    assert (revision.media_type, revision.status, revision.extractor) == ("text/x-shout", "EXTRACTED", "shout")
    assert revision.text == "THE FERRY LEAVES AT SEVEN"


def test_it_is_named_and_offered_as_a_filter(house: House) -> None:
    document = upload(house)
    library = house.reader.get(reverse("library"), {"type": SHOUT.media_type})
    assert list(library.context["page"].object_list) == [document]
    assert "Shouted text" in library.content.decode()
    everything = house.reader.get(reverse("library")).content.decode()
    assert "Shouted text" in everything.partition("<summary>Type</summary>")[2].partition("</details>")[0]


def test_its_advice_is_its_own(house: House) -> None:
    revision = upload(house, b"SHOUT/1\n \n").current_revision
    assert revision is not None
    assert advice_on(revision.failure_code, revision.media_type) == "Say something."


def test_without_the_entry_it_is_what_it_looks_like(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(FORMATS, SHOUT.media_type)
    revision = upload(house).current_revision
    assert revision is not None
    assert revision.media_type == "text/plain"

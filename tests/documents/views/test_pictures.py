"""Pictures of pages and their marks: for those who may read the document, and asked each time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from documents.models import Document, Revision
from documents.services import pictures
from documents.services.pictures import PictureUnavailable
from tests.documents.picture_files import drawn_pdf, line, read_pdf
from tests.documents.views.conftest import House
from tests.factories import make_document

pytestmark = pytest.mark.usefixtures("remembered_readings")


@pytest.fixture(autouse=True)
def pictures_root(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_ROOT = str(tmp_path / "pictures")


@pytest.fixture
def revision(house: House) -> Revision:
    return read_pdf(drawn_pdf(line("NEEDLE")), house.collection)


def address(revision: Revision, what: str = "picture", page: int = 1) -> str:
    return f"/documents/{revision.document_id}/revisions/{revision.number}/pages/{page}/{what}/"


def picture_of(client: Client, revision: Revision, query: str = "w=160", **headers: str) -> HttpResponse:
    return client.get(f"{address(revision)}?{query}", headers=headers)


WHATS = ("picture", "marks")


@pytest.mark.parametrize("what", WHATS)
class TestRights:
    def test_nobody_is_led_to_sign_in(self, revision: Revision, what: str) -> None:
        response = Client().get(address(revision, what))
        assert response.status_code == 302
        assert "/login" in response["Location"] or "sign-in" in response["Location"]

    def test_a_stranger_finds_nothing(self, house: House, revision: Revision, what: str) -> None:
        assert house.stranger.get(address(revision, what)).status_code == 404

    def test_a_stranger_who_holds_the_validator_finds_nothing(
        self, house: House, revision: Revision, what: str
    ) -> None:
        etag = picture_of(house.reader, revision)["ETag"]
        for value in (etag, "*"):
            response = house.stranger.get(address(revision, what) + "?w=160", headers={"If-None-Match": value})
            assert response.status_code == 404

    def test_a_reader_sees_it(self, house: House, revision: Revision, what: str) -> None:
        assert house.reader.get(address(revision, what)).status_code == 200

    def test_of_a_deleted_document_nothing_is_found(self, house: House, revision: Revision, what: str) -> None:
        Document.objects.filter(pk=revision.document_id).update(deleted_at=timezone.now())
        assert house.editor.get(address(revision, what)).status_code == 404

    @pytest.mark.parametrize("page", [0, 2, 999_999])
    def test_a_page_that_is_not_there_is_not_found(
        self, house: House, revision: Revision, what: str, page: int
    ) -> None:
        assert house.reader.get(address(revision, what, page)).status_code == 404

    def test_a_revision_that_is_not_there_is_not_found(self, house: House, revision: Revision, what: str) -> None:
        revision.number = 9
        assert house.reader.get(address(revision, what)).status_code == 404

    def test_a_document_without_pages_has_no_pictures(self, house: House, what: str) -> None:
        revision = make_document(text="Words.", collection=house.collection).current_revision
        assert revision is not None
        assert house.reader.get(address(revision, what)).status_code == 404

    def test_it_is_only_read(self, house: House, revision: Revision, what: str) -> None:
        assert house.editor.post(address(revision, what)).status_code == 405


class TestPicture:
    def test_it_is_an_image_that_runs_nothing_and_is_kept_by_its_reader_only(
        self, house: House, revision: Revision
    ) -> None:
        response = picture_of(house.reader, revision)
        assert response["Content-Type"] == "image/png"
        assert response.content.startswith(b"\x89PNG")
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Content-Security-Policy"] == "sandbox; default-src 'none'"
        assert response["Cache-Control"] == "private, no-cache"
        assert re.fullmatch(r'"[0-9a-f]{32}"', response["ETag"])

    def test_who_has_it_is_told_so_without_a_picture_being_made(
        self, house: House, revision: Revision, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        etag = picture_of(house.reader, revision)["ETag"]
        monkeypatch.setattr("documents.views.pictures.page_picture", None)
        response = picture_of(house.reader, revision, if_none_match=etag)
        assert (response.status_code, response.content, response["ETag"]) == (304, b"", etag)
        assert response["Cache-Control"] == "private, no-cache"

    def test_another_width_is_another_picture(self, house: House, revision: Revision) -> None:
        etag = picture_of(house.reader, revision)["ETag"]
        assert picture_of(house.reader, revision, "w=320", if_none_match=etag).status_code == 200

    @pytest.mark.parametrize("query", ["", "w=", "w=-5", "w=abc", "w=²", "w=9999999999999999999999", "w=1&w=x"])
    def test_an_odd_width_is_no_fault(self, house: House, revision: Revision, query: str) -> None:
        assert picture_of(house.reader, revision, query).status_code == 200

    @pytest.mark.parametrize(
        ("code", "status"),
        [("too-busy", 503), ("renderer-missing", 503), ("file-missing", 404), ("damaged", 422), ("took-too-long", 422)],
    )
    def test_a_failure_has_a_code_a_sentence_and_no_validator(
        self, house: House, revision: Revision, monkeypatch: pytest.MonkeyPatch, code: str, status: int
    ) -> None:
        def fail(*rest: object) -> None:
            raise PictureUnavailable(code)

        monkeypatch.setattr("documents.views.pictures.page_picture", fail)
        response = picture_of(house.reader, revision)
        assert response.status_code == status
        assert response.json() == {"error": {"code": code, "sentence": str(pictures._SENTENCES[code])}}
        assert ("Retry-After" in response) == (status == 503)
        assert "ETag" not in response


class TestMarks:
    def test_they_are_an_image_of_rectangles_of_the_page_s_shape(self, house: House, revision: Revision) -> None:
        response = house.reader.get(f"{address(revision, 'marks')}?start=0&end=6")
        assert response["Content-Type"] == "image/svg+xml"
        assert response["Content-Security-Policy"] == "sandbox; default-src 'none'"
        svg = response.content.decode()
        assert 'viewBox="0 0 750.00 1000.00"' in svg
        assert svg.count("<rect") == 1

    @pytest.mark.parametrize("query", ["", "start=0", "start=5&end=2", "start=x&end=y", "start=900&end=901"])
    def test_without_a_span_on_the_page_there_is_no_rectangle(
        self, house: House, revision: Revision, query: str
    ) -> None:
        response = house.reader.get(f"{address(revision, 'marks')}?{query}")
        assert response.status_code == 200
        assert b"<rect" not in response.content

    def test_of_a_page_that_cannot_be_drawn_they_are_empty(self, house: House) -> None:
        revision = house.document.current_revision
        assert revision is not None
        response = house.reader.get(f"{address(revision, 'marks')}?start=0&end=6")
        assert response.status_code == 200
        assert b"<rect" not in response.content

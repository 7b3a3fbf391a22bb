"""The library lists what may be read, says how each stands, and never loads a text to do so."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from documents.models import Revision
from tests.documents.views.conftest import House, signed_in
from tests.factories import DOCX, add_revision, make_admin, make_collection, make_document

LIBRARY = reverse("library")


def titles(response: object) -> list[str]:
    return [document.title for document in response.context["page"].object_list]  # type: ignore[attr-defined]


def test_everyone_sees_their_own_documents_only(house: House) -> None:
    make_document(title="Secret", collection=make_collection())
    assert titles(house.reader.get(LIBRARY)) == ["Lease"]
    assert titles(house.editor.get(LIBRARY)) == ["Lease"]
    assert titles(house.stranger.get(LIBRARY)) == []
    assert b"Secret" not in house.reader.get(LIBRARY).content


def test_no_query_selects_a_text_and_their_number_does_not_grow(house: House) -> None:
    house.reader.get(LIBRARY)
    with CaptureQueriesContext(
        connection,
    ) as few:
        house.reader.get(LIBRARY)
    for number in range(5):
        make_document(title=f"More {number}", collection=house.collection)
    with CaptureQueriesContext(connection) as many:
        house.reader.get(LIBRARY)
    assert len(many) == len(few)
    for heavy in ("text", "page_spans", "places"):
        column = f'"documents_revision"."{heavy}"'
        assert not any(column in query["sql"] for query in many)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"q": "leave"}, ["Leave"]),
        ({"type": DOCX}, ["Leave"]),
        ({"type": "application/pdf"}, ["Lease"]),
        ({"status": "read"}, ["Leave", "Lease"]),
        ({"status": "no-text"}, []),
        ({"status": "nonsense", "collection": "x", "sort": "up", "page": "99"}, ["Leave", "Lease"]),
        ({"sort": "title"}, ["Lease", "Leave"]),
        ({"sort": "-title"}, ["Leave", "Lease"]),
        ({"sort": "pages"}, ["Lease", "Leave"]),
        ({"sort": "-pages"}, ["Lease", "Leave"]),
    ],
)
def test_filters_and_order_come_from_the_address(house: House, asked: dict[str, str], expected: list[str]) -> None:
    make_document(title="Leave", text="Leave.", media_type=DOCX, collection=house.collection)
    assert titles(house.reader.get(LIBRARY, asked)) == expected


def test_a_collection_of_others_is_no_filter(house: House) -> None:
    other = make_collection()
    assert titles(house.reader.get(LIBRARY, {"collection": other.pk})) == ["Lease"]
    assert titles(house.reader.get(LIBRARY, {"collection": house.collection.pk})) == ["Lease"]


def test_what_failed_comes_first_until_an_order_is_asked_for(house: House) -> None:
    failed = make_document(title="Broken", collection=house.collection)
    Revision.objects.filter(document=failed).update(status="FAILED", failure_code="damaged", text_sha256="")
    make_document(title="Newer", collection=house.collection)
    response = house.reader.get(LIBRARY)
    assert titles(response) == ["Broken", "Newer", "Lease"]
    assert "The file is damaged" in response.content.decode()
    assert titles(house.reader.get(LIBRARY, {"sort": "-updated"})) == ["Newer", "Broken", "Lease"]
    assert titles(house.reader.get(LIBRARY, {"status": "failed"})) == ["Broken"]


def test_a_failure_that_a_newer_revision_mended_comes_first_no_more(house: House) -> None:
    mended = make_document(title="Mended", collection=house.collection)
    Revision.objects.filter(document=mended).update(status="FAILED", failure_code="damaged", text_sha256="")
    add_revision(mended)
    make_document(title="Newer", collection=house.collection)
    assert titles(house.reader.get(LIBRARY)) == ["Newer", "Mended", "Lease"]


def test_pages_without_text_are_counted(house: House) -> None:
    page = " ".join(house.reader.get(LIBRARY).content.decode().split())
    assert '3 pages, <span class="lacking-text">1 without text</span>' in page


def test_an_empty_library_says_what_to_do(house: House) -> None:
    assert "Ask an administrator" in house.stranger.get(LIBRARY).content.decode()
    house.document.delete()
    assert "Upload the first documents" in house.editor.get(LIBRARY).content.decode()


def test_a_title_is_text_and_never_markup(house: House) -> None:
    make_document(title="<script>alert(1)</script>", collection=house.collection)
    page = house.reader.get(LIBRARY).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_superuser_sees_all(house: House) -> None:
    client = signed_in()
    client.force_login(make_admin(), backend="django.contrib.auth.backends.ModelBackend")
    make_document(title="Elsewhere")
    assert set(titles(client.get(LIBRARY))) == {"Lease", "Elsewhere"}


def test_only_what_one_may_change_can_be_chosen(house: House) -> None:
    make_document(title="Map", collection=make_collection(readers=[house.editors]))
    page = house.editor.get(LIBRARY).content.decode()
    assert page.count('<td class="pick"><input type="checkbox" name="document"') == 2
    assert page.count(" disabled>") == 1
    assert 'id="several"' in page
    reader = house.reader.get(LIBRARY).content.decode()
    assert "checkbox" not in reader
    assert 'id="several"' not in reader


def test_what_failed_can_be_read_again_from_the_list_by_those_who_may(house: House) -> None:
    Revision.objects.filter(document=house.document).update(status="FAILED", failure_code="damaged", text_sha256="")
    assert 'value="read-again">Read again<span class="hidden">' in house.editor.get(LIBRARY).content.decode()
    assert "read-again" not in house.reader.get(LIBRARY).content.decode()


def test_tags_are_filters(house: House) -> None:
    make_document(title="Tagged", text="T.", tags=["50 % & more"], collection=house.collection)
    page = house.reader.get(LIBRARY).content.decode()
    assert "?tag=50%20%25%20%26%20more" in page
    found = house.reader.get(LIBRARY, {"tag": "50 % & more", "sort": "title", "page": 1})
    assert titles(found) == ["Tagged"]
    assert 'href="?sort=title">#50 % &amp; more' in found.content.decode()


def test_when_is_told_both_ways(house: House) -> None:
    page = house.reader.get(LIBRARY).content.decode()
    assert '<time datetime="' in page
    assert 'title="' in page[page.index("<time") :]

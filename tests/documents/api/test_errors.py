"""No input makes the API answer with a 500, and every refusal has the one shape."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from rest_framework.test import APIClient

from documents.api.errors import ERRORS
from tests.documents.api.conftest import Ours
from tests.documents.api.test_views import API, code_of, upload

BAD_QUERIES = [
    "documents/?collection=%00",
    "documents/?collection=99999999999999999999999999",
    "documents/?collection=abc",
    "documents/?status=%00",
    "documents/?type=exe",
    "documents/?page=0",
    "documents/?page=-1",
    "documents/?page=" + "9" * 5000,
    "documents/?page=%00",
    "documents/1/text/?start=-1",
    "documents/1/text/?start=%00",
    "documents/1/text/?end=" + "9" * 5000,
    "documents/1/text/?start=2147483648",
    "documents/1/text/?v=%00",
    "documents/1/text/?v=" + "a" * 63,
    "documents/1/text/?v=" + "a" * 64 + "%0a",
    "documents/1/text/?start=9&end=3",
    "documents/99999999999999999999999999/",
    "documents/99999999999999999999999999/text/",
    "documents/99999999999999999999999999/events/",
    "search/",
    "search/?q=",
    "search/?q=%00",
    "search/?q=" + "x" * 1001,
    "search/?q=x&page=0",
    "search/?q=x&page=99999999",
    "search/?q=x&per_page=1000",
    "search/?q=x&collection=%00",
    "search/?q=x&document=abc",
    "search/?q=x&type=%00",
    "cite/",
    "cite/?document=1&start=0&end=99999999999&v=" + "a" * 64,
    "cite/?document=1&start=5&end=5&v=" + "a" * 64,
    "cite/?document=1&start=0&end=5&v=nothex",
]


@pytest.mark.parametrize("address", BAD_QUERIES)
def test_a_bad_address_is_refused_in_words(editor: APIClient, ours: Ours, address: str) -> None:
    answer = editor.get(f"{API}/{address.replace('documents/1/', f'documents/{ours.document.pk}/')}")
    assert 400 <= answer.status_code < 500
    assert code_of(answer) in ERRORS


BAD_JSON = [
    b"{",
    b"\xff\xfe",
    b"[]",
    b'"text"',
    b"null",
    b'{"title": "a\\u0000b"}',
    b'{"title": "\\ud800"}',
    b'{"title": ["a"]}',
    b'{"title": {}}',
    b'{"title": ""}',
    b'{"collection": 1e400}',
    b'{"collection": NaN}',
    b'{"collection": true, "tags": [[]]}',
    b'{"collection": ' + b"9" * 5000 + b"}",
    b'{"collection": 99999999999999999999}',
    b'{"tags": "not a list"}',
    b'{"tags": ["' + b"x" * 61 + b'"]}',
    b'{"tags": ["a\\u0000"]}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("body", BAD_JSON)
def test_a_bad_body_is_refused_in_words(editor: APIClient, ours: Ours, body: bytes) -> None:
    address = f"{API}/documents/{ours.document.pk}/"
    answer = editor.patch(address, body, content_type="application/json")
    assert 400 <= answer.status_code < 500
    assert code_of(answer) in ERRORS


@pytest.mark.parametrize(
    "content_type",
    ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\x80x"],
)
def test_a_malformed_multipart_body_is_refused_in_words(editor: APIClient, ours: Ours, content_type: str) -> None:
    answer = editor.post(f"{API}/documents/", b"--x\r\nnonsense", content_type=content_type)
    assert (answer.status_code, code_of(answer)) == (400, "malformed-body")
    assert "detail" not in answer.json()["error"]


def test_a_multipart_body_that_breaks_off_is_refused_in_words(editor: APIClient, ours: Ours) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of'
    answer = editor.post(f"{API}/documents/", body, content_type="multipart/form-data; boundary=x")
    assert 400 <= answer.status_code < 500
    code_of(answer)


def test_too_many_fields_are_refused_in_words(editor: APIClient, ours: Ours) -> None:
    answer = editor.post(f"{API}/documents/", {f"field{number}": "" for number in range(1100)})
    assert (answer.status_code, code_of(answer)) == (400, "malformed-body")


@pytest.mark.parametrize("encoding", ["rot13", "zlib", "undefined", "utf-16", "unicode_escape", "idna"])
def test_only_utf8_is_decoded(editor: APIClient, ours: Ours, encoding: str) -> None:
    address = f"{API}/documents/{ours.document.pk}/"
    answer = editor.patch(address, b'{"title": "x"}', content_type=f"application/json; charset={encoding}")
    assert (answer.status_code, code_of(answer)) == (400, "malformed-body")


def test_a_name_from_a_hostile_sender_is_cleaned_or_refused(editor: APIClient, ours: Ours) -> None:
    for name in ["../../etc/passwd", "a\u202etxt.exe", "x" * 400 + ".txt"]:
        body = {"file": upload(name, name=name), "collection": ours.collection.pk}
        answer = editor.post(f"{API}/documents/", body)
        assert answer.status_code == 201
        stored = answer.json()["document"]["current_revision"]["uploaded_name"]
        assert "/" not in stored
        assert "\u202e" not in stored
        assert len(stored) <= 255


def test_a_name_that_is_too_long_for_a_form_is_called_so(editor: APIClient, ours: Ours) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="%b.txt"\r\n\r\n' % (b"y" * 5000)
    body = head + b"words\r\n--x--\r\n"
    answer = editor.post(f"{API}/documents/", body, content_type="multipart/form-data; boundary=x")
    assert (answer.status_code, code_of(answer)) == (400, "unreadable-name")
    assert "short, ordinary name" in answer.json()["error"]["sentence"]
    assert "detail" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("method", "kwargs", "status", "code"),
    [
        ("put", {}, 405, "method-not-allowed"),
        ("options", {}, 405, "method-not-allowed"),
        ("get", {"HTTP_ACCEPT": "application/xml"}, 406, "not-acceptable"),
    ],
)
def test_what_is_not_offered_is_refused_in_the_same_shape(
    editor: APIClient, ours: Ours, method: str, kwargs: dict[str, Any], status: int, code: str
) -> None:
    answer = getattr(editor, method)(f"{API}/documents/", **kwargs)
    assert (answer.status_code, code_of(answer)) == (status, code)


@pytest.mark.parametrize("address", ["", "nonsense/", "documents/abc/", "documents/1/nonsense/"])
def test_an_unknown_address_is_refused_in_the_same_shape(editor: APIClient, address: str) -> None:
    for ask in (editor.get, editor.post, editor.delete):
        answer = ask(f"{API}/{address}")
        assert (answer.status_code, code_of(answer)) == (404, "not-found")


def test_a_forgotten_slash_leads_to_the_address_meant(editor: APIClient, ours: Ours) -> None:
    assert editor.get(f"{API}/documents", follow=True).json()["count"] == 1


def test_a_body_of_another_content_type_is_refused(editor: APIClient, ours: Ours) -> None:
    answer = editor.post(f"{API}/documents/", {"collection": 1}, format="json")
    assert (answer.status_code, code_of(answer)) == (415, "unsupported-content-type")


def test_json_is_bounded(editor: APIClient, ours: Ours) -> None:
    body = b'{"title": "' + b"x" * 1_100_000 + b'"}'
    answer = editor.patch(f"{API}/documents/{ours.document.pk}/", body, content_type="application/json")
    assert (answer.status_code, code_of(answer)) == (413, "too-large")


def test_a_session_without_its_csrf_token_changes_nothing(ours: Ours) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(ours.editor, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.delete(f"{API}/documents/{ours.document.pk}/")
    assert (answer.status_code, code_of(answer)) == (403, "not-allowed")
    assert client.get(f"{API}/documents/{ours.document.pk}/").status_code == 200


def break_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("documents.api.views.DocumentList.get_queryset", fail)


def test_a_fault_of_ours_is_said_in_the_same_shape_and_logged(
    editor: APIClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    break_the_list(monkeypatch)
    monkeypatch.setattr(logging.getLogger("django"), "propagate", True)
    editor.raise_request_exception = False
    answer = editor.get(f"{API}/documents/")
    assert (answer.status_code, code_of(answer)) == (500, "internal")
    assert "a fault of ours" not in answer.content.decode()
    (record,) = [record for record in caplog.records if record.name == "django.request"]
    assert record.levelname == "ERROR"
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], RuntimeError)


def test_a_fault_of_ours_is_raised_where_a_test_asks(editor: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    break_the_list(monkeypatch)
    with pytest.raises(RuntimeError, match="a fault of ours"):
        editor.get(f"{API}/documents/")

"""What is sent compressed: pages, and nothing else."""

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from kb_project.compressed_pages import compressed_pages

LONG = b"The same words again. " * 200


@pytest.mark.django_db
def test_a_page_is_compressed_for_who_takes_it_so() -> None:
    address = reverse("help")
    plain = Client().get(address)
    assert "Content-Encoding" not in plain
    sent = Client().get(address, HTTP_ACCEPT_ENCODING="gzip")
    assert sent["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in sent["Vary"]
    assert b'id="help"' in gzip.decompress(sent.content)
    assert len(sent.content) < len(plain.content) / 2


@pytest.mark.parametrize(
    "response",
    [
        HttpResponse(LONG, content_type="application/json"),
        HttpResponse(LONG, content_type="image/png", headers={"ETag": '"strong"'}),
        StreamingHttpResponse([LONG], content_type="text/html"),
    ],
    ids=["json", "picture", "stream"],
)
def test_nothing_else_is_touched(response: HttpResponse) -> None:
    request = RequestFactory().get("/", HTTP_ACCEPT_ENCODING="gzip")
    answer = compressed_pages(lambda _: response)(request)
    assert "Content-Encoding" not in answer
    assert answer.get("ETag") in (None, '"strong"')

"""The product's own door: what a browser and a program send, byte for byte, and what they are answered."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from selectolax.lexbor import LexborHTMLParser

from documents.extractors.failures import FAILURES
from documents.models import Collection, Document, Revision

BOUNDARY = "the-end-of-a-part"
MOST_HITS = 50


@dataclass(slots=True)
class Arrival:
    """What became of one upload: `document`, or the `code` of its refusal. `answer` is the page or the record."""

    status: int
    answer: str
    document: Document | None = None
    code: str = ""
    is_new: bool = False


@dataclass(slots=True)
class Door:
    """A signed-in client and the collection that it uploads to."""

    client: Client
    collection: Collection

    def upload_page(self, name: str, content: bytes) -> Arrival:
        """As the upload page's form sends it. A refusal's code is that of the sentence that the page shows."""
        answer = self._post(reverse("upload"), name, content)
        page = answer.content.decode()
        if answer.status_code in (200, 201):
            return Arrival(answer.status_code, page, self._linked(page), is_new=answer.status_code == 201)
        return Arrival(answer.status_code, page, code=_code_shown(page))

    def upload_api(self, name: str, content: bytes) -> Arrival:
        answer = self._post(reverse("api-documents"), name, content)
        told = answer.json()
        if answer.status_code in (200, 201):
            document = Document.objects.get(pk=told["document"]["id"])
            return Arrival(answer.status_code, json.dumps(told), document, is_new=answer.status_code == 201)
        return Arrival(answer.status_code, json.dumps(told), code=told["error"]["code"])

    def replace(self, document: Document, name: str, content: bytes) -> int:
        """The status of the API's answer."""
        return int(self._post(reverse("api-revisions", args=[document.pk]), name, content).status_code)

    def answer(self, query: str, document: Document | None = None, page: int = 1) -> dict[str, Any]:
        """What the API answers to a question."""
        asked: dict[str, object] = {"q": query, "per_page": MOST_HITS, "page": page}
        if document is not None:
            asked["document"] = document.pk
        answer = self.client.get(reverse("api-search"), asked)
        assert answer.status_code == 200, answer.content.decode()
        told: dict[str, Any] = answer.json()
        return told

    def hits(self, query: str, document: Document | None = None, page: int = 1) -> list[dict[str, Any]]:
        """The passages of the answer, in order."""
        return [hit for group in self.answer(query, document, page)["results"] for hit in group["hits"]]

    def cite(self, revision: Revision, words: str) -> dict[str, Any]:
        """The citation of the first place where the current text has these words."""
        start = (revision.text or "").index(words)
        span = {"start": start, "end": start + len(words), "v": revision.text_sha256}
        answer = self.client.get(reverse("api-cite"), {"document": revision.document_id} | span)
        assert answer.status_code == 200, answer.content.decode()
        told: dict[str, Any] = answer.json()
        return told

    def results_page(self, query: str, document: Document | None = None) -> str:
        asked: dict[str, object] = {"q": query} | ({"document": document.pk} if document else {})
        return self.page(reverse("search"), asked)

    def page(self, address: str, asked: dict[str, object] | None = None) -> str:
        answer = self.client.get(address, asked or {})
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        return answer.content.decode()

    def passage_page(self, citation: dict[str, Any]) -> str:
        """What the citation's own link opens."""
        path = re.sub(r"^https?://[^/]+", "", citation["url"])
        return self.page(path.split("#")[0])

    def document_pages(self, document: Document) -> dict[str, str]:
        """Every page about one document, by the name of its address."""
        names = ("document", "document-read", "document-pages", "document-revisions", "document-history")
        return {
            name: self.client.get(reverse(name, args=[document.pk]), follow=True).content.decode() for name in names
        }

    def original(self, document: Document, name: str = "document-file") -> HttpResponseBase:
        """The file as it is sent, not read yet."""
        return self.client.get(reverse(name, args=[document.pk]))

    def original_headers(self, document: Document, name: str = "document-file") -> Mapping[str, str]:
        answer = self.original(document, name)
        b"".join(answer)  # the file is closed when all of it has been sent
        return answer.headers

    def _post(self, address: str, name: str, content: bytes) -> Any:
        fields = {"collection": str(self.collection.pk)}
        body = form_data(fields, name, content)
        return self.client.post(address, body, content_type=f"multipart/form-data; boundary={BOUNDARY}")

    def _linked(self, page: str) -> Document:
        """The document that the answer's row leads to."""
        found = re.search(r'class="row-name" href="/documents/(\d+)/"', page)
        assert found, page
        return Document.objects.get(pk=int(found[1]))


def form_data(fields: dict[str, str], name: str, content: bytes) -> bytes:
    """A form with one file. The test client would shorten the name to its last part; a sender need not."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, value in fields.items()
    ]
    disposition = f"Content-Disposition: form-data; name=\"file\"; filename*=UTF-8''{quote(name, safe='')}"
    head = f"--{BOUNDARY}\r\n{disposition}\r\nContent-Type: application/octet-stream\r\n\r\n".encode()
    return b"".join([*parts, head, content, f"\r\n--{BOUNDARY}--\r\n".encode()])


def _code_shown(page: str) -> str:
    """The code whose sentence the page says; empty where it says none."""
    words = seen(page)
    return next((code for code, failure in FAILURES.items() if failure.sentence in words), "")


def seen(page: str) -> str:
    """The words of a page as a person reads them, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", _without_scripts(page))).replace("\u200b", "").split())


def _without_scripts(page: str) -> str:
    return re.sub(r"<(script|style|title)\b.*?</\1>", " ", page, flags=re.DOTALL)


def text_of(page: str, selector: str) -> str:
    """The text inside the first element that matches, exactly; empty where none does."""
    found = LexborHTMLParser(page).css_first(selector)
    return found.text() if found else ""


def collapsed(text: str) -> str:
    """Without any white space, in NFC: what is the same words however their lines are broken."""
    return "".join(unicodedata.normalize("NFC", text).split())


def with_text(document: Document) -> Revision:
    """The newest revision, with its text."""
    newest = Revision.objects.with_text().select_related("document").filter(document=document).order_by("-number")
    revision = newest.first()
    assert revision is not None
    return revision

"""The main job through the real thing: HTTP upload, real queue and worker, Postgres and Chroma, the passage's page."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from typing import Any

import docx
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from fpdf import FPDF

from documents.models import Collection, Document, Revision
from documents.text import pages_for_span
from search.audit import find_drift
from search.indexing import active_generation
from search.models import Chunk, IndexRecord
from tests.end_to_end.conftest import Worker, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

CROSSING = ("The harbour master keeps the spare", "key under the third bollard of the northern quay.")


def pdf_with_a_sentence_across_a_page_break() -> bytes:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=12)
    lines = [
        ["Contents", "This handbook tells how the harbour is run."],
        ["Opening hours", "The office opens at eight. " * 20, CROSSING[0]],
        [CROSSING[1], "Fees are paid by the month. " * 20],
    ]
    for page in lines:
        pdf.add_page()
        for line in page:
            pdf.multi_cell(0, 6, line, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def docx_with_headings() -> bytes:
    document = docx.Document()
    document.add_heading("Maintenance agreement", level=1)
    document.add_paragraph("The parties agree on what follows. " * 10)
    document.add_heading("3.2 Renewal", level=2)
    document.add_paragraph("The agreement renews each March unless the lighthouse keeper objects in writing.")
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


@pytest.fixture
def staff(client: Client) -> Iterator[Client]:
    client.force_login(User.objects.create_superuser("ada"))
    return client


def upload(client: Client, content: bytes, name: str) -> Document:
    collection, _ = Collection.objects.get_or_create(name="Harbour")
    stream = io.BytesIO(content)
    stream.name = name
    answer = client.post(reverse("upload"), {"collection": collection.pk, "file": [stream]}, follow=True)
    assert answer.status_code == 201, answer.content.decode()
    return Document.objects.get(title=name.rsplit(".", 1)[0])


def wait_for_index(document: Document, worker: Worker) -> Revision:
    def indexed() -> bool:
        return IndexRecord.objects.filter(revision__document=document).exists()

    wait_until(indexed, worker, f"{document.title} to be indexed")
    return Revision.objects.with_text().get(document=document)


def first_passage_link(client: Client, query: str) -> tuple[str, str]:
    """The page of results, and the address of its first passage."""
    page = client.get(reverse("search"), {"q": query}).content.decode()
    link = re.search(r'href="(/documents/\d+/passages/\d+-\d+/\?v=[0-9a-f]{64}[^"]*#passage)"', html.unescape(page))
    assert link, page
    return page, link[1]


def marked_text(page: str) -> str:
    """What stands inside the element that the link leads to, as a person reads it."""
    body = page[page.index('id="passage"') :]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", body)))


def test_a_pdf_is_found_and_its_passage_cites_both_pages(worker: Worker, staff: Client) -> None:
    document = upload(staff, pdf_with_a_sentence_across_a_page_break(), "handbook.pdf")
    revision = wait_for_index(document, worker)
    text = revision.text or ""
    start, end = text.index(CROSSING[0]), text.index(CROSSING[1]) + len(CROSSING[1])
    assert pages_for_span(revision.spans, start, end) == (2, 3)

    page, link = first_passage_link(staff, "where is the spare key of the harbour master")
    assert "pp. 2–3 of 3" in page or "pp. 1–3 of 3" in page
    passage = staff.get(link.split("#")[0])
    assert passage.status_code == 200
    assert CROSSING[0] in marked_text(passage.content.decode())
    assert CROSSING[1] in marked_text(passage.content.decode())


@pytest.mark.long
def test_a_docx_is_found_by_its_heading_and_never_by_a_page(worker: Worker, staff: Client) -> None:
    document = upload(staff, docx_with_headings(), "agreement.docx")
    revision = wait_for_index(document, worker)
    assert (revision.page_count, revision.page_spans, revision.page_labels) == (None, None, None)

    page, link = first_passage_link(staff, "when does the lighthouse agreement renew")
    passage = staff.get(link.split("#")[0]).content.decode()
    assert "unless the lighthouse keeper objects in writing" in marked_text(passage)
    for shown in (page, passage):
        assert not re.search(r"\bpp?\.\s+\w+ of \d+", shown)


@pytest.mark.long
def test_a_worker_killed_in_the_middle_loses_nothing_and_doubles_nothing(worker: Worker, staff: Client) -> None:
    document = upload(staff, long_pdf(pages=150), "long.pdf")

    def being_read() -> bool:
        return Revision.objects.filter(document=document, status=Revision.Status.EXTRACTING).exists()

    wait_until(being_read, worker, "the reading to begin")
    worker.kill()
    assert Revision.objects.get().status == Revision.Status.EXTRACTING
    worker.start()
    wait_until(Embedded.some, worker, "the indexing to begin")
    worker.kill()
    worker.start()
    revision = wait_for_index(document, worker)

    assert revision.page_count == 150
    assert find_drift(active_generation()).is_clean
    spans = list(Chunk.objects.values_list("revision", "start", "end"))
    assert len(spans) == len(set(spans)) > 100


class Embedded:
    @staticmethod
    def some() -> bool:
        from search.models import Embedding

        return Embedding.objects.exists() or IndexRecord.objects.exists()


def long_pdf(pages: int) -> bytes:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=10)
    for number in range(1, pages + 1):
        pdf.add_page()
        sentence = f"On day {number} the tide gauge of station {number * 7} stood at {number * 13} centimetres. "
        pdf.multi_cell(0, 5, sentence * 30)
    return bytes(pdf.output())


@pytest.mark.long
def test_the_answer_of_the_search_is_the_slice_of_the_stored_text(worker: Worker, staff: Client) -> None:
    document = upload(staff, pdf_with_a_sentence_across_a_page_break(), "handbook.pdf")
    revision = wait_for_index(document, worker)
    answer: dict[str, Any] = staff.get("/api/v1/search/", {"q": "spare key"}).json()
    citations = [hit["citation"] for group in answer["results"] for hit in group["hits"]]
    assert citations
    for citation in citations:
        assert citation["quote"] == (revision.text or "")[citation["start"] : citation["end"]]
        assert citation["revision"]["text_sha256"] == revision.text_sha256
        numbers = pages_for_span(revision.spans, citation["start"], citation["end"])
        assert tuple(page["number"] for page in citation["pages"]) == numbers

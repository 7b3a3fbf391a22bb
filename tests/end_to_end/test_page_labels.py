"""Page labels from the file to the citation: through the upload page, the confined reader and the index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, TextStringObject

from documents import services
from documents.models import Document, Revision
from documents.text.locators import format_locator
from documents.text.page_labels import find_page
from search.audit import find_drift
from search.generations import active_generation
from search.queries import search
from tests.corpus import case_parameters, corpus_file
from tests.documents.extractors.pdf_files import make_pdf, rewrite_pdf
from tests.factories import index, make_admin, make_collection

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("index_db")]

TEXTS = [f"Sheet {word} of the survey." for word in ("alder", "birch", "cedar", "damson", "elm", "fir")]


def upload(client: Client, content: bytes, name: str = "survey.pdf") -> Document:
    """The document as the upload page receives it, read and indexed."""
    collection = make_collection()
    sent = {"collection": collection.pk, "file": [SimpleUploadedFile(name, content)]}
    assert client.post(reverse("upload"), sent, follow=True).status_code == 201
    document = Document.objects.get(collection=collection)
    services.extract_revision(document.revisions.get().pk)
    document.refresh_from_db()
    index(document)
    return document


def labels_of(document: Document) -> tuple[Any, Any]:
    revision = Revision.objects.get(pk=document.current_revision_id)
    return revision.page_labels, revision.declared_page_labels


# --- one file of our own for each kind ---


def entry(**values: str | int) -> DictionaryObject:
    """How a range is labelled: `S` its style, `P` its prefix, `St` its first number."""
    kinds = {"S": lambda value: NameObject(f"/{value}"), "P": TextStringObject, "St": NumberObject}
    return DictionaryObject({NameObject(f"/{key}"): kinds[key](value) for key, value in values.items()})


def numbers(*items: int | DictionaryObject) -> DictionaryObject:
    told = [NumberObject(item) if isinstance(item, int) else item for item in items]
    return DictionaryObject({NameObject("/Nums"): ArrayObject(told)})


def labelled(tree: DictionaryObject) -> Callable[[PdfWriter], object]:
    def change(writer: PdfWriter) -> None:
        writer.root_object[NameObject("/PageLabels")] = writer._add_object(tree)

    return change


def kids(*trees: DictionaryObject) -> DictionaryObject:
    return DictionaryObject({NameObject("/Kids"): ArrayObject(trees)})


KINDS: dict[str, tuple[DictionaryObject, list[str | None] | None]] = {
    "roman front matter": (numbers(0, entry(S="r"), 3, entry(S="D")), ["i", "ii", "iii", "1", "2", "3"]),
    "prefixes": (
        numbers(0, entry(P="Cover"), 1, entry(S="D", P="A-"), 4, entry(S="R", P="B-", St=9)),
        ["Cover", "A-1", "A-2", "A-3", "B-IX", "B-X"],
    ),
    "repeated": (numbers(0, entry(S="D"), 2, entry(S="D")), ["1", "2", "1", "2", "3", "4"]),
    "missing": (numbers(2, entry(S="a", St=26), 4, entry()), [None, None, "z", "aa", None, None]),
    "number tree": (
        kids(kids(numbers(0, entry(S="r")), numbers(2, entry(S="D"))), numbers(5, entry(S="A"))),
        ["i", "ii", "1", "2", "3", "A"],
    ),
    "only blank": (numbers(0, entry()), None),
    "none": (numbers(), None),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_labels_comes_from_the_file_into_citations_and_pages(admin_client: Client, kind: str) -> None:
    tree, labels = KINDS[kind]
    document = upload(admin_client, rewrite_pdf(make_pdf(*TEXTS), labelled(tree)))
    assert labels_of(document) == (labels, labels)
    for hit in search(user=make_admin(), query="sheet of the survey", document_id=document.pk).hits:
        pages = [page.number for page in hit.citation.pages or ()]
        assert hit.locator == format_locator(pages=pages, page_count=6, page_labels=labels)
        assert [page.label for page in hit.citation.pages or ()] == [labels[n - 1] if labels else None for n in pages]
    table = admin_client.get(reverse("document-pages", args=[document.pk])).content.decode()
    assert all(f">{label}<" in table for label in labels or () if label)
    assert find_drift(active_generation()).is_clean


@pytest.mark.usefixtures("eager_tasks")
def test_a_correction_on_the_screen_shows_in_citations_at_once_and_in_the_index_soon(
    admin_client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    document = upload(admin_client, make_pdf(*TEXTS))
    address = reverse("document-labels", args=[document.pk])
    page = admin_client.get(address)
    sent = {"form": "numbering", "seen": page.context["seen"], "first": "2", "style": "roman", "lead": "", "save": "1"}
    with django_capture_on_commit_callbacks(execute=True):
        assert admin_client.post(address, sent).status_code == 302
    (hit,) = search(user=make_admin(), query="sheet cedar", document_id=document.pk).hits
    assert [page.label for page in hit.citation.pages or ()] == [None, "i", "ii", "iii", "iv", "v"]
    assert labels_of(document) == ([None, "i", "ii", "iii", "iv", "v"], None)
    assert find_drift(active_generation()).is_clean


# --- the corpus ---


@pytest.mark.parametrize("case", case_parameters(lambda case: case["kind"] == "page_labels"))
def test_each_labelled_file_of_the_corpus_is_cited_by_label_and_page(
    admin_client: Client, case: dict[str, Any]
) -> None:
    expect = case["expect"]
    content = corpus_file(case["file"]).read_bytes()
    document = upload(admin_client, content, case["file"])
    labels = expect["page_labels"]
    assert labels_of(document) == (labels, labels)
    for quote in expect["quotes"]:
        found = search(user=make_admin(), query=" ".join(quote["text"].split()[:8]), document_id=document.pk)
        told = {(page.number, page.label) for hit in found.hits for page in hit.citation.pages or ()}
        assert told >= set(zip(quote["pages"], quote["labels"], strict=True)), quote
    for number, label in enumerate(labels, start=1):
        result = find_page(label, len(labels), labels)
        assert number in (result.ambiguous or (result.number,))

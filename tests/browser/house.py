"""The library that the browser walks through: an editor, and a document for each state that a screen shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser
from django.core.files.base import ContentFile
from django.utils import timezone

from documents.models import Collection, Document, DocumentEvent, Revision
from documents.services import delete_document, extract_again, extract_revision, record_event
from documents.services.reading import canonical_values
from kb_project.samples import SAMPLE_FILES
from search.indexing import index_revision
from search.saved import save_search
from tests.browser.papers import paper, read_paper
from tests.factories import add_revision, index, make_collection, make_document, make_group, make_user

PASSWORD = "a long and quiet secret"
PAGES = [
    "Front matter of the agreement between the parties.",
    "",
    """Unless either party gives written notice to terminate this Agreement at least six
months before its end, this Agreement shall continue from year to year.""",
    "A notice that is sent after five in the evening is given on the next working day.",
]
SAVED = "Notices, newest"
NOTES = """Renewal of the lease

The lease is renewed once, by a letter to the landlord.
"""


@dataclass
class House:
    """One editor, one collection, one document that is read and indexed."""

    editor: AbstractUser
    collection: Collection
    document: Document


@dataclass
class Furnished:
    """A document for each state that a screen shows."""

    without_pages: Document
    replaced: Document
    failed: Document
    unread: Document
    deleted: Document
    long: Document
    handbook: Document


def make_house() -> House:
    editors = make_group("editors")
    editor = make_user("ada", groups=[editors], password=PASSWORD)
    collection = make_collection("Contracts", editors=[editors])
    document = make_paper(PAGES, roman=2, title="Outsourcing agreement — BNL Financial", collection=collection)
    _record_arrival(document, editor)
    return House(editor, collection, document)


def furnish(house: House) -> Furnished:
    collection = house.collection
    without_pages = make_document(text=NOTES, title="Notes on the lease", collection=collection)
    replaced = make_paper(["Notice is given in writing."], title="Notices", collection=collection)
    replace_paper(replaced, ["A cover.", "Notice is given in writing or by fax."])
    failed = make_document(text="Words of the first try.", title="Scan of the annex", collection=collection)
    again = extract_again(document=failed, actor=None)
    Revision.objects.filter(pk=again.pk).update(status="FAILED", failure_code="damaged")
    unread = make_document(text="Waiting.", title="Minutes of March", collection=collection)
    extract_again(document=unread, actor=None)
    deleted = make_document(text="Out of date.", title="Price list", collection=collection)
    delete_document(document=deleted, actor=house.editor)
    long = make_paper(
        [f"{number}. Clause number {number} of this long agreement." for number in range(1, 41)],
        roman=4,
        headings=["Contents", "Scope", "Terms"],
        title="Long agreement",
        collection=collection,
    )
    index(without_pages, replaced)
    save_search(user=house.editor, name=SAVED, question=f"q=notice&collection={collection.pk}&sort=newest")
    return Furnished(without_pages, replaced, failed, unread, deleted, long, make_handbook(collection))


def make_handbook(collection: Collection) -> Document:
    """The sample with roman front matter, an outline and sentences that cross pages."""
    title, path = next(iter(SAMPLE_FILES.items()))
    document = make_document(pages=[""], title=title, collection=collection)
    return _with_file(document, path.read_bytes())


def make_paper(
    pages: Sequence[str],
    *,
    title: str,
    collection: Collection,
    roman: int = 0,
    headings: Sequence[str] = (),
) -> Document:
    """A PDF that is read and indexed; its file is the real one."""
    document = make_document(pages=pages, title=title, collection=collection)
    return _with_file(document, paper(pages, roman=roman, headings=headings))


def replace_paper(document: Document, pages: Sequence[str]) -> Revision:
    """The next revision of a PDF, read and indexed."""
    revision = add_revision(document, pages=pages)
    _give_file(revision, paper(pages))
    index(document)
    return revision


def _with_file(document: Document, content: bytes) -> Document:
    assert document.current_revision is not None
    _give_file(document.current_revision, content)
    index(document)
    return document


def _give_file(revision: Revision, content: bytes) -> None:
    for name, value in canonical_values(read_paper(content)).items():
        setattr(revision, name, value)
    revision.size, revision.extracted_at = len(content), timezone.now()
    revision.file.save("original", ContentFile(content), save=True)


def _record_arrival(document: Document, editor: AbstractUser) -> None:
    revision = document.current_revision
    record_event(
        document=document,
        kind=DocumentEvent.Kind.UPLOADED,
        actor=editor,
        revision=revision,
        detail={"name": "agreement.pdf"},
    )
    record_event(document=document, kind=DocumentEvent.Kind.EXTRACTED, revision=revision, detail={"characters": 287})


def work_through() -> None:
    """What a worker would do with the files that have arrived."""
    for pk in Revision.objects.filter(status="RECEIVED").values_list("pk", flat=True):
        extract_revision(pk)
        index_revision(pk)

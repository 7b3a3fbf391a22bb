"""The documents of a bench in the library: put in once, recognised by their bytes, waited for."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from documents.models import Collection, Document, Revision
from search.evaluation import library
from search.evaluation.benches import Bench, Reference, Source
from search.evaluation.library import (
    NotInLibrary,
    Shelf,
    bring_in,
    unfinished,
    wait_until_found,
    without_index,
    worker_runs,
)
from search.generations import active_generation, new_generation, wanted_generation
from search.models import Chunk
from tests.factories import index, make_collection, make_document

pytestmark = pytest.mark.usefixtures("index_db")


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "worker_runs", lambda: False)


def bench(*sources: Source) -> Bench:
    return Bench(Path("b"), sources, (), is_ranking=False, reference=Reference(Path("/nowhere")))


def text(name: str, content: str, title: str = "") -> Source:
    return Source(name, title, content=content.encode())


@pytest.mark.long
def test_what_is_missing_is_put_in_read_and_indexed_here_when_no_worker_runs() -> None:
    said: list[str] = []
    found = bring_in(bench(text("7", "The rent.", "A lease"), text("8", "")), "Evaluation: b", said.append)
    document = Document.objects.get()
    assert (document.title, document.collection.name) == ("A lease", "Evaluation: b")
    assert not document.collection.readers.exists()
    assert found.names == {document.pk: ("7",)}
    assert found.ids == {"7": document.pk}
    assert found.missing == ("8",)
    assert Chunk.objects.filter(document=document).count() == 1
    assert without_index(found, active_generation()) == []
    assert [sentence for sentence in said if "refused: 8" in sentence and "[empty-file]" in sentence]


def test_what_is_there_is_known_by_its_bytes_and_nothing_is_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    source = text("7", "The rent.")
    index(document := make_document(text="The rent."))
    Document.objects.update(file_sha256=source.digest)
    monkeypatch.setattr(library, "_put_in", None)
    said: list[str] = []
    twin = text("9", "The rent.")
    found = bring_in(bench(source, twin), document.collection.name, said.append)
    assert found == Shelf(document.collection, {document.pk: ("7", "9")}, ())
    assert said == []


def test_what_other_collections_hold_does_not_count() -> None:
    source = text("7", "The rent.")
    index(make_document(text="The rent."))
    Document.objects.update(file_sha256=source.digest)
    bring_in(bench(source), "Other", lambda sentence: None)
    assert Document.objects.count() == 2


def test_a_document_without_text_is_missing() -> None:
    source = text("7", " ")
    document = make_document(text=" ")
    Document.objects.update(file_sha256=source.digest)
    found = bring_in(bench(source), document.collection.name, lambda sentence: None)
    assert found.missing == ("7",)


def test_only_what_stands_and_is_not_done_is_waited_for() -> None:
    index(done := make_document(text="Done."))
    to_index, deleted, other = (make_document(text="Waits.") for _ in range(3))
    Document.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    unread = make_document(text="Unread.")
    Revision.objects.filter(document=unread).update(status=Revision.Status.RECEIVED)
    ids = [done.pk, to_index.pk, deleted.pk, unread.pk]
    assert unfinished(ids) == [to_index.pk, unread.pk]
    assert other.pk not in unfinished(ids)


def test_a_worker_that_gets_nowhere_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "worker_runs", lambda: True)
    monkeypatch.setattr(library, "patience", lambda: 0.0)
    monkeypatch.setattr(library, "POLL_SECONDS", 0.0)
    document = make_document(text="Waits.")
    with pytest.raises(NotInLibrary, match="1 document still waiting"):
        wait_until_found([document.pk], lambda sentence: None)


def test_a_worker_is_waited_for_until_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "worker_runs", lambda: True)
    document = make_document(text="Waits.")
    monkeypatch.setattr(library.time, "sleep", lambda seconds: index(document))
    wait_until_found([document.pk], lambda sentence: None)
    assert unfinished([document.pk]) == []


def test_no_worker_answers_where_none_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(library, "PING_SECONDS", 0.05)
    assert not worker_runs()


def test_what_a_generation_lacks_is_named() -> None:
    collection: Collection = make_collection()
    index(*(documents := [make_document(text=f"Text {n}.", collection=collection) for n in range(2)]))
    shelf = Shelf(collection, {one.pk: (one.title,) for one in documents})
    assert without_index(shelf, active_generation()) == []
    candidate = new_generation(wanted_generation(), is_candidate=True)
    assert without_index(shelf, candidate) == sorted(one.title for one in documents)

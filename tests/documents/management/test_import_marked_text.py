"""`import_marked_text` and `export_marked_text`: pages come in and go out as they were, and none is ever guessed."""

from __future__ import annotations

import io
import json
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings

from documents.extractors.media_types import MARKED_TEXT, PLAIN
from documents.management.marked_texts import title_from_name
from documents.models import Collection, Document, Revision
from documents.services import extract_again, extract_revision, page_metadata_problems
from documents.text import clean_page_text
from tests.documents import library
from tests.factories import add_revision, make_collection, make_document
from tests.strategies import page_text, pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("remembered_readings")]

TWO_PAGES = "## Page 1\n\nThe fee is due.\n\n## Page 2\n\nThe term ends in May.\n"
GAP = "## Page 1\n\nThe fee is due.\n\n## Page 3\n\nThe term ends in May.\n"


def run(*paths: Any, **options: Any) -> str:
    out = StringIO()
    call_command("import_marked_text", *map(str, paths), stdout=out, **options)
    return out.getvalue()


def refused(*paths: Any, **options: Any) -> str:
    """What is said when something stays out."""
    out = StringIO()
    with pytest.raises(CommandError, match="did not make it") as failure:
        call_command("import_marked_text", *map(str, paths), stdout=out, **options)
    assert failure.value.returncode == 1
    return out.getvalue()


def export(document: Document, **options: Any) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("export_marked_text", str(document.pk), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def written(folder: Path, text: str, name: str = "report.txt", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def read_back(document: Document) -> Revision:
    """Its newest revision, read here and now as a worker reads it."""
    newest = document.revisions.latest("number")
    extract_revision(newest.pk)
    return Revision.objects.with_text().get(pk=newest.pk)


def page_texts(revision: Revision) -> dict[int, str]:
    return {span.number: (revision.text or "")[span.start : span.end] for span in revision.spans}


@pytest.fixture
def only() -> Any:
    return Document.objects.get


def test_a_marked_text_becomes_a_document_with_pages_and_keeps_its_bytes(tmp_path: Path, only: Any) -> None:
    path = written(tmp_path, TWO_PAGES)
    owner = library.person("ed")
    out = run(path, collection="Old", owner="ed")
    assert "imported: " in out
    assert "2 pages, 2 with text" in out
    document = only()
    assert (document.title, document.owner, document.collection.name) == ("report", owner, "Old")
    revision = read_back(document)
    assert (revision.media_type, revision.page_count, revision.status) == (MARKED_TEXT, 2, Revision.Status.EXTRACTED)
    assert page_texts(revision) == {1: "The fee is due.", 2: "The term ends in May.\n"}
    assert page_metadata_problems(revision) == []
    assert revision.page_sources == ["text layer", "text layer"]
    with revision.file.open() as stored:
        assert stored.read() == path.read_bytes()
    event = document.events.get(kind="uploaded")
    assert (event.detail["imported"], event.detail["page_count"]) == ("page markers", 2)


def test_reading_it_again_gives_the_same_pages(tmp_path: Path, only: Any) -> None:
    run(written(tmp_path, TWO_PAGES))
    first = read_back(only())
    extract_again(document=only(), actor=None)
    second = read_back(only())
    assert second.number == 2
    assert (second.text_sha256, second.page_spans) == (first.text_sha256, first.page_spans)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_change_no_page(tmp_path: Path, only: Any, encoding: str, line_end: str) -> None:
    text = TWO_PAGES.replace("May", "Mai für alle Gebühren, über die wir später sprächen")
    run(written(tmp_path, text.replace("\n", line_end), encoding=encoding))
    assert page_texts(read_back(only()))[2] == "The term ends in Mai für alle Gebühren, über die wir später sprächen.\n"


def test_the_stored_text_obeys_the_rules_of_all_texts(tmp_path: Path, only: Any) -> None:
    words = "many words " * 20
    run(written(tmp_path, f"--- PAGE 1 ---\na\0b\x0cc e\u0301\x85\n--- PAGE 2 ---  \n{words}"))
    assert page_texts(read_back(only())) == {1: "ab\nc \u00e9", 2: words}


def test_an_ambiguous_text_stays_out_with_file_and_line(tmp_path: Path) -> None:
    path = written(tmp_path, GAP)
    fine = written(tmp_path, TWO_PAGES, "fine.txt")
    out = refused(path, fine)
    assert f"ambiguous: {path}\n    Line 5 says page 3 where page 2 is due." in out
    assert "2 files: 1 imported, 0 imported without pages, 0 already held, 1 ambiguous" in out
    assert [document.title for document in Document.objects.all()] == ["fine"]


def test_on_request_it_is_read_by_the_rule_and_what_was_taken_for_granted_is_told(tmp_path: Path, only: Any) -> None:
    out = run(written(tmp_path, GAP), accept_ambiguous=True)
    assert "3 pages, 2 with text" in out
    assert "Line 5 says page 3" in out
    assert "Pages that have no marker, and so no text: 2." in out
    revision = read_back(only())
    assert (revision.page_count, sorted(page_texts(revision)), revision.pages_without_text) == (3, [1, 3], [2])
    assert "Pages that have no marker, and so no text: 2." in revision.notes
    assert revision.page_sources == ["text layer", "none", "text layer"]
    assert page_metadata_problems(revision) == []


def test_what_the_rule_cannot_tell_stays_out_on_request_too(tmp_path: Path) -> None:
    twice = "## Page 1\n\na\n\n## Page 1\n\nb"
    assert "Nothing tells which of lines 1 and 5" in refused(written(tmp_path, twice), accept_ambiguous=True)
    assert "before the first page" in refused(written(tmp_path, f"preface\n{TWO_PAGES}"), accept_ambiguous=True)
    assert "There is no page marker." in refused(written(tmp_path, "no marker at all"), accept_ambiguous=True)
    assert "There is no page marker." in refused(written(tmp_path, " \n "))
    assert not Document.objects.exists()


def test_on_request_it_comes_in_as_plain_text_markers_and_all(tmp_path: Path, only: Any) -> None:
    out = run(written(tmp_path, GAP), as_unpaginated=True)
    assert "imported without pages" in out
    revision = read_back(only())
    assert (revision.media_type, revision.page_count, revision.text) == (PLAIN, None, GAP)


def test_certain_pages_are_pages_whatever_is_asked_for(tmp_path: Path, only: Any) -> None:
    run(written(tmp_path, TWO_PAGES), as_unpaginated=True)
    assert read_back(only()).page_count == 2


def test_the_same_bytes_are_one_document(tmp_path: Path, only: Any) -> None:
    run(written(tmp_path, TWO_PAGES))
    out = run(written(tmp_path, TWO_PAGES, "copy.txt"))
    assert f"already held: {tmp_path / 'copy.txt'}, document {only().pk}" in out


def test_a_text_that_was_uploaded_without_pages_before_is_named_as_such(tmp_path: Path) -> None:
    run(written(tmp_path, GAP), as_unpaginated=True)
    assert "held as a text without pages" in run(written(tmp_path, GAP), accept_ambiguous=True)


def test_a_dry_run_says_the_same_and_stores_nothing(tmp_path: Path) -> None:
    out = run(written(tmp_path, TWO_PAGES), collection="New", dry_run=True)
    assert "2 pages, 2 with text" in out
    assert "(nothing was stored)" in out
    assert not Document.objects.exists()
    assert not Collection.objects.filter(name="New").exists()
    run(written(tmp_path, TWO_PAGES), collection="New")
    assert "already held" in run(written(tmp_path, TWO_PAGES), collection="New", dry_run=True)
    assert "ambiguous" in refused(written(tmp_path, GAP), dry_run=True)


def test_folders_are_entered_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    written(tmp_path / "deep", TWO_PAGES)
    written(tmp_path, GAP, ".hidden.txt")
    assert "It is a folder: add --recursive." in refused(tmp_path)
    assert "1 file: 1 imported" in run(tmp_path, recursive=True)
    (tmp_path / "none").mkdir()
    with pytest.raises(CommandError, match="There are no files"):
        run(tmp_path / "none", recursive=True)


def test_standard_input_is_a_file_with_a_name(monkeypatch: pytest.MonkeyPatch, only: Any) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(TWO_PAGES.encode())))
    run("-", name="old_report.txt", title_from_name=True)
    assert only().title == "old report"
    assert read_back(only()).uploaded_name == "old_report.txt"


def test_what_is_no_text_is_refused_whatever_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"%PDF-1.7\n" + TWO_PAGES.encode())
    (tmp_path / "b.txt").write_bytes(b"")
    out = refused(tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.txt", as_unpaginated=True)
    assert "[unsupported-type]" in out
    assert "[empty-file]" in out
    assert "There is no such file." in out
    assert not Document.objects.exists()


def test_the_report_as_json(tmp_path: Path) -> None:
    good, bad = written(tmp_path, TWO_PAGES, "a.txt"), written(tmp_path, GAP, "b.txt")
    told = json.loads(refused(good, bad, json=True))
    assert told["dry_run"] is False
    assert told["counts"] == {
        "imported": 1, "imported without pages": 0, "already held": 0, "ambiguous": 1, "refused": 0, "failed": 0
    }  # fmt: skip
    assert told["files"] == [
        {
            "file": str(good), "outcome": "imported", "document": Document.objects.get().pk, "page_count": 2,
            "pages_with_text": 2, "reasons": [], "notes": [],
        },
        {
            "file": str(bad), "outcome": "ambiguous", "document": None, "page_count": None, "pages_with_text": None,
            "reasons": ["Line 5 says page 3 where page 2 is due."], "notes": [],
        },
    ]  # fmt: skip


def test_only_an_import_makes_pages_of_markers(tmp_path: Path, only: Any) -> None:
    call_command("ingest_files", str(written(tmp_path, TWO_PAGES)), stdout=StringIO())
    assert read_back(only()).page_count is None


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Annual_report%202019.pdf.txt", "Annual report 2019"),
        ("v1.2 notes.md", "v1.2 notes"),
        (".txt", ""),
        ("plain", "plain"),
    ],
)
def test_titles_in_words(name: str, title: str) -> None:
    assert title_from_name(name) == title


def test_export_writes_every_page_also_to_a_file(tmp_path: Path) -> None:
    document = make_document(pages=["a", "", "c\n"])
    expected = "## Page 1\n\na\n\n## Page 2\n\n\n\n## Page 3\n\nc\n"
    assert export(document) == (expected, "")
    out, _ = export(document, output=tmp_path / "out.txt")
    assert out == f"3 pages to {tmp_path / 'out.txt'}\n"
    assert (tmp_path / "out.txt").read_bytes() == expected.encode()


def test_export_of_an_older_revision_and_what_cannot_be_exported(tmp_path: Path) -> None:
    document = make_document(pages=["old"])
    add_revision(document, text="No pages.")
    assert export(document, revision=1)[0] == "## Page 1\n\nold"
    with pytest.raises(CommandError, match=r"Revision 2 of document \d+ has no pages\."):
        export(document)
    with pytest.raises(CommandError, match="There is no text of document 0"):
        call_command("export_marked_text", "0")
    with pytest.raises(CommandError, match="revision 7"):
        export(document, revision=7)
    with pytest.raises(CommandError, match="No such file or directory"):
        export(document, revision=1, output=tmp_path / "missing" / "out.txt")


def test_export_warns_where_a_page_says_a_marker_itself() -> None:
    document = make_document(pages=["a\n\n## Page 2\n\nb", "c"])
    out, warning = export(document)
    assert out.startswith("## Page 1")
    assert "It cannot be read back to these pages: Line 9 says page 2" in warning
    last = make_document(pages=["a", "b\n\n## Page 3\n\nc"])
    assert "It would be read as 3 pages, and there are 2." in export(last)[1]


@given(pages(text=page_text.filter(lambda text: "page" not in text.casefold()).map(clean_page_text), gaps=False))
@settings(max_examples=25)
@pytest.mark.long
def test_exported_and_imported_again_a_document_has_the_same_pages(tmp_path: Path, drawn: Any) -> None:
    if not drawn:
        return
    document = make_document(pages=[page.text for page in drawn])
    export(document, output=tmp_path / "out.txt")
    where = make_collection()
    run(tmp_path / "out.txt", collection=where.name)
    original = Revision.objects.with_text().get(pk=document.current_revision_id)
    back = read_back(Document.objects.get(collection=where))
    assert (back.text, back.page_spans, back.page_count) == (original.text, original.page_spans, original.page_count)
    assert back.status == original.status
    assert page_metadata_problems(back) == []


def test_an_imported_document_is_shown_page_by_page_and_its_file_as_it_came(
    tmp_path: Path, only: Any, admin_client: Any
) -> None:
    path = written(tmp_path, GAP)
    run(path, accept_ambiguous=True)
    read_back(only())
    at = only().get_absolute_url()
    assert "Text with pages" in admin_client.get(at).content.decode()
    for address in ("text/", "pages/", "read/", "read/?page=3", "history/", "revisions/"):
        assert admin_client.get(at + address).status_code == 200
    assert "The term ends in May." in admin_client.get(f"{at}read/?page=3").content.decode()
    assert "## Page" not in admin_client.get(f"{at}text/").content.decode()
    original = admin_client.get(f"{at}file/")
    assert b"".join(original.streaming_content) == path.read_bytes()
    assert original["Content-Disposition"].startswith("attachment")
    assert admin_client.get(f"{at}original/").status_code == 302

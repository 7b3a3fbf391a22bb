"""The commands of search, as a person at a shell sees them."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from documents.models import Document
from search.generations import active_generation
from search.vector_store import get_store
from tests.factories import DOCX, index, make_collection, make_document, make_group, make_user

pytestmark = pytest.mark.usefixtures("index_db")


def run(name: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command(name, *arguments, stdout=out, stderr=out, no_color=True)
    return out.getvalue()


@pytest.fixture
def library(index_db: None) -> Document:
    paged = make_document(pages=["Front.", "The notice period is six months."], title="Contract", labels=["i", "1"])
    index(paged, make_document(text="Notice given in a memo.", title="Memo", media_type=DOCX))
    return paged


def test_a_search_prints_locator_title_snippet_and_address(library: Document) -> None:
    shown = run("search_library", "notice period")
    assert "Contract\n  p. 1 (page 2 of 2)  Front. The ‹notice› ‹period› is six months.\n" in shown
    assert f"http://localhost:8000/documents/{library.pk}/passages/0-40/?v=" in shown
    assert "in the text  ‹Notice› given in a memo.\n" in shown
    assert "2 passages in 2 documents" in shown
    assert "1 passage in 1 document" in run("search_library", "given")


def test_words_may_be_given_one_by_one_and_results_limited(library: Document) -> None:
    shown = run("search_library", "notice", "period", "--limit", "1")
    assert "Contract" in shown
    assert "Memo" not in shown


def test_the_question_has_the_language_of_the_search_box(library: Document) -> None:
    shown = run("search_library", "notice", "type:pdf")
    assert "Type: PDF\n" in shown
    assert "Contract" in shown
    assert "Memo" not in shown
    assert "No collection is called “Nowhere”." in run("search_library", "notice collection:Nowhere")


def test_json_is_a_list_of_citation_records(library: Document) -> None:
    records = json.loads(run("search_library", "notice", "--json"))
    assert {one["document"]["title"] for one in records} == {"Contract", "Memo"}
    contract = next(one for one in records if one["document"]["id"] == library.pk)
    assert [page["number"] for page in contract["pages"]] == [1, 2]
    assert contract["quote"] == "Front.\n\nThe notice period is six months."


def test_a_search_as_somebody_shows_what_they_may_read(library: Document) -> None:
    ours = make_group()
    make_user("maria", groups=[ours])
    index(make_document(text="A notice for us.", title="Ours", collection=make_collection(readers=[ours])))
    shown = run("search_library", "notice", "--user", "maria")
    assert "Ours" in shown
    assert "Contract" not in shown
    with pytest.raises(CommandError, match="There is nobody with the name nobody"):
        run("search_library", "notice", "--user", "nobody")


def test_a_search_without_the_vector_store_says_so_and_answers(library: Document, settings: Any) -> None:
    working, settings.CHROMA_URL = settings.CHROMA_URL, "http://127.0.0.1:9"
    shown = run("search_library", "notice")
    settings.CHROMA_URL = working
    assert "by words alone" in shown
    assert "Contract" in shown


@pytest.mark.parametrize("name", ["rebuild_index", "audit_index"])
def test_what_needs_the_vector_store_says_in_a_sentence_that_it_is_not_there(
    library: Document, settings: Any, name: str
) -> None:
    working, settings.CHROMA_URL = settings.CHROMA_URL, "http://127.0.0.1:9"
    with pytest.raises(CommandError, match="Chroma does not answer"):
        run(name)
    settings.CHROMA_URL = working


def test_a_rebuild_says_what_is_active_now_and_may_be_repeated(library: Document) -> None:
    old = active_generation()
    for _ in range(2):
        assert "is active: 2 documents, 2 chunks." in run("rebuild_index")
    assert active_generation() != old
    assert "Everything agrees." in run("audit_index")


def test_an_audit_reports_repairs_and_fails_unless_all_is_right(library: Document) -> None:
    assert "Everything agrees." in run("audit_index")
    get_store().drop(active_generation().collection_name)
    out = io.StringIO()
    with pytest.raises(CommandError, match="differs from the texts in 2 places"):
        call_command("audit_index", stdout=out)
    assert "missing vector: 2" in out.getvalue()
    assert f"document {library.pk}: The vector store has no vector" in out.getvalue()
    shown = run("audit_index", "--repair")
    assert "Repaired 2 documents" in shown
    assert shown.rstrip().endswith("Everything agrees.")


def test_an_audit_says_when_the_settings_have_moved_on(library: Document, settings: Any) -> None:
    settings.CHUNK_TOKENS = 100
    shown = run("audit_index")
    assert (
        "The chunk size in tokens is 240 in the index and 100 in the settings. Run `manage.py rebuild_index`." in shown
    )

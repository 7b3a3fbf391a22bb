"""How far a document is, computed."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from documents.models import Revision
from search.models import Generation, IndexRecord
from search.stages import pause_before_asking_again, stage_of, stages_of
from tests.factories import DOCX, add_revision, index, make_document

pytestmark = pytest.mark.usefixtures("index_db")


def newer(document: Any, **fields: Any) -> Revision:
    return Revision.objects.create(
        document=document, number=2, file="x", uploaded_name="x", media_type="x/x", size=1, **fields
    )


def test_a_text_is_indexing_until_the_index_holds_it() -> None:
    document = make_document(pages=["One.", "", "Two."])
    assert (stage_of(document).code, stage_of(document).is_final) == ("indexing", False)
    index(document)
    stage = stage_of(document)
    assert (stage.code, stage.words, stage.is_final) == ("ready", "Ready: 3 pages, 1 without text", True)


def test_without_pages_ready_is_all_there_is_to_say() -> None:
    index(document := make_document(text="One."))
    assert stage_of(document).words == "Ready"


def test_a_record_of_another_text_or_generation_does_not_count() -> None:
    index(document := make_document(text="One."))
    IndexRecord.objects.update(text_sha256="0" * 64)
    assert stage_of(document).code == "indexing"
    index(document)
    assert stage_of(document).code == "ready"
    Generation.objects.update(is_active=False)
    assert stage_of(document).code == "indexing"


@pytest.mark.parametrize(("status", "code"), [("RECEIVED", "received"), ("EXTRACTING", "reading")])
def test_the_newest_file_is_what_the_stage_is_about(status: str, code: str) -> None:
    index(document := make_document(text="One."))
    newer(document, status=status)
    assert (stage_of(document).code, stage_of(document).is_final) == (code, False)


def test_a_failure_says_what_happened_what_to_do_and_what_stays() -> None:
    index(document := make_document(text="One."))
    newer(document, status="FAILED", failure_code="damaged")
    stage = stage_of(document)
    assert (stage.code, stage.is_final) == ("failed", True)
    assert stage.words
    assert stage.advice.endswith("The earlier revision stays as it was.")


def test_a_file_without_text_says_so() -> None:
    document = make_document(pages=[""])
    stage = stage_of(document)
    assert (stage.code, stage.is_final) == ("no-text", True)
    assert stage.words
    assert "earlier" not in stage.advice


def test_many_stages_cost_no_more_queries_than_one() -> None:
    documents = [make_document(text=f"One {n}.") for n in range(5)]
    index(*documents)
    add_revision(documents[0], text="Newer.")
    with CaptureQueriesContext(connection) as captured:
        stages = stages_of(documents)
    assert len(captured) == 2
    assert [stages[one.pk].code for one in documents] == ["indexing", "ready", "ready", "ready", "ready"]
    assert stages_of([]) == {}


@pytest.mark.parametrize(
    ("media_type", "advice"),
    [("application/pdf", "it is a scan"), (DOCX, "in pictures"), ("text/plain", "blank space only")],
)
def test_what_to_do_about_a_file_without_text_depends_on_its_type(media_type: str, advice: str) -> None:
    pages = {"pages": [""]} if media_type == "application/pdf" else {"text": " \n"}
    assert advice in stage_of(make_document(media_type=media_type, **pages)).advice


def test_a_text_whose_pages_cannot_be_proved_has_failed_and_says_so() -> None:
    document = make_document(pages=["One."])
    Revision.objects.filter(document=document).update(page_labels=["i", "ii"])
    index(document)
    stage = stage_of(document)
    assert (stage.code, stage.words, stage.is_final) == ("failed", "Its page metadata is damaged.", True)
    assert stage.advice


@pytest.mark.parametrize(
    ("status", "progress", "words"),
    [
        ("EXTRACTING", (39, 1200), "Reading page 40 of 1,200"),
        ("EXTRACTING", (1200, 1200), "Reading page 1,200 of 1,200"),
        ("EXTRACTING", (None, None), "Reading"),
        ("EXTRACTED", (512, 2048), "Indexing, 25 % done"),
        ("EXTRACTED", (None, None), "Indexing"),
    ],
)
def test_how_far_the_work_is_stands_in_the_words(status: str, progress: Any, words: str) -> None:
    document = make_document(text="One.")
    done, total = progress
    Revision.objects.filter(document=document).update(status=status, work_done=done, work_total=total)
    stage = stage_of(document)
    assert (stage.words, stage.done, stage.total) == (words, done or 0, total or 0)


def test_a_table_with_a_column_of_pages_says_ready_alone() -> None:
    index(document := make_document(pages=["One."]))
    assert (stage_of(document).brief, stage_of(document).words) == ("Ready", "Ready: 1 page")
    Revision.objects.filter(document=document).update(status="RECEIVED")
    assert stage_of(document).brief == "Received"


def test_the_more_files_wait_the_rarer_a_row_asks() -> None:
    assert pause_before_asking_again() == 1500
    document = make_document(text="One.")
    for number in range(2, 22):
        Revision.objects.create(document=document, number=number, file="x", media_type="x/x", size=1)
    assert pause_before_asking_again() == 3000


@pytest.mark.parametrize(
    ("fields", "words", "code"),
    [
        ({"status": "RECEIVED"}, "Waiting for text recognition", "received"),
        ({"status": "EXTRACTING"}, "Recognizing text", "reading"),
        ({"status": "EXTRACTING", "work_done": 2, "work_total": 12}, "Recognizing text: page 3 of 12", "reading"),
        (
            {"status": "RECEIVED", "work_done": 2, "work_total": 12},
            "Text recognition: 2 of 12 pages, waiting for its next turn",
            "received",
        ),
    ],
)
def test_text_recognition_has_words_of_its_own(fields: dict[str, Any], words: str, code: str) -> None:
    newer(document := make_document(pages=[""]), ocr_wanted=True, **fields)
    stage = stage_of(document)
    assert (stage.words, stage.code, stage.is_final) == (words, code, False)


def test_a_text_with_recognized_pages_says_how_many_there_are() -> None:
    index(document := make_document(pages=["One.", "", "Two."]))
    Revision.objects.update(page_sources=["text layer", "none", "OCR"])
    assert stage_of(document).words == "Ready: 3 pages, 1 by text recognition, 1 without text"


def test_a_scan_on_which_recognition_found_nothing_says_so() -> None:
    document = make_document(pages=[""])
    newer(document, ocr_wanted=True, status="NO_TEXT", failure_code="no-text")
    assert stage_of(document).words == "No text was found in the file, nor by text recognition."
    assert stage_of(document).is_final

"""Text recognition: who asks for it, how a worker goes through the pages, and what stops it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from documents import services, signals
from documents.models import Collection, Document, DocumentEvent, RecognizedPage, Revision
from documents.services import NothingToRecognize, OcrUnavailable
from documents.services.labelling import correct_page_labels
from documents.services.pictures import page_marks
from documents.services.recognizing import Unfinished, recognized
from documents.services.requesting_ocr import recognizable
from documents.text import check_page_spans
from documents.text.page_labels import LabelRule
from tests.documents.extractors.pdf_files import make_pdf
from tests.documents.ocr_files import FakeEngine, scan_pdf, use_engine
from tests.documents.picture_files import span_of
from tests.documents.services.test_recognized_text import pdf
from tests.factories import make_collection, make_user

pytestmark = [pytest.mark.long, pytest.mark.django_db]

TEXTS = {1: "First page.", 2: "Second page.", 3: "Third page."}


class WorkerLostError(BaseException):
    """A worker is killed: nothing catches it."""


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    return use_engine(monkeypatch, FakeEngine(dict(TEXTS)))


@pytest.fixture
def announced() -> Any:
    """The revisions that are announced as waiting to be read, in order."""
    heard: list[int] = []

    def hear(sender: object, revision_id: int, **kwargs: Any) -> None:
        heard.append(revision_id)

    signals.file_received.connect(hear)
    yield heard
    signals.file_received.disconnect(hear)


def scan(pages: int = 3, *, ocr: str = "on", collection: Collection | None = None) -> Document:
    """A scan that was received and read; where recognition is on, the revision that it is for waits."""
    collection = collection or make_collection()
    Collection.objects.filter(pk=collection.pk).update(ocr=ocr)
    collection.refresh_from_db()
    content = scan_pdf(*[[f"Scan {number} {timezone.now()}"] for number in range(1, pages + 1)])
    document = services.receive_file(
        collection=collection, file=ContentFile(content), name="scan.pdf", actor=None
    ).document
    services.extract_revision(document.revisions.get().pk)
    return document


def newest(document: Document) -> Revision:
    return Revision.objects.with_text().filter(document=document).latest("number")


def work_on(document: Document) -> Revision:
    services.extract_revision(newest(document).pk)
    return newest(document)


def kinds(document: Document) -> list[str]:
    return [event.kind for event in document.events.order_by("pk")]


# --- who asks for it ---


def test_a_scan_is_stored_at_once_and_a_new_revision_waits_to_be_recognized(engine: FakeEngine) -> None:
    document = scan()
    first, second = document.revisions.order_by("number")
    assert (first.status, first.ocr_wanted) == ("NO_TEXT", False)
    assert (second.status, second.ocr_wanted, second.created_by) == ("RECEIVED", True, None)
    assert (second.file.name, second.file_sha256) == (first.file.name, first.file_sha256)
    document.refresh_from_db()
    assert document.current_revision == first
    assert kinds(document)[-1] == "ocr-requested"
    assert engine.asked == []


@pytest.mark.parametrize(
    ("setting", "choice", "revisions"),
    [("auto", "default", 2), ("off", "default", 1), ("off", "on", 2), ("auto", "off", 1)],
)
def test_the_collection_decides_or_else_the_setting(
    engine: FakeEngine, settings: Any, setting: str, choice: str, revisions: int
) -> None:
    settings.OCR = setting
    assert scan(ocr=choice).revisions.count() == revisions


def test_blank_pages_are_not_waited_for_and_not_offered(engine: FakeEngine) -> None:
    collection = make_collection()
    Collection.objects.filter(pk=collection.pk).update(ocr="on")
    document = services.receive_file(
        collection=collection, file=ContentFile(make_pdf("Words.", "")), name="a.pdf", actor=None
    ).document
    services.extract_revision(document.revisions.get().pk)
    assert document.revisions.get().pages_without_text == [2]
    with pytest.raises(NothingToRecognize, match="no-pages"):
        services.recognize_text(document=document, actor=make_user())


@pytest.mark.parametrize(
    ("sources", "problems", "found"),
    [
        (["none", "none", "none"], ["no-text-layer", None, "no-text-layer"], ((1, 3), True)),
        (["none", "text layer", "none"], ["no-text-layer", None, None], ((1,), False)),
        (["none", "OCR", "none"], ["ocr-failed", None, None], ((1,), False)),
        (["none", "text layer", "none"], ["no-text-layer", "unusable-text-layer", None], ((1, 2), True)),
    ],
)
def test_a_scan_may_have_blank_pages(
    engine: FakeEngine, sources: list[str], problems: list[str | None], found: tuple[tuple[int, ...], bool]
) -> None:
    document = scan(ocr="off")
    Revision.objects.filter(document=document).update(page_sources=sources, page_problems=problems)
    offered = recognizable(document)
    assert (offered.pages, offered.is_scan) == found


def test_without_an_engine_nothing_waits_for_one_and_nothing_fails(engine: FakeEngine) -> None:
    engine.missing = True
    document = scan()
    assert document.revisions.get().status == "NO_TEXT"
    with pytest.raises(OcrUnavailable, match="not installed"):
        services.recognize_text(document=document, actor=None)


def test_a_setting_that_names_no_engine_is_told_in_a_sentence(settings: Any) -> None:
    document = scan(ocr="off")
    settings.OCR_ENGINE = "crystal ball"
    with pytest.raises(OcrUnavailable) as raised:
        services.recognize_text(document=document, actor=None)
    assert raised.value.code == "ocr-engine-missing"


def test_by_hand_it_is_recognized_also_where_it_is_off(engine: FakeEngine) -> None:
    document, person = scan(ocr="off"), make_user("ada")
    assert document.revisions.count() == 1
    revision = services.recognize_text(document=document, actor=person)
    assert (revision.ocr_wanted, revision.created_by) == (True, person)
    assert work_on(document).text == "First page.\n\nSecond page.\n\nThird page."
    event = document.events.get(kind=DocumentEvent.Kind.OCR_REQUESTED)
    assert (event.actor_name, event.revision_number) == ("ada", 2)


def test_there_is_nothing_to_recognize_while_it_is_being_read_and_where_every_page_has_text(
    engine: FakeEngine,
) -> None:
    document = scan()
    with pytest.raises(NothingToRecognize, match="being-read"):
        services.recognize_text(document=document, actor=None)
    work_on(document)
    with pytest.raises(NothingToRecognize, match="no-pages"):
        services.recognize_text(document=document, actor=None)
    note = services.receive_file(
        collection=document.collection, file=ContentFile(b"A note."), name="a.txt", actor=None
    ).document
    services.extract_revision(note.revisions.get().pk)
    with pytest.raises(NothingToRecognize, match="no-pages"):
        services.recognize_text(document=note, actor=None)


def test_several_are_asked_for_at_once_and_the_others_are_named(engine: FakeEngine) -> None:
    person = make_user(is_superuser=True)
    documents = [scan(ocr="off"), scan(ocr="on"), scan(ocr="off")]
    acted = services.recognize_several(documents=documents, actor=person)
    assert acted.done == (documents[0], documents[2])
    assert [(one.document, one.why.name) for one in acted.left_out] == [(documents[1], "NOTHING_TO_DO")]


# --- what is stored ---


def test_the_pages_are_stored_as_recognized_and_the_revision_becomes_current(engine: FakeEngine) -> None:
    document = scan()
    revision = work_on(document)
    assert (revision.status, revision.page_sources) == ("EXTRACTED", ["OCR"] * 3)
    assert revision.page_extractors == ["rapidocr 3.10.0"] * 3
    assert (revision.pages_by_ocr, revision.page_problems) == (3, [None] * 3)
    assert check_page_spans(revision.text or "", revision.spans, 3) == []
    document.refresh_from_db()
    assert document.current_revision == revision
    assert document.events.get(kind="extracted").detail["recognized"] == 3
    row = revision.recognized_pages.get(page=2)
    assert (row.engine, row.engine_version, row.languages) == ("rapidocr", "3.10.0", "eng")
    assert (row.text, [row.text[start:end] for start, end, *_ in row.words]) == ("Second page.", ["Second", "page."])


def test_pages_on_which_nothing_is_found_or_that_fail_are_told_and_not_wanted_by_themselves(
    engine: FakeEngine,
) -> None:
    engine.texts, engine.failing = {1: "Words."}, (3,)
    document = scan()
    revision = work_on(document)
    assert revision.page_problems == [None, "ocr-found-nothing", "ocr-failed"]
    assert revision.page_sources == ["OCR", "none", "none"]
    assert document.revisions.count() == 2


def test_a_scan_on_which_nothing_is_found_stays_without_text(engine: FakeEngine) -> None:
    engine.texts = {}
    revision = work_on(scan())
    assert (revision.status, revision.page_problems) == ("NO_TEXT", ["ocr-found-nothing"] * 3)


def test_corrected_labels_are_kept(engine: FakeEngine) -> None:
    document = scan(ocr="off")
    rule = LabelRule(first=1, last=3, style="roman", start=1)
    correct_page_labels(revision=document.revisions.get(), actor=None, rules=[rule])
    services.recognize_text(document=document, actor=make_user())
    assert work_on(document).page_labels == ["i", "ii", "iii"]


# --- in slices, and when a worker is lost ---


def test_after_its_time_the_rest_waits_for_another_turn(
    engine: FakeEngine, settings: Any, announced: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    settings.OCR_SLICE_SECONDS = 0
    document = scan()
    waiting = newest(document)
    announced.clear()
    for turn in (1, 2):
        with django_capture_on_commit_callbacks(execute=True):
            services.extract_revision(waiting.pk)
        revision = newest(document)
        assert (revision.status, revision.attempts) == ("RECEIVED", 0)
        assert (revision.work_done, revision.work_total) == (turn, 3)
        assert revision.recognized_pages.count() == turn
    assert announced[:2] == [waiting.pk] * 2
    assert work_on(document).text == "First page.\n\nSecond page.\n\nThird page."
    assert engine.asked == [1, 2, 3]
    assert kinds(document).count("extraction-started") == 2


def test_a_file_that_waits_to_be_read_is_let_past(engine: FakeEngine) -> None:
    document = scan()
    services.receive_file(collection=document.collection, file=ContentFile(b"A note."), name="a.txt", actor=None)
    assert work_on(document).status == "RECEIVED"
    assert engine.asked == [1]


def test_a_lost_worker_costs_the_page_that_it_was_on(engine: FakeEngine) -> None:
    document = scan()

    def die(page: int) -> None:
        if page == 2:
            raise WorkerLostError

    engine.before = die
    with pytest.raises(WorkerLostError):
        work_on(document)
    assert newest(document).status == "EXTRACTING"
    engine.before = lambda page: None
    assert work_on(document).pages_by_ocr == 3
    assert engine.asked == [1, 2, 2, 3]


def test_however_many_workers_are_lost_nothing_is_given_up_while_there_is_progress(engine: FakeEngine) -> None:
    engine.texts = {page: f"Page {page}." for page in range(1, 6)}
    document = scan(5)

    def die_once(page: int) -> None:
        if engine.asked.count(page) == 1:
            raise WorkerLostError

    engine.before = die_once
    for _ in range(5):
        with pytest.raises(WorkerLostError):
            work_on(document)
    assert work_on(document).pages_by_ocr == 5


def test_a_page_that_loses_its_worker_three_times_is_given_up_and_the_others_go_on(engine: FakeEngine) -> None:
    document = scan()

    def die(page: int) -> None:
        if page == 2:
            raise WorkerLostError

    engine.before = die
    for _ in range(3):
        with pytest.raises(WorkerLostError):
            work_on(document)
    revision = work_on(document)
    assert (revision.status, revision.page_problems) == ("EXTRACTED", [None, "ocr-failed", None])
    assert engine.asked == [1, 2, 2, 2, 3]


def test_a_worker_lost_before_any_page_is_no_page_s_fault_for_ever(engine: FakeEngine) -> None:
    document = scan()
    Revision.objects.filter(pk=newest(document).pk).update(status="EXTRACTING", attempts=4)
    assert work_on(document).failure_code == "worker-lost"
    assert RecognizedPage.objects.count() == 0


# --- what stops it ---


def test_a_document_deleted_meanwhile_stops_it_and_restored_it_goes_on(engine: FakeEngine) -> None:
    document = scan()

    def delete(page: int) -> None:
        if page == 2:
            services.delete_document(document=document, actor=None)

    engine.before = delete
    assert work_on(document).status == "RECEIVED"
    assert engine.asked == [1, 2]
    engine.before = lambda page: None
    services.restore_document(document=document, actor=None)
    assert work_on(document).pages_by_ocr == 3
    assert engine.asked == [1, 2, 3]


def test_a_newer_file_stops_it_and_what_was_recognized_stays(engine: FakeEngine) -> None:
    document = scan()
    revision = newest(document)

    def replace(page: int) -> None:
        if page == 2:
            services.replace_file(document=document, file=ContentFile(b"New."), name="new.txt", actor=None)

    engine.before = replace
    services.extract_revision(revision.pk)
    revision = Revision.objects.with_text().get(pk=revision.pk)
    assert (revision.status, revision.text) == ("EXTRACTED", "First page.\n\nSecond page.")
    assert revision.page_sources == ["OCR", "OCR", "none"]
    assert engine.asked == [1, 2]


def test_switched_off_meanwhile_it_stops_unless_a_person_asked_for_it(engine: FakeEngine) -> None:
    def switch_off(page: int) -> None:
        Collection.objects.update(ocr="off")

    engine.before = switch_off
    assert work_on(scan()).page_sources == ["OCR", "none", "none"]
    asked = scan(ocr="off")
    services.recognize_text(document=asked, actor=make_user())
    assert work_on(asked).pages_by_ocr == 3


def test_an_engine_that_is_gone_when_its_turn_comes_leaves_a_note_and_no_failure(engine: FakeEngine) -> None:
    document = scan()
    engine.missing = True
    revision = work_on(document)
    assert (revision.status, revision.failure_code) == ("NO_TEXT", "no-text")
    assert revision.notes == ["Text recognition is not installed here."]


def test_a_revision_purged_meanwhile_is_nobody_s_work(engine: FakeEngine) -> None:
    document = scan()
    revision = newest(document)

    def purge(page: int) -> None:
        if page == 2:
            services.delete_document(document=document, actor=None)
            services.purge_deleted(timezone.now())

    engine.before = purge
    services.extract_revision(revision.pk)
    assert not Revision.objects.exists()


# --- read again ---


def test_read_again_it_keeps_what_was_recognized(engine: FakeEngine) -> None:
    engine.failing = (3,)
    document = scan()
    before = work_on(document)
    services.extract_again(document=document, actor=None)
    again = work_on(document)
    assert (again.number, again.text, again.page_problems) == (3, before.text, before.page_problems)
    assert again.recognized_pages.count() == 3
    assert engine.asked == [1, 2, 3]


def test_another_version_of_the_engine_reads_anew(engine: FakeEngine) -> None:
    document = scan()
    work_on(document)
    engine.version = "4.0.0"
    services.extract_again(document=document, actor=None)
    work_on(document)
    assert engine.asked == [1, 2, 3, 1, 2, 3]


def test_read_again_where_the_engine_is_gone_it_keeps_what_was_recognized(engine: FakeEngine) -> None:
    document = scan()
    before = work_on(document)
    engine.missing = True
    services.extract_again(document=document, actor=None)
    assert work_on(document).text == before.text


def test_by_hand_the_pages_without_success_are_tried_again_and_no_others(engine: FakeEngine) -> None:
    engine.texts, engine.failing = {1: "First page."}, (3,)
    document = scan()
    work_on(document)
    engine.texts, engine.failing = dict(TEXTS), ()
    services.recognize_text(document=document, actor=make_user())
    assert work_on(document).pages_by_ocr == 3
    assert engine.asked == [1, 2, 3, 2, 3]


def test_without_a_page_that_wants_it_the_engine_is_not_asked(engine: FakeEngine, tmp_path: Any) -> None:
    revision = newest(scan())
    extracted = pdf("Words.")
    assert recognized(revision, tmp_path, extracted) is extracted
    assert engine.asked == []


def test_a_deleted_document_is_given_back_before_anything_is_asked(engine: FakeEngine, tmp_path: Any) -> None:
    document = scan()
    services.delete_document(document=document, actor=None)
    with pytest.raises(Unfinished):
        recognized(newest(document), tmp_path, pdf(""))
    assert engine.asked == []


# --- marks ---


def test_a_word_is_marked_in_its_box(engine: FakeEngine, settings: Any, tmp_path: Any) -> None:
    settings.PICTURES_ROOT = str(tmp_path / "pictures")
    engine.texts = {1: "We ask for infor-\nmation today", 2: "The information."}
    revision = work_on(scan())
    assert "We ask for information" in (revision.text or "")
    marks = page_marks(revision, 1, [span_of(revision, words) for words in ("We", "today", "information")])
    (we,), (today,), broken = marks.rects
    assert (we.x0, we.y0, we.x1, we.y1) == pytest.approx((0, 0, 0.09, 0.02), abs=0.001)
    assert (today.x0, today.y0) == pytest.approx((0.1, 0.025), abs=0.001)
    assert [(rect.x0, rect.y0) for rect in broken] == [
        pytest.approx((0.3, 0), abs=0.001),
        pytest.approx((0, 0.025), abs=0.001),
    ]
    assert marks.problem == ""
    assert marks.size is not None

"""The corpus through the product's own door: every case uploaded, read, indexed, asked for, cited, and looked at.

What a case expects is read key by key and sentence by sentence (`journeys/`); one that nobody reads is a failure.
A table at the end of the run has a row for each case.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from documents.models import Collection, OcrChoice
from tests.corpus import case_parameters, corpus_cases, corpus_file, needs_corpus
from tests.end_to_end.conftest import Worker, wait_until
from tests.end_to_end.journeys.door import Door, with_text
from tests.end_to_end.journeys.expectations import CHECKS, claims_of
from tests.end_to_end.journeys.journey import Journey, travel
from tests.end_to_end.journeys.sayings import SENTENCES, checked_sentences
from tests.end_to_end.journeys.table import Row, counted
from tests.end_to_end.journeys.waiting import WAITING
from tests.end_to_end.journeys.without_file import CASES, KEYS
from tests.end_to_end.races import House
from tests.factories import make_admin
from tests.invariants import library_problems

pytestmark = pytest.mark.long

AtWork = Callable[[], AbstractContextManager[Any]]


BY_MEANING = {"pdf-ligatures"}
"""Cases with a question that names a part of a word: the words do not find it, the model that the product has does."""


def with_limits_of(case: dict[str, Any], settings: Any) -> None:
    """A case that names limits is read under them."""
    expect = case["expect"]
    settings.EXTRACT_SECONDS = expect.get("max_seconds", settings.EXTRACT_SECONDS)
    if "max_rss_mb" in expect:
        settings.EXTRACT_MEMORY_BYTES = expect["max_rss_mb"] * 2**20


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.parametrize("case", case_parameters(lambda case: bool(case.get("file"))))
def test_a_case_comes_out_right(
    case: dict[str, Any],
    door: Door,
    settings: Any,
    django_capture_on_commit_callbacks: Any,
    record_property: Callable[[str, object], None],
) -> None:
    with_limits_of(case, settings)
    if case["id"] in BY_MEANING:
        settings.EMBEDDING_BACKEND = "auto"
    if "ocr_must_contain" in case["expect"]:
        Collection.objects.filter(pk=door.collection.pk).update(ocr=OcrChoice.ON)
    row = Row(case["id"], case["kind"])
    try:
        content = corpus_file(case["file"]).read_bytes()
        wrong = settle(case, content, door, lambda: django_capture_on_commit_callbacks(execute=True), row)
    finally:
        if row.verdict != "right" and case["id"] in WAITING:
            row.verdict = f"waits: {WAITING[case['id']]}"
        record_property(*row.as_property())
    if wrong and case["id"] in WAITING:
        pytest.xfail(WAITING[case["id"]])
    if wrong:
        pytest.fail("\n".join(wrong))


def settle(case: dict[str, Any], content: bytes, door: Door, at_work: AtWork, row: Row) -> list[str]:
    """Send a case on its way and fill its row; returns in words what is not right of it."""
    journey = travel(case, door, at_work, content)
    row.outcome = f"{journey.outcome} {journey.code}".strip()
    row.seconds, row.memory = f"{journey.seconds:.1f}", f"{journey.peak_bytes / 2**20:.0f}"
    if journey.document is not None:
        row.pages = str(journey.revision.page_count or "-")
    return judged(journey, row)


def judged(journey: Journey, row: Row) -> list[str]:
    must, should = claims_of(journey)
    row.must, row.should = counted(must), counted(should)
    wrong = [claim.words for claim in (*must, *should) if not claim.holds] + library_problems()
    if not wrong:
        row.verdict = "right"
    return wrong


@pytest.mark.parametrize("case", case_parameters(lambda case: not case.get("file")))
def test_a_case_without_a_file_comes_out_right(
    case: dict[str, Any],
    house: House,
    record_property: Callable[[str, object], None],
    request: pytest.FixtureRequest,
) -> None:
    row = Row(case["id"], case["kind"])
    try:
        claims = list(CASES[case["id"]](house, case["expect"], lambda: request.getfixturevalue("worker")))
        row.must = counted(claims)
        wrong = [claim.words for claim in claims if not claim.holds]
        row.verdict = "WRONG" if wrong else "right"
    finally:
        record_property(*row.as_property())
    if wrong:
        pytest.fail("\n".join(wrong))


BY_A_REAL_WORKER = (
    "pdf-labels-roman-then-arabic",
    "pdf-enc-unknown-pw",
    "pdf-garbage-type3",
    "pdf-truncated-half",
    "docx-text-box",
    "docx-encrypted-ole",
    "txt-nfd",
    "xlsx-emoji",
)


@needs_corpus
@pytest.mark.django_db(transaction=True)
def test_some_of_each_kind_come_out_as_right_from_a_worker_of_its_own(
    worker: Worker, client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.PICTURES_ROOT = str(tmp_path / "pictures")
    client.force_login(make_admin())
    door = Door(client, Collection.objects.create(name="Corpus"))
    chosen = corpus_cases(lambda case: case["id"] in BY_A_REAL_WORKER)
    journeys = [travel(case, door, nullcontext, corpus_file(case["file"]).read_bytes()) for case in chosen]
    for journey in journeys:
        wait_until(lambda journey=journey: _is_settled(journey), worker, journey.case["id"])
    wrong = {journey.case["id"]: judged(journey, Row("", "")) for journey in journeys}
    assert {case: words for case, words in wrong.items() if words and case not in WAITING} == {}
    assert len(journeys) == len(BY_A_REAL_WORKER)


def _is_settled(journey: Journey) -> bool:
    revision = with_text(journey.stored)
    if revision.status != "EXTRACTED":
        return revision.status in ("NO_TEXT", "FAILED")
    return revision.index_records.exists()


@needs_corpus
def test_every_key_and_every_sentence_of_the_corpus_is_read_by_somebody() -> None:
    cases = corpus_cases(lambda case: bool(case.get("file")))
    unread = {key for case in cases for key in case["expect"]} - CHECKS.keys() - SENTENCES
    assert unread == set()
    others = corpus_cases(lambda case: not case.get("file"))
    assert {case["id"] for case in others} == CASES.keys()
    assert {key for case in others for key in case["expect"]} <= KEYS
    sentences = {
        (case["id"], key)
        for case in cases
        for key in (*(SENTENCES & case["expect"].keys()), *(["note"] if "note" in case else []))
        if not (key == "rule" and "page_metadata" in case["expect"])
    }
    assert checked_sentences() == sentences


@needs_corpus
def test_nothing_waits_for_a_case_that_is_not_there() -> None:
    assert {case["id"] for case in corpus_cases(lambda case: True)} >= WAITING.keys()

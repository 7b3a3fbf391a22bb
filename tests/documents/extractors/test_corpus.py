"""The corpus of real and hostile files: what PINCITE_CORPUS names, read in the confined child.

Cases about names, search, rectangles and races are for tests of the parts that do that; here is what extraction owes.
"""

import re
import unicodedata
from functools import cache
from typing import Any

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.office_program import find_office_program
from documents.extractors.outcome import ExtractedText
from documents.extractors.sandbox import extract_confined
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type
from documents.text import check_page_spans, clean_page_text, has_ink, render_plain
from tests.corpus import corpus_cases, corpus_file, needs_corpus

pytestmark = pytest.mark.long

LIMITS = Limits(seconds=30, memory_bytes=1 << 30, output_bytes=64 << 20)

FAILURES = {
    "pdf-enc-unknown-pw": "password-needed",
    "docx-encrypted-ole": "password-needed",
    **({} if find_office_program() else {"doc-legacy-renamed": "legacy-office"}),
    "docx-zero-bytes": "empty-file",
    "docx-zipbomb-document": "expands-too-much",
    "docx-entity-bomb": "damaged",
    "pdf-not-a-pdf": "damaged",
    "pdf-zero-pages": "damaged",
}
"""Cases whose file cannot be read, with the code that says why."""

LATER = {}
"""Cases of formats that are not read yet: they are refused by name."""

CASES = corpus_cases(lambda case: case.get("file") and case["kind"] not in ("filename", "duplicates", "races"))


def case_parameters(*, readable: bool) -> list[Any]:
    chosen = [case for case in CASES if (case["id"] not in FAILURES and case["id"] not in LATER) == readable]
    return [pytest.param(case, id=case["id"]) for case in chosen] or [pytest.param({}, id="none")]


@cache
def read_case(name: str, upload_name: str) -> ExtractedText:
    path = corpus_file(name)
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    media_type = sniff_media_type(head, lambda: path.open("rb"), upload_name)
    return extract_confined(path, media_type, LIMITS)


def outcome_of(case: dict[str, Any]) -> ExtractedText:
    return read_case(case["file"], case.get("upload_as") or case["file"])


def text_of(outcome: ExtractedText) -> str:
    return outcome.text if outcome.pages is None else render_plain(outcome.pages)[0]


def collapsed(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


@needs_corpus
@pytest.mark.parametrize("case", case_parameters(readable=True))
class TestReadable:
    """Files that are read."""

    def test_pages_and_labels_are_the_right_ones(self, case: dict[str, Any]) -> None:
        outcome, expect = outcome_of(case), case["expect"]
        if outcome.pages is None:
            assert expect.get("paginated", False) is False
            assert (outcome.page_labels, outcome.page_sources) == (None, None)
            return
        if "pages" in expect:
            assert len(outcome.pages) == expect["pages"]
        if "page_labels" in expect:
            assert (None if outcome.page_labels is None else list(outcome.page_labels)) == expect["page_labels"]

    def test_pages_with_text_are_the_right_ones(self, case: dict[str, Any]) -> None:
        outcome, expect = outcome_of(case), case["expect"]
        expected = expect.get("pages_with_text")
        if outcome.pages is None or expected is None:
            return
        found = [page.number for page in outcome.pages if has_ink(page.text)]
        if expected == "all":
            expected = list(range(1, expect["pages"] + 1))
        if expect["outcome"] == "stored_reported":
            expected = []
        disputed = set(expect.get("pages_with_text_tools_disagree", []))
        assert set(found) - disputed == set(expected) - disputed

    def test_quotes_stand_on_their_pages(self, case: dict[str, Any]) -> None:
        outcome, expect = outcome_of(case), case["expect"]
        for quote in expect.get("quotes", []):
            pages = outcome.pages
            assert pages is not None
            for number in quote["pages"]:
                assert collapsed(quote["text"]) in collapsed(pages[number - 1].text)

    def test_what_must_be_there_is_there(self, case: dict[str, Any]) -> None:
        text, expect = collapsed(text_of(outcome_of(case))), case["expect"]
        keys = (
            "must_contain",
            "must_contain_if_indexed",
            "must_contain_nfc",
            "must_find_query",
            "should_contain",
            "should_find_query",
        )
        for words in [words for key in keys for words in expect.get(key, [])]:
            assert collapsed(words) in text
        for words in expect.get("must_occur_once", []):
            assert text.count(collapsed(words)) == 1

    def test_what_must_not_be_there_is_not(self, case: dict[str, Any]) -> None:
        text = text_of(outcome_of(case))
        for words in case["expect"].get("must_not_contain", []):
            assert words not in text

    def test_the_text_is_clean_and_its_spans_sound(self, case: dict[str, Any]) -> None:
        outcome = outcome_of(case)
        text = text_of(outcome)
        text.encode()
        assert re.search("[\0-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]", text) is None
        assert unicodedata.is_normalized("NFC", text)
        if outcome.pages is not None:
            rendered, spans = render_plain(outcome.pages)
            assert check_page_spans(rendered, spans, len(outcome.pages)) == []
            assert [clean_page_text(page.text) for page in outcome.pages] == [page.text for page in outcome.pages]

    def test_places_stand_within_the_text_at_their_heading(self, case: dict[str, Any]) -> None:
        outcome = outcome_of(case)
        text = text_of(outcome)
        for place in outcome.places:
            assert 0 <= place.start < place.end <= len(text)
            assert has_ink(text[place.start])


@needs_corpus
@pytest.mark.parametrize("case", case_parameters(readable=False))
def test_what_cannot_be_read_says_why(case: dict[str, Any]) -> None:
    with pytest.raises(ExtractionFailure) as caught:
        outcome_of(case)
    assert caught.value.code == FAILURES.get(case["id"], "unsupported-type")


@needs_corpus
def test_damage_and_missing_text_are_noted() -> None:
    outcomes = {case["id"]: outcome_of(case) for case in CASES if case["id"] not in FAILURES | LATER}
    assert outcomes["pdf-page-tree-loop-real"].page_problems == (None, "unreadable")
    assert outcomes["pdf-mixed-scan-3p"].page_problems == (None, "no-text-layer", None)
    assert "damaged" in outcomes["pdf-truncated-half"].notes[0]
    assert "unusable-text-layer" in (outcomes["pdf-garbage-type3"].page_problems or ())
    assert outcomes["pdf-enc-empty-user-pw-18p"].notes == ()
    assert set(outcomes["pdf-enc-empty-user-pw-18p"].page_problems or ()) == {None}

"""What each key of a case's `expect` claims. A key that none of these reads is a failure of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from documents.extractors.failures import FAILURES
from tests.end_to_end.journeys import (  # noqa: F401 - they register
    expected_outcomes,
    expected_pages,
    expected_words,
    sayings_of_names,
    sayings_of_office,
    sayings_of_pdf,
)
from tests.end_to_end.journeys.journey import Claim, Claims, Journey
from tests.end_to_end.journeys.sayings import SENTENCES, sayings
from tests.invariants import hit_problems, revision_problems

Check = Callable[[Journey, Any], Claims]

LATE = ("printed_on_page", "page_metadata", "html_must_not_contain", *SENTENCES)
"""Keys that speak of all that is found: read when everything has been asked."""


def claims_of(journey: Journey) -> tuple[list[Claim], list[Claim]]:
    """What the case says must be, and what it says should be."""
    must, should = [], []
    for key, value in sorted(journey.expect.items(), key=lambda item: item[0] in LATE):
        claims = _claims_of_key(journey, key, value)
        (should if key.startswith("should_") else must).extend(claims)
    if "note" in journey.case:
        must += sayings(journey, "note")
    return [*must, *general(journey)], should


def _claims_of_key(journey: Journey, key: str, value: Any) -> Claims:
    if key in SENTENCES:
        return sayings(journey, key)
    check = CHECKS.get(key)
    return list(check(journey, value)) if check else [Claim(f"someone reads the key {key}", holds=False)]


def general(journey: Journey) -> Claims:
    """What holds for every case, whatever it says."""
    yield Claim("a refusal is a 4xx with a code", bool(journey.document) or 400 <= journey.arrival.status < 500)
    if journey.outcome != "indexed":
        yield Claim(f"the code {journey.code!r} is known", journey.code in FAILURES)
        sentence = FAILURES[journey.code].sentence if journey.code in FAILURES else "?"
        yield Claim(f"a person is told: {sentence}", sentence in journey.what_is_said)
    if journey.document is not None:
        yield Claim(
            "the stored file has the digest of the case", journey.revision.file_sha256 == journey.case["sha256"]
        )
        yield Claim(
            f"the stored text is sound: {revision_problems(journey.revision)}", not revision_problems(journey.revision)
        )
    for query, hit in journey.asked:
        problems = hit_problems(hit, journey.revision)
        yield Claim(f"what is answered to {query!r} is sound: {problems}", not problems)


CHECKS: dict[str, Check] = {
    "outcome": expected_outcomes.outcome,
    "encrypted": expected_outcomes.encrypted,
    "pdfium_error": expected_outcomes.cannot_be_opened,
    "no_500": expected_outcomes.accepted_without_500,
    "max_seconds": expected_outcomes.seconds,
    "max_rss_mb": expected_outcomes.memory,
    "page_count_by_tool": expected_pages.page_count_by_tool,
    "pages": expected_pages.pages,
    "pages_with_text": expected_pages.pages_with_text,
    "pages_with_text_tools_disagree": expected_pages.read_with_pages,
    "pages_without_text": expected_pages.pages_without_text,
    "page_labels": expected_pages.page_labels,
    "page_labels_agree_pdfium": expected_pages.page_labels_answered,
    "printed_on_page": expected_pages.printed_on_page,
    "eye_checked_pages": expected_pages.eye_checked_pages,
    "paginated": expected_pages.without_pages,
    "page_metadata": expected_pages.page_metadata,
    "quotes": expected_words.quotes,
    "cross_page_quotes": expected_words.cross_page_quotes,
    "must_contain": expected_words.contains,
    "should_contain": expected_words.contains,
    "must_contain_nfc": expected_words.contains_nfc,
    "must_contain_if_indexed": expected_words.contains_if_indexed,
    "must_not_contain": expected_words.contains_not,
    "must_occur_once": expected_words.occurs_once,
    "page_1_text": expected_words.page_1_text,
    "must_find_query": expected_words.found_by,
    "should_find_query": expected_words.found_by,
    "hyphenated_at_line_end": expected_words.hyphenated,
    "compound_at_line_end": expected_words.compounds,
    "ocr_must_contain": expected_words.recognized,
    "html_must_not_contain": expected_words.html_must_not_contain,
    "highlight_rects": expected_pages.highlight_rects,
}

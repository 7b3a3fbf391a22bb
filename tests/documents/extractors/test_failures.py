"""The one table of failures."""

import pickle

import pytest

from documents.extractors.failures import FAILURES, ExtractionFailure

CODES = [
    "duplicate", "empty-file", "too-large", "unsupported-type", "legacy-office", "password-needed", "wrong-password",
    "damaged", "expands-too-much", "took-too-long", "too-much-memory", "reader-crashed", "no-text", "worker-lost",
    "unreadable-name", "unknown-encoding", "copy-protected", "archive-not-opened", "too-many-files", "ambiguous-pages",
]  # fmt: skip


def test_the_codes_are_exactly_the_published_ones() -> None:
    assert set(FAILURES) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_failure_says_what_happened_and_what_to_do(code: str) -> None:
    failure = FAILURES[code]
    assert failure.code == code
    assert failure.sentence.endswith(".")
    assert failure.advice.endswith(".")


def test_a_code_outside_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="surprise"):
        ExtractionFailure("surprise")


def test_a_failure_survives_pickling_as_a_task_result() -> None:
    copy = pickle.loads(pickle.dumps(ExtractionFailure("damaged", "page 3")))
    assert (copy.code, copy.detail, copy.failure) == ("damaged", "page 3", FAILURES["damaged"])

"""The corpus of real and hostile files, which PINCITE_CORPUS names; without it the tests that want it are skipped."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(os.environ.get("PINCITE_CORPUS", "")) / "cases"

needs_corpus = pytest.mark.skipif(
    "PINCITE_CORPUS" not in os.environ, reason="PINCITE_CORPUS does not name the corpus of real and hostile files"
)


def corpus_cases(is_wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    """The cases that are wanted; none where there is no corpus."""
    if "PINCITE_CORPUS" not in os.environ:
        return []
    return [case for case in json.loads((_ROOT / "cases.json").read_text(encoding="utf-8")) if is_wanted(case)]


def corpus_file(name: str) -> Path:
    return _ROOT / "files" / name


def case_parameters(is_wanted: Callable[[dict[str, Any]], bool]) -> list[Any]:
    """One parameter a case, by its id; one that is skipped, with the reason, where there is no corpus."""
    cases = [pytest.param(case, id=case["id"]) for case in corpus_cases(is_wanted)]
    return cases or [pytest.param({}, marks=needs_corpus, id="no corpus")]

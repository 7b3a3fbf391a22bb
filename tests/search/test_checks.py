"""System checks say in words what is set wrongly."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.checks import WARNING

from search.checks import check_generation, check_reranker, check_search_settings
from search.generations import active_generation


def ids(found: list[Any]) -> list[str]:
    return [one.id for one in found]


def test_sound_settings_have_nothing_to_say(settings: Any) -> None:
    settings.CHROMA_URL = "http://localhost:1"
    assert check_search_settings() == []


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("CHROMA_URL", "", "search.W001"),
        ("EMBEDDING_BACKEND", "magic", "search.E001"),
        ("CHUNK_OVERLAP_TOKENS", 240, "search.E002"),
        ("CHUNK_OVERLAP_TOKENS", -1, "search.E002"),
        ("CHUNK_TOKENS", 0, "search.E002"),
        ("EMBEDDING_MAX_TOKENS", 0, "search.E004"),
    ],
)
def test_each_setting_that_cannot_work_is_named(settings: Any, name: str, value: Any, expected: str) -> None:
    settings.CHROMA_URL = "http://localhost:1"
    setattr(settings, name, value)
    assert ids(check_search_settings()) == [expected]


def test_what_is_wrong_with_the_reranker_is_a_warning_for_search_goes_on(settings: Any) -> None:
    assert check_reranker() == []
    settings.RERANKER_PATH = "/nowhere"
    (found,) = check_reranker()
    assert (found.id, found.level) == ("search.W003", WARNING)
    assert found.msg == "RERANKER_PATH: there is no /nowhere/model.onnx."


@pytest.mark.usefixtures("index_db")
def test_an_index_that_the_settings_have_left_behind_is_named(settings: Any) -> None:
    assert check_generation(databases=["default"]) == []
    active_generation()
    assert check_generation(databases=["default"]) == []
    settings.CHUNK_TOKENS = 100
    assert ids(check_generation(databases=["default"])) == ["search.W002"]
    assert check_generation(databases=None) == []
    settings.EMBEDDING_BACKEND = "magic"
    assert ids(check_generation(databases=["default"])) == ["search.E003"]

"""By which configuration each document is stemmed."""

from __future__ import annotations

from typing import Any

import pytest

from documents.models import Document
from search.configurations import available_configs, configs_in_use, configs_of
from search.generations import active_generation
from search.models import IndexRecord
from search.rebuilding import rebuild
from tests.factories import index, make_document
from tests.search.test_languages import SENTENCES, WITHOUT_STEMMER

pytestmark = pytest.mark.usefixtures("index_db")


def indexed(text: str) -> str:
    """The configuration that a document with this text gets."""
    document = make_document(text=text)
    index(document)
    return record_of(document).search_config


def record_of(document: Document) -> IndexRecord:
    return IndexRecord.objects.get(document=document, generation__is_active=True)


def test_each_document_is_stemmed_by_its_own_language() -> None:
    found = {config: indexed(text) for config, text in SENTENCES.items()}
    assert found == {config: config for config in SENTENCES}
    assert {indexed(text) for text in WITHOUT_STEMMER.values()} == {"simple"}
    assert set(configs_in_use(active_generation())) == {*SENTENCES, "simple"}


@pytest.mark.parametrize(
    "text",
    ["invoice 2024-03", "notice_period.txt", "Hello world", "Price list", "Minutes of the meeting", "4711", "он"],
)
def test_a_short_text_is_english_in_a_library_that_is_empty(text: str) -> None:
    assert indexed(text) == "english"


def test_a_short_text_is_taken_to_be_like_the_others() -> None:
    for n in range(3):
        indexed(f"{n} {SENTENCES['german']}")
    indexed(SENTENCES["swedish"])
    assert indexed("Rechnung 2024-03") == indexed("4711") == "german"
    assert indexed("The minutes of the meeting.") == "english"


def test_one_configuration_for_all_is_kept_with_the_generation(settings: Any) -> None:
    settings.SEARCH_CONFIG = "german"
    document = make_document(text=SENTENCES["french"])
    index(document)
    generation = active_generation()
    assert record_of(document).search_config == ""
    assert configs_in_use(generation) == {"german": 0}
    assert configs_of([document.pk], generation) == ["german"]


def test_the_chunks_of_each_are_counted_and_what_is_not_there_is_simple(django_assert_num_queries: Any) -> None:
    first, second = make_document(text=SENTENCES["german"]), make_document(text=SENTENCES["english"])
    assert configs_in_use(active_generation()) == {"english": 0}
    index(first, second)
    generation = active_generation()
    assert configs_in_use(generation) == {"english": 1, "german": 1}
    with django_assert_num_queries(0):
        assert configs_in_use(generation) == {"english": 1, "german": 1}
    assert configs_of([second.pk, first.pk, 0], generation) == ["english", "german", "simple"]


def test_a_language_that_this_postgres_cannot_stem_is_not_stemmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.configurations.available_configs", lambda: {"simple", "english"})
    assert indexed(SENTENCES["greek"]) == "simple"


def test_another_setting_makes_a_new_generation(settings: Any) -> None:
    settings.SEARCH_CONFIG = "english"
    document = make_document(text=SENTENCES["german"])
    index(document)
    settings.SEARCH_CONFIG = "auto"
    assert rebuild().search_config == "auto"
    assert record_of(document).search_config == "german"


def test_postgres_names_what_it_has() -> None:
    assert {"simple", "english", "german", "turkish"} <= available_configs()

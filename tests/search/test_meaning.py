"""The vectors of a question: as it was asked, and with its words that say something."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from search.embeddings import HashEmbedder
from search.generations import WrongModel, active_generation
from search.lexical import words_that_say
from search.meaning import ask_ahead, meaning_ahead
from search.vector_store import get_store
from tests.factories import index, make_document

pytestmark = pytest.mark.usefixtures("index_db")


def test_a_question_is_put_together_with_its_words_that_say_something() -> None:
    generation = active_generation()
    asked = "Is there a requirement for the insurance?"
    meaning = meaning_ahead(asked, generation).result()
    question, saying = (HashEmbedder().embed_query(text) for text in (asked, "requirement insurance"))
    assert np.array_equal(meaning.question, question)
    assert meaning.both == pytest.approx((question + saying) / np.linalg.norm(question + saying), abs=1e-6)
    assert float(np.linalg.norm(meaning.both)) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("asked", ["", "what is the", "insurance", "insurance requirement", "???"])
def test_what_has_no_other_words_is_embedded_once(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    generation = active_generation()
    embedded: list[str] = []
    real = HashEmbedder.embed_query

    def embed_query(self: HashEmbedder, text: str) -> Any:
        embedded.append(text)
        return real(self, text)

    monkeypatch.setattr(HashEmbedder, "embed_query", embed_query)
    meaning = meaning_ahead(asked, generation).result()
    assert embedded == [asked]
    assert meaning.both is meaning.question


def test_a_vector_of_another_model_is_not_made() -> None:
    generation = active_generation()
    generation.model = "another"
    with pytest.raises(WrongModel):
        meaning_ahead("insurance", generation).result()


def test_words_that_say_something_are_stop_words_in_no_language_of_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def saying(*configs: str) -> list[str]:
        monkeypatch.setattr("search.lexical.configs_in_use", lambda generation: dict.fromkeys(configs, 1))
        text = "Where is the die for the war, und WO?"
        return [text[word.start : word.end] for word in words_that_say(text, active_generation())]

    assert saying("english") == ["die", "war", "und", "WO"]
    assert saying("english", "german") == []
    assert saying("simple") == ["Where", "is", "the", "die", "for", "the", "war", "und", "WO"]


def test_what_is_nearest_is_asked_of_the_vector_store_with_the_whole_question() -> None:
    index(*(make_document(text=text) for text in ("The bergamot clause.", "Oranges are sweet.", "Rent is due.")))
    generation = active_generation()
    ahead = ask_ahead("bergamot clause", generation, 2)
    expected = get_store().query(generation.collection_name, ahead.meaning.result().question, 2, with_metadata=False)
    assert [hit.id for hit in ahead.hits.result()] == [hit.id for hit in expected]
    assert len(expected) == 2


def test_what_cannot_be_asked_is_told_when_its_result_is() -> None:
    generation = active_generation()
    generation.model = "another"
    ahead = ask_ahead("insurance", generation, 2)
    with pytest.raises(WrongModel):
        ahead.meaning.result()
    with pytest.raises(WrongModel):
        ahead.hits.result()

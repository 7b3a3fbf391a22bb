"""Scores of a question with passages: from a model in a folder, and from a service."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.rerankers import CrossEncoder, HttpReranker, RerankerUnavailable, cross_encoder, get_reranker, http_service
from search.rerankers.choosing import settings_problems
from tests.loopback import Service, running
from tests.tiny_model import table, token_table_model, write_cross_encoder

WORDS = ["north", "east", "south", "west"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_cross_encoder(tmp_path_factory.mktemp("models") / "overlap", WORDS)


@pytest.fixture(scope="module")
def encoder(folder: Path) -> CrossEncoder:
    return CrossEncoder(folder, threads=1)


# --- a model in a folder ----------------------------------------------------------------------------------------------


def test_each_passage_has_the_score_of_its_pair(encoder: CrossEncoder) -> None:
    assert encoder.scores("North or east?", ["west", "east of the north", "Lone \ud800 NORTH", ""]) == [0, 2, 1, 0]
    assert encoder.scores("north", []) == []


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from([*WORDS, "and"]), max_size=9).map(" ".join), max_size=30))
def test_a_score_does_not_depend_on_the_passages_beside_it(encoder: CrossEncoder, passages: list[str]) -> None:
    expected = [float(sum(min(one.split().count(word), 1) for word in ("north", "west"))) for one in passages]
    assert encoder.scores("north west", passages) == expected


def test_of_two_numbers_the_second_is_the_score(tmp_path: Path) -> None:
    encoder = CrossEncoder(write_cross_encoder(tmp_path / "two", WORDS, columns=[-5, 3]))
    assert encoder.scores("north", ["north", "east"]) == [3, 0]


def test_a_model_of_other_outputs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RerankerUnavailable, match="one number for a pair, or two"):
        CrossEncoder(write_cross_encoder(tmp_path / "three", WORDS, columns=[1, 2, 3]))
    folder = write_cross_encoder(tmp_path / "embedder", WORDS)
    (folder / "model.onnx").write_bytes(token_table_model(table()))
    with pytest.raises(RerankerUnavailable):
        CrossEncoder(folder)
    (folder / "model.onnx").write_bytes(token_table_model(table(), input_name="pixels"))
    with pytest.raises(RerankerUnavailable, match="asks for pixels"):
        CrossEncoder(folder)


def test_a_score_that_is_no_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RerankerUnavailable, match="no number"):
        CrossEncoder(write_cross_encoder(tmp_path / "nan", WORDS, columns=[float("nan")]))


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_folder_without_a_model_says_so_and_names_the_setting(tmp_path: Path, name: str) -> None:
    folder = write_cross_encoder(tmp_path / "broken", WORDS)
    (folder / name).write_bytes(b"{oops")
    with pytest.raises(RerankerUnavailable, match=name):
        CrossEncoder(folder)
    (folder / name).unlink()
    with pytest.raises(RerankerUnavailable, match=f"RERANKER_PATH: there is no .*{name}"):
        CrossEncoder(folder)


def test_a_pair_that_is_too_long_is_cut_at_the_end_of_its_passage(tmp_path: Path) -> None:
    encoder = CrossEncoder(write_cross_encoder(tmp_path / "short", WORDS, max_length=13))
    # Ten tokens beside [CLS] and two [SEP]: one is the question's, so nine are the passage's.
    assert encoder.scores("north", ["and " * 8 + "north", "and " * 9 + "north"]) == [1, 0]


def test_a_question_that_is_too_long_leaves_the_passage_half(tmp_path: Path) -> None:
    encoder = CrossEncoder(write_cross_encoder(tmp_path / "short", WORDS, max_length=13))
    asked = "north " + "and " * 3 + "south " + "west " * 9000
    assert encoder.scores(asked, ["and " * 4 + "north", "and " * 5 + "north", "south", "west"]) == [1, 0, 1, 0]


def test_a_model_without_room_for_two_texts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RerankerUnavailable, match="no room"):
        CrossEncoder(write_cross_encoder(tmp_path / "tiny", WORDS, max_length=6))


def test_the_places_that_roberta_does_not_use_are_not_counted(tmp_path: Path) -> None:
    folder = write_cross_encoder(tmp_path / "roberta", WORDS)
    (folder / "config.json").write_text('{"model_type": "xlm-roberta", "max_position_embeddings": 15}')
    assert CrossEncoder(folder).scores("north", ["and " * 8 + "north", "and " * 9 + "north"]) == [1, 0]


def test_threads_get_the_scores_of_their_own_questions(encoder: CrossEncoder) -> None:
    passages = [f"{one} {other}" for one in WORDS for other in WORDS]
    expected = {word: encoder.scores(word, passages) for word in WORDS}
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda word: (word, encoder.scores(word, passages)), WORDS * 10))
    assert all(scores == expected[word] for word, scores in found)


def test_pairs_of_like_length_are_computed_together(encoder: CrossEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[list[int]] = []
    real = cross_encoder._padded

    def padded(pairs: Any) -> Any:
        lengths.append([len(ids) for ids, _ in pairs])
        return real(pairs)

    monkeypatch.setattr(cross_encoder, "_padded", padded)
    monkeypatch.setattr(cross_encoder, "BATCH", 2)
    encoder.scores("north", ["east " * n for n in (5, 1, 4, 2)])
    assert lengths == [[5, 6], [8, 9]]


# --- a service --------------------------------------------------------------------------------------------------------


def answer_to(body: dict[str, Any], shape: str) -> bytes:
    """How often each passage has the letter that is asked for, best first, as services answer."""
    passages = body.get("documents", body.get("texts"))
    score = "score" if shape == "list" else "relevance_score"
    rows = [{"index": n, score: float(one.count(body["query"]))} for n, one in enumerate(passages)]
    rows.sort(key=lambda row: -row[score])
    return json.dumps(rows if shape == "list" else {"model": "m", shape: rows}).encode()


@pytest.fixture(scope="module")
def server() -> Iterator[Service]:
    with running(lambda body: answer_to(body, "results")) as server:
        yield server


@pytest.fixture
def service(server: Service) -> Service:
    server.forget()
    server.usual = lambda body: answer_to(body, "results")
    return server


def test_a_service_with_a_model_is_asked_for_documents(service: Service) -> None:
    reranker = HttpReranker(service.url, "m", api_key="secret")
    assert reranker.scores("a", ["b", "aa", "lone \ud800 a"]) == [0, 2, 1]
    body = {"model": "m", "query": "a", "documents": ["b", "aa", "lone ? a"]}
    assert service.requests == [("/v1/rerank", body, "Bearer secret")]


def test_a_service_without_a_model_is_asked_for_texts(service: Service) -> None:
    service.usual = lambda body: answer_to(body, "list")
    assert HttpReranker(service.url + "/rerank/").scores("a", ["b", "aa"]) == [0, 2]
    assert service.requests == [("/v1/rerank", {"query": "a", "texts": ["b", "aa"], "truncate": True}, "")]


@pytest.mark.parametrize("shape", ["results", "data", "list"])
def test_answers_are_read_in_every_shape_and_any_order(service: Service, shape: str) -> None:
    service.usual = lambda body: answer_to(body, shape)
    assert HttpReranker(service.url, "m").scores("a", ["a", "", "aaa", "aa"]) == [1, 0, 3, 2]


def test_a_service_is_asked_in_batches_and_the_order_is_kept(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_service, "BATCH", 2)
    assert HttpReranker(service.url, "m").scores("a", ["a", "aa", "", "aaa", "b"]) == [1, 2, 0, 3, 0]
    assert [len(body["documents"]) for _, body, _ in service.requests] == [2, 2, 1]


WRONG = [
    (500, b"broken"),
    (429, b"slow down"),
    (200, b"not json"),
    (200, b"[" * 100_000),
    (200, b"{}"),
    (200, b"7"),
    (200, b"null"),
    (200, b'{"results": 7}'),
    (200, b'{"results": [{"index": 0, "score": 1}]}'),
    (200, b'{"results": [{"index": 0, "score": 1}, {"index": 2, "score": 1}]}'),
    (200, b'{"results": [{"index": 0, "score": 1}, {"index": 1, "score": "high"}]}'),
    (200, b'{"results": [{"index": 0, "score": 1}, {"index": 1, "score": NaN}]}'),
    (200, b'{"results": [{"index": 0, "score": 1}, {"index": 1, "score": null}]}'),
]


@pytest.mark.parametrize(("status", "answer"), WRONG)
def test_an_answer_that_is_none_is_no_answer(service: Service, status: int, answer: bytes) -> None:
    service.answers = [(status, answer)]
    with pytest.raises(RerankerUnavailable):
        HttpReranker(service.url, "m").scores("a", ["a", "b"])


@pytest.mark.parametrize("url", ["", "localhost:80", "ftp://host", "http://[", "http://"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(RerankerUnavailable, match="RERANKER_URL"):
        HttpReranker(url, "m")


def test_a_service_that_nobody_runs_is_unavailable() -> None:
    with pytest.raises(RerankerUnavailable, match="cannot be asked"):
        HttpReranker("http://127.0.0.1:9", "m").scores("a", ["a"])


def test_a_service_that_answers_in_drops_is_not_waited_for(service: Service) -> None:
    service.pause = 0.15  # each part comes in time, all of them do not
    began = time.monotonic()
    with pytest.raises(RerankerUnavailable):
        HttpReranker(service.url, "m", seconds=0.2).scores("a", ["a"] * 30)
    assert time.monotonic() - began < 5


def test_a_service_that_failed_is_left_alone_for_a_while(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    reranker = HttpReranker(service.url, "m")
    service.answers = [(503, b"loading")]
    for _ in range(2):
        with pytest.raises(RerankerUnavailable):
            reranker.scores("a", ["a"])
    assert len(service.requests) == 1
    monkeypatch.setattr(reranker, "_rests_until", time.monotonic())
    assert reranker.scores("a", ["a"]) == [1]


# --- which one --------------------------------------------------------------------------------------------------------


def test_there_is_none_unless_a_setting_names_one(settings: Any) -> None:
    assert get_reranker() is None
    assert settings_problems() == []


def test_a_folder_is_loaded_once_and_a_service_comes_before_it(settings: Any, folder: Path) -> None:
    settings.RERANKER_PATH = str(folder)
    first = get_reranker()
    assert isinstance(first, CrossEncoder)
    assert get_reranker() is first
    settings.RERANKER_URL = "http://127.0.0.1:9"
    assert isinstance(get_reranker(), HttpReranker)


SETTINGS = [
    ({"RERANKER_PATH": "/nowhere"}, "RERANKER_PATH: there is no /nowhere/model.onnx."),
    ({"RERANKER_URL": "host:80"}, "RERANKER_URL is 'host:80', which is not an http or https address."),
    ({"RERANKER_MODEL": "m"}, "RERANKER_MODEL names the model of a service, but RERANKER_URL names no service."),
    ({"RERANK_TOP": 0}, "RERANK_TOP is 0: fewer than one passage cannot be put in order."),
    ({"RERANKER_SECONDS": 0.0}, "RERANKER_SECONDS is 0: no service answers in no time."),
    (
        {"RERANKER_URL": "http://host", "RERANKER_PATH": "/nowhere"},
        "RERANKER_PATH and RERANKER_URL both name a reranker: the service is used and the folder is not.",
    ),
]


@pytest.mark.parametrize(("values", "sentence"), SETTINGS)
def test_what_is_wrong_with_the_settings_is_said(settings: Any, values: dict[str, Any], sentence: str) -> None:
    for name, value in values.items():
        setattr(settings, name, value)
    assert settings_problems() == [sentence]


def test_a_folder_without_a_tokenizer_is_seen_before_it_is_loaded(settings: Any, tmp_path: Path) -> None:
    folder = write_cross_encoder(tmp_path / "half", WORDS)
    settings.RERANKER_PATH = str(folder)
    assert settings_problems() == []
    (folder / "tokenizer.json").unlink()
    assert settings_problems() == [f"RERANKER_PATH: there is no {folder / 'tokenizer.json'}."]

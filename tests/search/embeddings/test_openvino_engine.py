"""How OpenVINO computes the packaged model: in a graph of our own, several texts at once, the same for every text."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from search.embeddings import OnnxEmbedder, OpenVinoEmbedder, openvino_engine
from search.embeddings.bert_graph import UnknownGraph, read_weights
from tests.tiny_model import write_model_folder

SENTENCE = "The tenant gives notice of {} months, in writing, before clause {} of the lease takes effect. "
TEXTS = [SENTENCE.format(n, n * 7) * (1 + n % 4) for n in range(14)]


@pytest.fixture(scope="module")
def embedder() -> OpenVinoEmbedder:
    return OpenVinoEmbedder(threads=2)


def test_vectors_and_those_of_parts_are_those_of_32_bits(embedder: OpenVinoEmbedder) -> None:
    exact, exact_parts = OnnxEmbedder().embed_parts(TEXTS)
    rows, parts = embedder.embed_parts(TEXTS)
    assert "rebuilt graph" in embedder.engine
    assert (rows * exact).sum(axis=1).mean() > 0.998
    assert [one and one.spans for one in parts] == [one and one.spans for one in exact_parts]
    pairs = [
        (one.vectors * other.vectors).sum(axis=1).mean()
        for one, other in zip(parts, exact_parts, strict=True)
        if one and other
    ]
    assert len(pairs) == len(TEXTS)
    assert np.mean(pairs) > 0.995


def test_a_vector_is_the_same_whatever_is_computed_beside_it(embedder: OpenVinoEmbedder) -> None:
    together = embedder.embed(TEXTS)
    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
    assert (together * alone).sum(axis=1).min() > 0.9995
    assert np.array_equal(embedder.embed(TEXTS), together)


def test_threads_that_embed_at_once_do_not_wait_for_each_other_for_ever(embedder: OpenVinoEmbedder) -> None:
    expected, found = embedder.embed(TEXTS), {}
    threads = [
        threading.Thread(target=lambda at=at: found.update({at: embedder.embed(TEXTS)}), daemon=True) for at in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(found) == [0, 1, 2]
    assert all(np.array_equal(rows, expected) for rows in found.values())


def test_after_a_failure_on_the_way_everything_is_there_again(
    embedder: OpenVinoEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(embedder, "_pooled", lambda *_: pytest.fail("on the way"))
        with pytest.raises(pytest.fail.Exception):
            embedder.embed(TEXTS)
    assert embedder._idle.qsize() == 3
    assert embedder.embed(TEXTS[:1]).shape == (1, 384)


def test_where_the_graph_cannot_be_made_the_one_of_the_file_has_to_do(
    embedder: OpenVinoEmbedder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unknown(_: Any) -> None:
        raise UnknownGraph("its layers are not those of BERT")

    monkeypatch.setattr(openvino_engine, "rebuilt", unknown)
    other = OpenVinoEmbedder(threads=1)
    assert "graph of the file" in other.engine
    assert "its layers are not those of BERT" in caplog.text
    assert other.identity == embedder.identity
    assert (other.embed(TEXTS[:3]) * embedder.embed(TEXTS[:3])).sum(axis=1).min() > 0.998


def test_another_model_is_not_read_as_if_it_were_bert(tmp_path: Path) -> None:
    openvino = openvino_engine._without_telemetry()
    model = openvino.Core().read_model(str(write_model_folder(tmp_path) / "model.onnx"))
    with pytest.raises(UnknownGraph, match="tables of vectors"):
        read_weights(model)

"""One contract for every embedder, and what is particular to each."""

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.embeddings import (
    Embedder,
    EmbedderUnavailable,
    HashEmbedder,
    HttpEmbedder,
    OnnxEmbedder,
    OpenVinoEmbedder,
    PrefixedEmbedder,
    TextTooLong,
    get_embedder,
    http_service,
    model_files,
    model_folder,
    onnx_model,
    packaged_model,
    tokens,
)
from search.parts import PART_TOKENS
from tests.loopback import Service, running
from tests.tiny_model import WORDS, table, token_table_model, write_model_folder

KEY = "secret-key"
TEXTS = [
    "The agreement renews for five years unless a party gives notice.",
    "Either party may end the contract at the end of its term.",
    "",
    "north",
    "L'été à Zürich – 漢字, e\u0301 👩‍👩‍👧",
    "lone \ud800 surrogate",
    *(f"clause {n} " * (1 + n % 9) for n in range(20)),
]


def vectors_for(texts: list[str]) -> bytes:
    rows = HashEmbedder(dimension=32, max_tokens=100_000).embed(texts) * 3
    data = [{"index": n, "embedding": row.tolist()} for n, row in enumerate(rows)]
    return json.dumps({"data": data[::-1]}).encode()


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(lambda body: vectors_for(body["input"])) as server:
        yield server


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model_folder(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module")
def openvino_embedder() -> OpenVinoEmbedder:
    return OpenVinoEmbedder()


@pytest.fixture(scope="module")
def onnx_embedder() -> OnnxEmbedder:
    return OnnxEmbedder()


KINDS = ["openvino", "onnx", "openvino on a folder", "onnx on a folder", "http", "hash"]


@pytest.fixture(scope="module", params=KINDS)
def embedder(request: pytest.FixtureRequest, tiny: Path) -> Embedder:
    make: dict[str, Callable[[], Embedder]] = {
        "openvino": lambda: request.getfixturevalue("openvino_embedder"),
        "onnx": lambda: request.getfixturevalue("onnx_embedder"),
        "openvino on a folder": lambda: OpenVinoEmbedder(model_folder(tiny)),
        "onnx on a folder": lambda: OnnxEmbedder(model_folder(tiny), threads=1),
        "http": lambda: HttpEmbedder(request.getfixturevalue("service").url, "tiny"),
        "hash": HashEmbedder,
    }
    return make[request.param]()


# --- what every embedder promises ---------------------------------------------------------------------------------


def test_each_text_has_a_vector_of_length_one(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dimension)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_text_gives_no_vector(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimension)


def test_the_same_texts_give_the_same_vectors(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS), embedder.embed(TEXTS))


def test_a_vector_does_not_depend_on_the_texts_beside_it(embedder: Embedder) -> None:
    together, alone = embedder.embed(TEXTS), np.concatenate([embedder.embed([text]) for text in TEXTS])
    assert (together * alone).sum(axis=1) == pytest.approx(1, abs=2e-3)


def test_a_text_is_read_to_its_limit_and_refused_beyond(embedder: Embedder) -> None:
    limit = embedder.max_tokens
    assert len(embedder.token_offsets("a " * limit)) == limit
    assert len(embedder.embed(["a " * limit])) == 1
    with pytest.raises(TextTooLong):
        embedder.embed(["short", "a " * (limit + 1)])


def test_parts_come_with_the_same_vectors_and_tile_what_is_read(embedder: Embedder) -> None:
    rows, parts = embedder.embed_parts(TEXTS)
    assert (rows * embedder.embed(TEXTS)).sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert len(parts) == len(TEXTS)
    assert all(
        (of_it is not None) == (embedder.tells_parts and bool(text)) for of_it, text in zip(parts, TEXTS, strict=True)
    )
    for text, of_it in zip(TEXTS, parts, strict=True):
        if of_it is None:
            continue
        edges = [edge for span in of_it.spans for edge in span]
        assert edges == sorted(edges)
        tokens_of = embedder.token_offsets(text)
        assert (edges[0], edges[-1]) == (tokens_of[0][0], tokens_of[-1][1])
        assert of_it.vectors.shape == (len(of_it), embedder.dimension)
        assert np.linalg.norm(of_it.vectors, axis=1) == pytest.approx(1, abs=1e-5)


def test_parts_are_told_by_all_but_a_service(embedder: Embedder) -> None:
    assert embedder.tells_parts == (not isinstance(embedder, HttpEmbedder))
    if embedder.tells_parts:
        text = "north " * PART_TOKENS + "south " * PART_TOKENS
        _, (parts,) = embedder.embed_parts([text])
        assert parts is not None
        assert len(parts) > 1
        north, south = (embedder.embed([word])[0] for word in ("north", "south"))
        assert parts.vectors[0] @ north > parts.vectors[0] @ south
        assert parts.vectors[-1] @ south > parts.vectors[-1] @ north


def test_only_the_beginning_of_a_long_question_counts(embedder: Embedder) -> None:
    limit = embedder.max_tokens
    one, other = (embedder.embed_query("north " * limit + rest) for rest in ("", "south " * 30_000))
    assert one.shape == (embedder.dimension,)
    assert one @ other == pytest.approx(1, abs=1e-4)


def test_a_question_has_the_vector_of_a_text(embedder: Embedder) -> None:
    for text in TEXTS[:6]:
        assert embedder.embed_query(text) @ embedder.embed([text])[0] == pytest.approx(1, abs=2e-3)


def test_offsets_are_ordered_spans_of_code_points(embedder: Embedder) -> None:
    for text in [*TEXTS, "x" * 500, " \n\t "]:
        offsets = embedder.token_offsets(text)
        bounds = [bound for offset in offsets for bound in offset]
        assert bounds == sorted(bounds)
        assert all(0 <= start < end <= len(text) for start, end in offsets)
        covered = {place for start, end in offsets for place in range(start, end)}
        assert not any(text[place].isalnum() for place in set(range(len(text))) - covered), text


def test_the_identity_tells_the_model_and_the_dimension(embedder: Embedder) -> None:
    assert embedder.identity.endswith(f":{embedder.dimension}")
    assert embedder.engine


# --- the packaged model -------------------------------------------------------------------------------------------


def test_both_engines_give_interchangeable_vectors(
    openvino_embedder: OpenVinoEmbedder, onnx_embedder: OnnxEmbedder
) -> None:
    assert openvino_embedder.identity == onnx_embedder.identity
    agreement = (openvino_embedder.embed(TEXTS) * onnx_embedder.embed(TEXTS)).sum(axis=1)
    texts_with_ink = [at for at, text in enumerate(TEXTS) if text]
    assert agreement[texts_with_ink].min() > 0.998
    assert agreement.min() > 0.99  # bfloat16 shows most where there is nothing to read; no such text is ever indexed


def test_the_packaged_model_knows_what_words_mean(openvino_embedder: OpenVinoEmbedder) -> None:
    asked, near, far = openvino_embedder.embed(
        ["How long is the notice period?", "Sixty days' prior warning is required.", "The cat sat on the mat."]
    )
    assert asked @ near > asked @ far + 0.1


def test_the_packaged_model_reads_254_tokens(onnx_embedder: OnnxEmbedder) -> None:
    assert (onnx_embedder.dimension, onnx_embedder.max_tokens) == (384, 254)


def test_offsets_name_code_points_of_the_text_as_given(onnx_embedder: OnnxEmbedder) -> None:
    text = "👩‍👩‍👧 e\u0301te\u0301 Zürich"
    assert "Zürich" in [text[start:end] for start, end in onnx_embedder.token_offsets(text)]


@pytest.mark.parametrize("part", ["PACKAGED_MODEL", "PACKAGED_TOKENIZER"])
@pytest.mark.parametrize(
    ("change", "said"),
    [({"sha256": "0" * 64}, "its sha256 is another one"), ({"distribution": "no-such-package"}, "not installed")],
)
def test_a_packaged_file_that_is_not_the_chosen_one_is_refused(
    monkeypatch: pytest.MonkeyPatch, part: str, change: dict[str, str], said: str
) -> None:
    monkeypatch.setattr(model_files, part, dataclasses.replace(getattr(model_files, part), **change))
    with pytest.raises(EmbedderUnavailable, match=said):
        packaged_model()


def test_openvino_reports_nothing_to_anyone(openvino_embedder: OpenVinoEmbedder) -> None:
    program = (
        "import sys; from search.embeddings.openvino_engine import _without_telemetry; _without_telemetry();"
        "from openvino.tools.ovc import telemetry_utils; print(telemetry_utils.tm.__name__)"
    )
    assert run(program) == "openvino.tools.ovc.telemetry_stub"


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys, search.embeddings, search.rerankers, search.vector_store, search.fusion;"
        "heavy = {'numpy', 'chromadb', 'openvino', 'onnxruntime', 'tokenizers', 'httpx'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert run(program) == "[]"


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ | {"HOME": "/nonexistent"}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# --- a model in a folder ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [OpenVinoEmbedder, OnnxEmbedder])
def test_a_vector_is_the_mean_of_its_tokens_and_padding_counts_for_nothing(engine: Any, tiny: Path) -> None:
    rows, place = table(), {word: n for n, word in enumerate(WORDS)}

    def mean_of(*words: str) -> np.ndarray[Any, Any]:
        mean = rows[[place[word] for word in ("[CLS]", *words, "[SEP]")]].mean(axis=0)
        return mean / np.linalg.norm(mean)

    texts = ["north east south west north east", "west"]
    expected = np.stack([mean_of(*text.split()) for text in texts])
    assert engine(model_folder(tiny)).embed(texts) == pytest.approx(expected, abs=1e-5)


def test_pooling_and_length_come_from_the_folder(tmp_path: Path) -> None:
    folder = write_model_folder(tmp_path / "cls")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 9}')
    embedder = OnnxEmbedder(model_folder(folder))
    assert embedder.max_tokens == 7
    first = table()[WORDS.index("[CLS]")]
    assert embedder.embed(["north"])[0] == pytest.approx(first / np.linalg.norm(first), abs=1e-5)


def test_a_model_whose_vector_is_not_the_mean_of_its_tokens_tells_no_parts(tmp_path: Path) -> None:
    folder = write_model_folder(tmp_path / "cls")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    embedder = OnnxEmbedder(model_folder(folder))
    assert not embedder.tells_parts
    rows, parts = embedder.embed_parts(["north east", "west"])
    assert parts == [None, None]
    assert np.array_equal(rows, embedder.embed(["north east", "west"]))


@pytest.mark.parametrize("engine", [OpenVinoEmbedder, OnnxEmbedder])
def test_the_vector_of_a_part_is_the_mean_of_its_own_tokens(engine: Any, tiny: Path) -> None:
    _, (parts,) = engine(model_folder(tiny)).embed_parts([" ".join(["north"] * PART_TOKENS + ["west"] * PART_TOKENS)])
    rows = table()[[WORDS.index("north"), WORDS.index("west")]]
    assert parts.vectors == pytest.approx(rows / np.linalg.norm(rows, axis=1, keepdims=True), abs=1e-5)


def test_a_tokenizer_without_a_limit_is_given_the_usual_one(tmp_path: Path) -> None:
    folder = write_model_folder(tmp_path / "endless")
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 1e30}')
    assert model_folder(folder).max_length == 512


def test_other_weights_are_another_identity(tmp_path: Path, tiny: Path) -> None:
    folder = write_model_folder(tmp_path / "tiny")
    same = OnnxEmbedder(model_folder(folder)).identity
    (folder / "model.onnx").write_bytes(token_table_model(table() + 1))
    assert OnnxEmbedder(model_folder(tiny)).identity == same
    assert OnnxEmbedder(model_folder(folder)).identity != same


@pytest.mark.parametrize("engine", [OpenVinoEmbedder, OnnxEmbedder])
@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_folder_that_is_not_a_model_is_said_to_be_none(tmp_path: Path, engine: Any, name: str) -> None:
    folder = write_model_folder(tmp_path / "broken")
    (folder / name).write_bytes(b"{oops")
    with pytest.raises(EmbedderUnavailable, match=name):
        engine(model_folder(folder))
    (folder / name).unlink()
    with pytest.raises(EmbedderUnavailable, match=name):
        model_folder(folder)


@pytest.mark.parametrize("engine", [OpenVinoEmbedder, OnnxEmbedder])
def test_a_model_that_asks_for_more_than_text_is_refused(tmp_path: Path, engine: Any) -> None:
    folder = write_model_folder(tmp_path / "images")
    (folder / "model.onnx").write_bytes(token_table_model(table(), input_name="pixels"))
    with pytest.raises(EmbedderUnavailable, match="asks for pixels"):
        engine(model_folder(folder))


def test_a_long_list_is_embedded_in_parts(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["north " * (1 + n % 7) + WORDS[4 + n % 4] for n in range(50)]
    embedder = OnnxEmbedder(model_folder(tiny))
    at_once = embedder.embed(texts)
    monkeypatch.setattr(onnx_model, "WINDOW", 7)
    monkeypatch.setattr(onnx_model, "BATCH", 3)
    assert embedder.embed(texts) == pytest.approx(at_once, abs=1e-6)


@given(st.lists(st.sampled_from(["north", "unbelievable", "e\u0301", "漢字", " ", "\n", "\n\n", "."]), max_size=60))
def test_a_long_text_has_the_tokens_that_it_has_in_one_piece(onnx_embedder: OnnxEmbedder, words: list[str]) -> None:
    text = " ".join(words)
    whole = onnx_embedder.token_offsets(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "WINDOW", 25)
        assert onnx_embedder.token_offsets(text) == whole


@given(st.text("ab \n", max_size=200), st.integers(1, 20))
def test_windows_tile_the_text_and_are_bounded(text: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "WINDOW", size)
        found = list(tokens.windows(text))
    assert "".join(text[start:end] for start, end in found) == text
    assert all(0 < end - start <= 2 * size for start, end in found)


# --- what some models want before a text ------------------------------------------------------------------------------


@pytest.fixture
def prefixed(tiny: Path) -> PrefixedEmbedder:
    return PrefixedEmbedder(OnnxEmbedder(model_folder(tiny), threads=1), "north ", "south ")


def test_prefixes_are_read_and_not_counted_among_the_text(tiny: Path, prefixed: PrefixedEmbedder) -> None:
    plain = OnnxEmbedder(model_folder(tiny), threads=1)
    assert prefixed.embed(["east"]) == pytest.approx(plain.embed(["south east"]), abs=1e-6)
    assert prefixed.embed_query("east") == pytest.approx(plain.embed_query("north east"), abs=1e-6)
    assert prefixed.token_offsets("east west") == [(0, 4), (5, 9)]
    assert prefixed.max_tokens == plain.max_tokens - 1
    assert prefixed.embed(["a " * prefixed.max_tokens]).shape == (1, plain.dimension)
    with pytest.raises(TextTooLong):
        prefixed.embed(["a " * plain.max_tokens])


def test_the_parts_of_a_text_are_told_without_its_prefix(tiny: Path, prefixed: PrefixedEmbedder) -> None:
    assert prefixed.tells_parts
    _, (short, long, empty) = prefixed.embed_parts(["east west", "east " * PART_TOKENS + "west " * PART_TOKENS, ""])
    assert short is not None
    assert long is not None
    assert short.spans == ((0, 9),)
    assert long.spans[0][0] == 0
    assert long.spans[-1][1] == 5 * 2 * PART_TOKENS - 1
    assert empty is None


def test_other_prefixes_are_another_identity(tiny: Path) -> None:
    plain = OnnxEmbedder(model_folder(tiny), threads=1)
    identities = {
        PrefixedEmbedder(plain, *prefixes).identity for prefixes in (("a", "b"), ("ab", ""), ("", "ab"), ("a", "c"))
    }
    assert len(identities | {plain.identity}) == 5
    assert all(one.endswith(f":{plain.dimension}") for one in identities)


def test_a_prefix_that_leaves_no_room_is_refused(tiny: Path) -> None:
    plain = OnnxEmbedder(model_folder(tiny), threads=1)
    for prefixes in (("a " * plain.max_tokens, ""), ("", "a " * plain.max_tokens)):
        with pytest.raises(EmbedderUnavailable, match="PREFIX"):
            PrefixedEmbedder(plain, *prefixes)


def test_the_settings_name_prefixes_and_how_much_a_service_reads(settings: Any) -> None:
    settings.EMBEDDING_BACKEND = "hash"
    assert isinstance(get_embedder(), HashEmbedder)
    settings.EMBEDDING_QUERY_PREFIX = "query: "
    assert isinstance(get_embedder(), PrefixedEmbedder)
    settings.EMBEDDING_QUERY_PREFIX = ""
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_URL, settings.EMBEDDING_MODEL = "http", "http://127.0.0.1:9", "m"
    settings.EMBEDDING_MAX_TOKENS = 8000
    assert get_embedder().max_tokens == 8000
    settings.EMBEDDING_MAX_TOKENS = 0
    with pytest.raises(EmbedderUnavailable, match="EMBEDDING_MAX_TOKENS"):
        get_embedder()


# --- a service ----------------------------------------------------------------------------------------------------


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr("search.embeddings.http_service.time.sleep", waited.append)
    return waited


@pytest.fixture
def asked(service: Service) -> HttpEmbedder:
    embedder = HttpEmbedder(service.url + "/embeddings/", "tiny", api_key=KEY)
    assert embedder.dimension == 32
    service.requests.clear()
    service.answers.clear()
    return embedder


def test_a_service_is_asked_in_its_own_form(service: Service, asked: HttpEmbedder) -> None:
    asked.embed(["north", "lone \ud800"])
    body = {"model": "tiny", "input": ["north", "lone ?"], "encoding_format": "float"}
    assert service.requests == [("/v1/embeddings", body, f"Bearer {KEY}")]


def test_a_service_is_asked_in_batches_and_its_order_is_kept(
    service: Service, asked: HttpEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_service, "BATCH", 4)
    texts = [f"text number {n}" for n in range(10)]
    assert asked.embed(texts) == pytest.approx(HashEmbedder(dimension=32).embed(texts), abs=1e-5)
    assert [len(body["input"]) for _, body, _ in service.requests] == [4, 4, 2]


def test_a_busy_service_is_asked_again(service: Service, asked: HttpEmbedder, no_waiting: list[float]) -> None:
    service.answers = [(503, b"loading"), (429, b"slow down")]
    assert asked.embed(["north"]).shape == (1, 32)
    assert no_waiting == [1, 2]


def test_a_service_that_stays_busy_is_unavailable(
    service: Service, asked: HttpEmbedder, no_waiting: list[float]
) -> None:
    service.answers = [(503, b"loading")] * 3
    with pytest.raises(EmbedderUnavailable, match="answers 503: loading"):
        asked.embed(["north"])
    assert len(service.requests) == 3


def test_who_asks_a_question_does_not_wait_for_a_busy_service(
    service: Service, asked: HttpEmbedder, no_waiting: list[float]
) -> None:
    service.answers = [(503, b"loading")]
    with pytest.raises(EmbedderUnavailable, match="answers 503"):
        asked.embed_query("north")
    assert no_waiting == []


def vectors(*rows: list[float]) -> bytes:
    return json.dumps({"data": [{"index": n, "embedding": row} for n, row in enumerate(rows)]}).encode()


@pytest.mark.parametrize(
    ("status", "answer", "said"),
    [
        (401, b"no such key", "answers 401: no such key"),
        (404, b"no such model", "answers 404"),
        (200, b"<html>", "another shape"),
        (200, b'{"error": "x"}', "another shape"),
        (200, b"[]", "another shape"),
        (200, vectors(), "0 vectors for 1 texts"),
        (200, vectors([1.0] * 32, [1.0] * 32), "2 vectors for 1 texts"),
        (200, vectors([1.0, 2.0]), "2 numbers, not 32"),
        (200, vectors([]), "another shape"),
        (200, vectors([0.0] * 32), "no direction"),
        (200, b'{"data": [{"index": 0, "embedding": [NaN]}]}', "no direction"),
    ],
)
def test_an_answer_that_cannot_be_used_is_said_in_words_without_the_key(
    service: Service, asked: HttpEmbedder, status: int, answer: bytes, said: str
) -> None:
    service.answers = [(status, answer)]
    with pytest.raises(EmbedderUnavailable, match=said) as failure:
        asked.embed(["north"])
    assert len(service.requests) == 1
    assert KEY not in str(failure.value)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "nonsense", "http://[oops"])
def test_a_service_that_is_not_there_is_unavailable(url: str, no_waiting: list[float]) -> None:
    with pytest.raises(EmbedderUnavailable):
        HttpEmbedder(url, "tiny").embed(["north"])


# --- hashing ------------------------------------------------------------------------------------------------------


def test_texts_that_share_words_are_near() -> None:
    asked, near, nearer, far = HashEmbedder().embed(
        ["notice of renewal", "renewed without further notice", "the notice of Renewal.", "cats like warm milk"]
    )
    assert asked @ nearer > asked @ near > asked @ far


# --- choosing -----------------------------------------------------------------------------------------------------


@pytest.fixture
def chosen(settings: Any) -> Callable[..., Embedder]:
    def choose(**values: object) -> Embedder:
        defaults = {"BACKEND": "auto", "MODEL_PATH": "", "URL": "", "MODEL": "", "API_KEY": "", "THREADS": 1}
        for name, value in (defaults | values).items():
            setattr(settings, f"EMBEDDING_{name}", value)
        return get_embedder()

    return choose


def test_settings_choose_the_embedder(chosen: Callable[..., Embedder], tiny: Path, service: Service) -> None:
    assert isinstance(chosen(), OpenVinoEmbedder)
    assert isinstance(chosen(BACKEND="onnx"), OnnxEmbedder)
    assert isinstance(chosen(BACKEND="hash"), HashEmbedder)
    assert isinstance(chosen(URL=service.url, MODEL="tiny"), HttpEmbedder)
    assert chosen(MODEL_PATH=str(tiny)).identity.startswith("tiny:")
    assert isinstance(chosen(BACKEND="onnx", URL=service.url, MODEL_PATH=str(tiny)), OnnxEmbedder)


def test_an_embedder_is_loaded_once_in_a_process_and_again_in_a_forked_one(
    chosen: Callable[..., Embedder], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = chosen(BACKEND="hash")
    assert get_embedder() is mine
    monkeypatch.setattr("os.getpid", lambda: -1)
    assert get_embedder() is not mine


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"BACKEND": "openvno"}, "it can be auto, openvino, onnx, http, hash"),
        ({"BACKEND": "http"}, "both EMBEDDING_URL and EMBEDDING_MODEL"),
        ({"URL": "http://127.0.0.1:9"}, "both EMBEDDING_URL and EMBEDDING_MODEL"),
        ({"MODEL_PATH": "/nonexistent"}, "there is no /nonexistent/model.onnx"),
    ],
)
def test_settings_that_make_no_sense_are_said_in_words(
    chosen: Callable[..., Embedder], values: dict[str, str], said: str
) -> None:
    with pytest.raises(EmbedderUnavailable, match=said):
        chosen(**values)


def test_onnxruntime_takes_over_where_openvino_is_missing(
    chosen: Callable[..., Embedder], monkeypatch: pytest.MonkeyPatch, tiny: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    assert isinstance(chosen(MODEL_PATH=str(tiny), THREADS=2), OnnxEmbedder)
    assert "OpenVINO cannot be used" in caplog.text
    with pytest.raises(EmbedderUnavailable, match="OpenVINO cannot be used"):
        chosen(MODEL_PATH=str(tiny), BACKEND="openvino")

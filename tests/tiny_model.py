"""ONNX models of a few hundred bytes: one in which each token has a fixed vector, one that counts what two texts share.

Written in protobuf's wire format by hand.
The field numbers are those of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

FLOAT, INT64 = 1, 7
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "north", "east", "south", "west"]


def table(dimension: int = 4) -> NDArray[np.float32]:
    """The vector of each word of ``WORDS``, one row each."""
    return np.random.default_rng(7).normal(size=(len(WORDS), dimension)).astype(np.float32)


def write_model_folder(folder: Path, *, dimension: int = 4, truncate_at: int = 3) -> Path:
    """A folder as ``EMBEDDING_MODEL_PATH`` names it; its tokenizer cuts and pads unless it is told not to."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(token_table_model(table(dimension)))
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.enable_truncation(max_length=truncate_at)
    tokenizer.enable_padding(length=truncate_at)
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def write_cross_encoder(
    folder: Path, words: Sequence[str], *, columns: Sequence[float] = (1.0,), max_length: int = 512
) -> Path:
    """A folder as ``RERANKER_PATH`` names it. The score of a pair is how many of ``words`` both texts have."""
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = [*WORDS[:4], *words]
    (folder / "model.onnx").write_bytes(shared_words_model(len(vocabulary), columns))
    (folder / "config.json").write_text(json.dumps({"model_type": "bert", "max_position_embeddings": max_length}))
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(vocabulary)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def shared_words_model(vocabulary: int, columns: Sequence[float] = (1.0,)) -> bytes:
    """``logits = shared * columns``: how many tokens both parts have, the first four of the vocabulary not counted."""
    hot = np.diag([0.0] * 4 + [1.0] * (vocabulary - 4)).astype(np.float32)
    sums = np.tile(np.array(columns, dtype=np.float32), (vocabulary, 1))
    nodes = [
        _node("Gather", ["hot", "input_ids"], "words"),
        _node("Cast", ["token_type_ids"], "second", _attribute("to", FLOAT)),
        _node("Cast", ["attention_mask"], "seen", _attribute("to", FLOAT)),
        _node("Sub", ["seen", "second"], "first"),
        _node("Einsum", ["words", "first"], "asked", _attribute("equation", "bsv,bs->bv")),
        _node("Einsum", ["words", "second"], "told", _attribute("equation", "bsv,bs->bv")),
        _node("Min", ["asked", "told"], "shared"),
        _node("MatMul", ["shared", "sums"], "logits"),
    ]
    graph = (
        b"".join(_part(1, node) for node in nodes)
        + _text(2, "tiny")
        + _part(5, _tensor("hot", hot))
        + _part(5, _tensor("sums", sums))
        + b"".join(
            _part(11, _port(name, INT64, ["batch", "sequence"]))
            for name in ("input_ids", "attention_mask", "token_type_ids")
        )
        + _part(12, _port("logits", FLOAT, ["batch", len(columns)]))
    )
    return _model(graph)


def token_table_model(rows: NDArray[np.float32], input_name: str = "input_ids") -> bytes:
    """``last_hidden_state = rows[input_ids]``, shape ``[batch, sequence, dimension]``."""
    node = _node("Gather", ["rows", input_name], "last_hidden_state")
    graph = (
        _part(1, node)
        + _text(2, "tiny")
        + _part(5, _tensor("rows", rows))
        + _part(11, _port(input_name, INT64, ["batch", "sequence"]))
        + _part(12, _port("last_hidden_state", FLOAT, ["batch", "sequence", rows.shape[1]]))
    )
    return _model(graph)


def _model(graph: bytes) -> bytes:
    return _number(1, 8) + _part(7, graph) + _part(8, _text(1, "") + _number(2, 17))


def _node(kind: str, inputs: Sequence[str], output: str, attribute: bytes = b"") -> bytes:
    return b"".join(_text(1, name) for name in inputs) + _text(2, output) + _text(4, kind) + attribute


def _attribute(name: str, value: int | str) -> bytes:
    told = _number(3, value) + _number(20, 2) if isinstance(value, int) else _text(4, value) + _number(20, 3)
    return _part(5, _text(1, name) + told)


def _tensor(name: str, values: NDArray[np.float32]) -> bytes:
    dims = b"".join(_number(1, size) for size in values.shape)
    return dims + _number(2, FLOAT) + _text(8, name) + _part(9, values.astype("<f4").tobytes())


def _port(name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    sizes = [_text(2, size) if isinstance(size, str) else _number(1, size) for size in shape]
    tensor = _number(1, kind) + _part(2, b"".join(_part(1, size) for size in sizes))
    return _text(1, name) + _part(2, _part(1, tensor))


def _text(field: int, value: str) -> bytes:
    return _part(field, value.encode())


def _part(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])

"""An ONNX model of a few hundred bytes: each token has a fixed vector. Written in protobuf's wire format by hand.

The field numbers are those of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, pre_tokenizers, processors

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


def token_table_model(rows: NDArray[np.float32], input_name: str = "input_ids") -> bytes:
    """``last_hidden_state = rows[input_ids]``, shape ``[batch, sequence, dimension]``."""
    node = _text(1, "rows") + _text(1, input_name) + _text(2, "last_hidden_state") + _text(4, "Gather")
    graph = (
        _part(1, node)
        + _text(2, "tiny")
        + _part(5, _tensor("rows", rows))
        + _part(11, _port(input_name, INT64, ["batch", "sequence"]))
        + _part(12, _port("last_hidden_state", FLOAT, ["batch", "sequence", rows.shape[1]]))
    )
    return _number(1, 8) + _part(7, graph) + _part(8, _text(1, "") + _number(2, 17))


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

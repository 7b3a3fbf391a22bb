"""What the engines for ONNX models share: tokens in, pooled vectors of length 1 out."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from search.embeddings.contract import EmbedderUnavailable, Vectors
from search.embeddings.model_files import ModelFiles
from search.embeddings.tokens import Tokens
from search.embeddings.vectors import in_groups, mean_of_tokens, stacked, unit_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH = 8
"""Texts that are computed together: more cost memory and gain nothing on a processor."""

WINDOW = 512
"""Texts that are held as tokens at a time, sorted by length: unsorted, padding costs a tenth to a quarter."""


class OnnxModelEmbedder(ABC):
    """An embedder over the files of an ONNX model; ``EmbedderUnavailable`` if it cannot be loaded."""

    def __init__(self, files: ModelFiles) -> None:
        self._files = files
        self._tokens = Tokens(files)
        self.max_tokens = self._tokens.max_tokens
        self.engine = self._load()
        self.dimension = int(self._embed_ids([self._tokens.first_ids("dimension")]).shape[1])
        self.identity = f"{files.name}:{files.digest[:12]}:{self.dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        windows = in_groups(texts, WINDOW)
        parts = [self._embed_window([self._tokens.ids(text) for text in window]) for window in windows]
        return stacked(parts, lambda: self.dimension)

    def embed_query(self, text: str) -> Vectors:
        row: Vectors = self._embed_ids([self._tokens.first_ids(text)])[0]
        return row

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        return self._tokens.offsets(text)

    @abstractmethod
    def _load(self) -> str:
        """Load the model and say what computes and how exactly."""

    @abstractmethod
    def _run(self, inputs: "dict[str, NDArray[Any]]") -> "NDArray[Any]":
        """The model's first output."""

    @abstractmethod
    def _input_names(self) -> Iterable[str]:
        """What the model asks for."""

    def _embed_window(self, ids: Sequence[Sequence[int]]) -> Vectors:
        import numpy as np

        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        rows = np.empty((len(ids), self.dimension), dtype=np.float32)
        for part in in_groups(order, BATCH):
            rows[list(part)] = self._embed_ids([ids[i] for i in part])
        return rows

    def _embed_ids(self, ids: Sequence[Sequence[int]]) -> Vectors:
        inputs = self._inputs(ids)
        output = self._run({name: inputs[name] for name in self._input_names()})
        if output.ndim == 2:  # the model pools by itself
            return unit_rows(output)
        if self._files.pooling == "cls":
            return unit_rows(output[:, 0])
        return unit_rows(mean_of_tokens(output, inputs["attention_mask"]))

    def _inputs(self, ids: Sequence[Sequence[int]]) -> "dict[str, NDArray[Any]]":
        import numpy as np

        padded = np.zeros((len(ids), max(map(len, ids))), dtype=np.int64)
        mask = np.zeros_like(padded)
        for row, one in enumerate(ids):
            padded[row, : len(one)] = one
            mask[row, : len(one)] = 1
        return {"input_ids": padded, "attention_mask": mask, "token_type_ids": np.zeros_like(padded)}

    def _check_inputs(self) -> None:
        strangers = set(self._input_names()) - {"input_ids", "attention_mask", "token_type_ids"}
        if strangers:
            raise EmbedderUnavailable(f"{self._files.model} also asks for {', '.join(sorted(strangers))}")

"""What the engines for ONNX models share: tokens in, pooled vectors of length 1 out."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from search.embeddings.contract import EmbedderUnavailable, Vectors
from search.embeddings.model_files import ModelFiles
from search.embeddings.tokens import Tokens
from search.embeddings.vectors import in_groups, mean_of_tokens, stacked, unit_rows
from search.parts import Parts, means_of_tokens, token_groups

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
        inputs, output = self._output([self._tokens.first_ids("dimension")])
        self.dimension = int(self._pooled(inputs, output).shape[1])
        self.tells_parts = output.ndim == 3 and files.pooling != "cls"
        self.identity = f"{files.name}:{files.digest[:12]}:{self.dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        windows = in_groups(texts, WINDOW)
        parts = [self._embed_window([self._tokens.ids(text) for text in window]) for window in windows]
        return stacked(parts, lambda: self.dimension)

    def embed_parts(self, texts: Sequence[str]) -> tuple[Vectors, list[Parts | None]]:
        read = [self._tokens.ids_and_offsets(text) for text in texts]
        rows, parts = [], []
        for window in in_groups(read, WINDOW):
            of_window = self._embed_window_in_parts(window)
            rows.append(of_window[0])
            parts += of_window[1]
        return stacked(rows, lambda: self.dimension), parts

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

        rows = np.empty((len(ids), self.dimension), dtype=np.float32)
        for group in _by_length(ids):
            rows[list(group)] = self._embed_ids([ids[i] for i in group])
        return rows

    def _embed_window_in_parts(
        self, read: Sequence[tuple[Sequence[int], Sequence[tuple[int, int] | None]]]
    ) -> tuple[Vectors, list[Parts | None]]:
        import numpy as np

        ids = [one for one, _ in read]
        rows = np.empty((len(ids), self.dimension), dtype=np.float32)
        parts: list[Parts | None] = [None] * len(ids)
        for group in _by_length(ids):
            inputs, output = self._output([ids[i] for i in group])
            rows[list(group)] = self._pooled(inputs, output)
            for states, i in zip(output, group, strict=True):
                parts[i] = self._parts(states, read[i][1])
        return rows, parts

    def _parts(self, states: "NDArray[Any]", offsets: Sequence[tuple[int, int] | None]) -> Parts | None:
        """None where a text's vector is not the mean of those of its tokens, for then theirs mean nothing."""
        tokens = [(at, offset) for at, offset in enumerate(offsets) if offset is not None]
        if not self.tells_parts or not tokens:
            return None
        groups = token_groups(len(tokens))
        spans = tuple((tokens[first][1][0], tokens[end - 1][1][1]) for first, end in groups)
        places = [at for at, _ in tokens]
        return Parts(spans, means_of_tokens(states[places], groups))

    def _embed_ids(self, ids: Sequence[Sequence[int]]) -> Vectors:
        return self._pooled(*self._output(ids))

    def _output(self, ids: Sequence[Sequence[int]]) -> "tuple[dict[str, NDArray[Any]], NDArray[Any]]":
        inputs = self._inputs(ids)
        return inputs, self._run({name: inputs[name] for name in self._input_names()})

    def _pooled(self, inputs: "dict[str, NDArray[Any]]", output: "NDArray[Any]") -> Vectors:
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


def _by_length(ids: Sequence[Sequence[int]]) -> Iterable[Sequence[int]]:
    """The places of texts of about the same length, as many as are computed together."""
    return in_groups(sorted(range(len(ids)), key=lambda i: len(ids[i])), BATCH)

"""What the engines for ONNX models share: tokens in, pooled vectors of length 1 out."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from search.embeddings.contract import EmbedderUnavailable, Vectors
from search.embeddings.model_files import ModelFiles
from search.embeddings.tokens import Tokens
from search.embeddings.vectors import in_groups, mean_of_tokens, stacked, unit_rows
from search.parts import Parts, means_of_tokens, token_groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH = 8
"""Texts that are computed together: more cost memory and gain nothing on a processor."""

Inputs: TypeAlias = "dict[str, NDArray[Any]]"

WINDOW = 512
"""Texts that are held as tokens at a time, sorted by length: unsorted, padding costs a tenth to a quarter."""


class OnnxModelEmbedder(ABC):
    """An embedder over the files of an ONNX model; ``EmbedderUnavailable`` if it cannot be loaded."""

    batch = BATCH

    def __init__(self, files: ModelFiles) -> None:
        self._files = files
        self._tokens = Tokens(files)
        self.max_tokens = self._tokens.max_tokens
        self.engine = self._load()
        inputs, output = self._output(self._tokens.first_ids("dimension"))
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
        row: Vectors = self._pooled(*self._output(self._tokens.first_ids(text)))[0]
        return row

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        return self._tokens.offsets(text)

    @abstractmethod
    def _load(self) -> str:
        """Load the model and say what computes and how exactly."""

    @abstractmethod
    def _run(self, inputs: "Inputs") -> "NDArray[Any]":
        """The model's first output."""

    @abstractmethod
    def _input_names(self) -> Iterable[str]:
        """What the model asks for."""

    def _embed_window(self, ids: Sequence[Sequence[int]]) -> Vectors:
        import numpy as np

        rows = np.empty((len(ids), self.dimension), dtype=np.float32)
        for group, inputs, output in self._computed(ids):
            rows[group] = self._pooled(inputs, output)
        return rows

    def _embed_window_in_parts(
        self, read: Sequence[tuple[Sequence[int], Sequence[tuple[int, int] | None]]]
    ) -> tuple[Vectors, list[Parts | None]]:
        import numpy as np

        ids = [one for one, _ in read]
        rows = np.empty((len(ids), self.dimension), dtype=np.float32)
        parts: list[Parts | None] = [None] * len(ids)
        for group, inputs, output in self._computed(ids):
            rows[group] = self._pooled(inputs, output)
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

    def _computed(self, ids: Sequence[Sequence[int]]) -> "Iterator[tuple[list[int], Inputs, NDArray[Any]]]":
        """The places of texts of about the same length, what the model was given of them, and what it made of it."""
        groups = [list(group) for group in in_groups(sorted(range(len(ids)), key=lambda i: len(ids[i])), self.batch)]
        inputs = (self._inputs([ids[i] for i in group]) for group in groups)
        for group, (given, output) in zip(groups, self._outputs(inputs), strict=True):
            yield group, given, output

    def _output(self, ids: Sequence[int]) -> "tuple[Inputs, NDArray[Any]]":
        """Of one text."""
        inputs = self._inputs([ids])
        return inputs, self._run(self._asked(inputs))

    def _outputs(self, inputs: "Iterable[Inputs]") -> "Iterator[tuple[Inputs, NDArray[Any]]]":
        """One after the other; an output stands until the next is asked for."""
        return ((one, self._run(self._asked(one))) for one in inputs)

    def _asked(self, inputs: "Inputs") -> "Inputs":
        return {name: inputs[name] for name in self._input_names()}

    def _pooled(self, inputs: "Inputs", output: "NDArray[Any]") -> Vectors:
        if output.ndim == 2:  # the model pools by itself
            return unit_rows(output)
        if self._files.pooling == "cls":
            return unit_rows(output[:, 0])
        return unit_rows(mean_of_tokens(output, inputs["attention_mask"]))

    def _inputs(self, ids: Sequence[Sequence[int]]) -> "Inputs":
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

"""A cross-encoder in a folder, computed here."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from search.embeddings import EmbedderUnavailable, PairTokens, inference_session, model_folder, usable_cores
from search.rerankers.contract import RerankerUnavailable

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH = 8
"""Pairs that are computed together: more cost memory and gain nothing on a processor."""

INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class CrossEncoder:
    """An ONNX model for sequence classification by onnxruntime. Safe among threads.

    Of one number for a pair that number is the score, of two the second, as "relevant" comes after "irrelevant".
    ``RerankerUnavailable`` if the folder holds no such model.
    """

    def __init__(self, folder: Path, threads: int = 0) -> None:
        try:
            files = model_folder(folder, "RERANKER_PATH")
            self._tokens = PairTokens(files)
            self._session = inference_session(files, threads or usable_cores())
        except EmbedderUnavailable as error:
            raise RerankerUnavailable(str(error)) from error
        self._names = [port.name for port in self._session.get_inputs()]
        if strangers := set(self._names) - set(INPUTS):
            raise RerankerUnavailable(f"{files.model} also asks for {', '.join(sorted(strangers))}")
        self.scores("is it a", ["cross-encoder"])

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        read = self._tokens.first_tokens(question)
        pairs = [self._tokens.ids(read, passage) for passage in passages]
        # Sorted by length: unsorted, much of the work would be padding.
        order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]))
        found = [0.0] * len(pairs)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            for i, score in zip(batch, self._scores([pairs[i] for i in batch]), strict=True):
                found[i] = score
        return found

    def _scores(self, pairs: Sequence[tuple[list[int], list[int]]]) -> list[float]:
        inputs = _padded(pairs)
        try:
            output = self._session.run(None, {name: inputs[name] for name in self._names})[0]
        except Exception as error:  # onnxruntime's failures have no common class of their own
            raise RerankerUnavailable(f"the reranker cannot compute: {error}") from error
        found = _last_column(output, len(pairs))
        if not all(map(math.isfinite, found)):
            raise RerankerUnavailable("the reranker gave a score that is no number")
        return found


def _padded(pairs: Sequence[tuple[list[int], list[int]]]) -> "dict[str, NDArray[Any]]":
    import numpy as np

    shape = (len(pairs), max(len(ids) for ids, _ in pairs))
    ids, mask, types = (np.zeros(shape, dtype=np.int64) for _ in INPUTS)
    for row, (of_pair, types_of_pair) in enumerate(pairs):
        ids[row, : len(of_pair)] = of_pair
        mask[row, : len(of_pair)] = 1
        types[row, : len(of_pair)] = types_of_pair
    return dict(zip(INPUTS, (ids, mask, types), strict=True))


def _last_column(output: "NDArray[Any]", pairs: int) -> list[float]:
    if output.shape not in {(pairs,), (pairs, 1), (pairs, 2)}:
        raise RerankerUnavailable(
            f"a cross-encoder gives one number for a pair, or two; this model gives an array of {list(output.shape)}"
        )
    return [float(score) for score in output.reshape(pairs, -1)[:, -1]]

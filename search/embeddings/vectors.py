"""Arithmetic that the embedders share."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from search.embeddings.contract import EmbedderUnavailable, TextTooLong, Vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

Item = TypeVar("Item")


def unit_rows(rows: "NDArray[Any]") -> Vectors:
    """The rows at length 1, as float32; ``EmbedderUnavailable`` for a row that has no direction."""
    import numpy as np

    lengths = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise EmbedderUnavailable("the model gave a vector that has no direction")
    units: Vectors = (rows / lengths).astype(np.float32)
    return units


def mean_of_tokens(states: "NDArray[Any]", mask: "NDArray[Any]") -> "NDArray[Any]":
    """The mean of each text's token vectors: ``[n, tokens, dimension]`` and ``[n, tokens]`` to ``[n,
    dimension]``.
    """
    weights = mask[..., None].astype(states.dtype)
    pooled: NDArray[Any] = (states * weights).sum(axis=1) / weights.sum(axis=1)
    return pooled


def check_length(tokens: int, limit: int) -> None:
    if tokens > limit:
        raise TextTooLong(f"a text of {tokens} tokens; the model reads {limit}")


def in_groups(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def stacked(rows: Sequence[Vectors], dimension: Callable[[], int]) -> Vectors:
    """The parts one below the other; of no part at all an empty array of the right width."""
    import numpy as np

    return np.concatenate(rows) if rows else np.empty((0, dimension()), dtype=np.float32)


def encodable(text: str) -> str:
    """The text with a question mark for each lone surrogate, which no tokenizer takes; its length is
    unchanged.
    """
    return text.encode("utf-8", "replace").decode("utf-8")

"""What every reranker promises."""

from collections.abc import Sequence
from typing import Protocol


class RerankerUnavailable(Exception):  # noqa: N818 - a state, not a mistake
    """No score can be had: the model's files or its service is missing, broken, too slow or not the right one."""


class Reranker(Protocol):
    """Reads a question and a passage together, and says how well the one answers the other."""

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One finite number for each passage, in order: the higher, the better. Those of one call may be compared.

        What is longer than the model reads is cut at its end. ``RerankerUnavailable`` if the model or its service
        fails.
        """

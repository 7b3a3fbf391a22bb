"""What every embedder promises."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    from search.parts import Parts

    Vectors: TypeAlias = NDArray[float32]
else:
    Vectors: TypeAlias = "NDArray[float32]"


class EmbedderUnavailable(Exception):  # noqa: N818 - a state, not a mistake
    """No vector can be had: the model's files, its engine or its service is missing, broken or not the right one."""


class TextTooLong(ValueError):  # noqa: N818 - says what is refused
    """A text has more tokens than the model reads; what it would not read would be silently unfindable."""


class Embedder(Protocol):
    """Texts to vectors, always the same vectors for the same list of texts."""

    @property
    def identity(self) -> str:
        """The model, its files and the dimension in one name: vectors of equal identity may be compared.

        The engine is not part of it: the packaged model gives the same vectors by OpenVINO and by onnxruntime
        (cosine 1.00000 in 32-bit floats; .9989 where OpenVINO computes in bfloat16), far closer than
        neighbours ever are. So a host may fall back to another engine without making the index stale.
        """

    @property
    def engine(self) -> str:
        """What computes here and how exactly, for people: ``openvino 2026.4.1, f32``."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    @property
    def max_tokens(self) -> int:
        """Most tokens of one text, the special ones of the model not counted."""

    @property
    def tells_parts(self) -> bool:
        """Whether `embed_parts` gives any."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of length 1 for each text, in order: float32, shape ``[len(texts), dimension]``.

        ``TextTooLong`` if a text has more than ``max_tokens`` tokens: nothing is cut. ``EmbedderUnavailable``
        if the engine or the service fails.
        """

    def embed_parts(self, texts: Sequence[str]) -> "tuple[Vectors, list[Parts | None]]":
        """As `embed`, and of each text its parts, from the same run of the model; None where it does not tell them."""

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, shape ``[dimension]``. Only the first ``max_tokens`` tokens of it count:
        a question is not indexed, so one that goes on for pages is cut rather than refused.
        """

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        """``[start, end)`` of every token in code points of ``text``, in order, special tokens left out."""

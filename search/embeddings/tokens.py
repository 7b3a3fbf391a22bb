"""A model's own tokenizer, freed from the truncation and the padding that its file may carry."""

import re
from collections.abc import Iterator
from typing import Any

from search.embeddings.contract import EmbedderUnavailable
from search.embeddings.model_files import ModelFiles
from search.embeddings.vectors import check_length, encodable

WINDOW = 50_000
"""Code points that are tokenized at a time: the tokenizer holds more than a kilobyte for each token."""

BLANK = re.compile(r"[ \t\n]")

QUERY_CODE_POINTS = 20_000
"""As much of a question as is looked at."""


MIN_PAIR_TOKENS = 4
"""Two for each text: with fewer there is nothing to compare."""


class Tokens:
    """Token ids and offsets of texts. ``max_tokens`` does not count the special tokens that the model adds."""

    def __init__(self, files: ModelFiles) -> None:
        self._whole = _tokenizer(files)
        self._whole.no_truncation()
        self._cut = _tokenizer(files)
        self._cut.enable_truncation(max_length=files.max_length)
        self.max_tokens = files.max_length - self._whole.num_special_tokens_to_add(is_pair=False)

    def offsets(self, text: str) -> list[tuple[int, int]]:
        return [
            (start + one, start + other)
            for start, end in windows(text)
            for one, other in self._whole.encode(encodable(text[start:end]), add_special_tokens=False).offsets
        ]

    def ids(self, text: str) -> list[int]:
        """Special tokens included; ``TextTooLong`` beyond ``max_tokens``."""
        ids = self._ids(self._whole, text)
        check_length(len(ids) - self._whole.num_special_tokens_to_add(is_pair=False), self.max_tokens)
        return ids

    def ids_and_offsets(self, text: str) -> tuple[list[int], list[tuple[int, int] | None]]:
        """As `ids`, and where in ``text`` each token stands: None for a special one."""
        encoded = self._whole.encode(encodable(text))
        check_length(len(encoded.ids) - self._whole.num_special_tokens_to_add(is_pair=False), self.max_tokens)
        offsets = zip(encoded.offsets, encoded.special_tokens_mask, strict=True)
        return list(encoded.ids), [None if is_special else offset for offset, is_special in offsets]

    def first_ids(self, text: str) -> list[int]:
        """Special tokens included; what goes beyond ``max_tokens`` is left out."""
        return self._ids(self._cut, text[:QUERY_CODE_POINTS])

    def _ids(self, tokenizer: Any, text: str) -> list[int]:
        return list(tokenizer.encode(encodable(text)).ids)


class PairTokens:
    """Token ids of a question with a passage, at most ``files.max_length`` of them with the special ones.

    What is too long is cut at its end: the passage, and the question only where it would leave the passage less than
    half.
    """

    def __init__(self, files: ModelFiles) -> None:
        self._whole = _tokenizer(files)
        self._whole.no_truncation()
        self._cut = _tokenizer(files)
        self._cut.enable_truncation(max_length=files.max_length, strategy="only_second")
        room = files.max_length - self._whole.num_special_tokens_to_add(is_pair=True)
        if room < MIN_PAIR_TOKENS:
            raise EmbedderUnavailable(f"a model that reads {files.max_length} tokens has no room for a pair of texts")
        self._most_of_question = room // 2

    def first_tokens(self, question: str) -> str:
        """As much of a question as is read."""
        read = encodable(question[:QUERY_CODE_POINTS])
        offsets = self._whole.encode(read, add_special_tokens=False).offsets[: self._most_of_question]
        return read[: offsets[-1][1]] if offsets else ""

    def ids(self, question: str, passage: str) -> tuple[list[int], list[int]]:
        """The ids, and for each of them which of the two texts it belongs to. ``question`` is what was read of it."""
        encoded = self._cut.encode(question, encodable(passage))
        return list(encoded.ids), list(encoded.type_ids)


def windows(text: str) -> Iterator[tuple[int, int]]:
    """``[start, end)`` of pieces that follow each other, cut before white space, where no token crosses.

    A piece has between one and two windows of code points. Where a text has no white space for a whole window, it is
    cut all the same, and one token may count as two.
    """
    start = 0
    while start < len(text):
        found = BLANK.search(text, start + WINDOW, start + 2 * WINDOW)
        end = found.start() if found else min(start + 2 * WINDOW, len(text))
        yield start, end
        start = end


def _tokenizer(files: ModelFiles) -> Any:
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(files.tokenizer))
    except Exception as error:  # tokenizers raises nothing narrower
        raise EmbedderUnavailable(f"{files.tokenizer} cannot be read: {error}") from error
    tokenizer.no_padding()
    return tokenizer

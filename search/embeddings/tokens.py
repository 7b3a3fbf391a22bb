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

    def first_ids(self, text: str) -> list[int]:
        """Special tokens included; what goes beyond ``max_tokens`` is left out."""
        return self._ids(self._cut, text[:QUERY_CODE_POINTS])

    def _ids(self, tokenizer: Any, text: str) -> list[int]:
        return list(tokenizer.encode(encodable(text)).ids)


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

"""What a bomb is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, BinaryIO

WORDS = b"The ferry leaves at seven from the northern pier. "
MEGABYTE = 1 << 20

Write = Callable[[BinaryIO, float], None]


@dataclass(frozen=True, slots=True)
class Bomb:
    """`write(file, size)` builds it, as large as it is meant to be with a size of 1 and smaller with less.

    `name` is also its file name, by which the door tells kinds of plain text apart.
    """

    name: str
    write: Write
    is_drawn: bool = False

    def __str__(self) -> str:
        return self.name


def write_repeated(file: IO[bytes], block: bytes, total: float) -> None:
    """`block` again and again, always whole and never less than once, in large pieces up to `total` bytes."""
    at_once = max(1, MEGABYTE // len(block))
    left = max(1, int(total) // len(block))
    while left > 0:
        file.write(block * min(at_once, left))
        left -= at_once

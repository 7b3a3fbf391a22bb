"""What a confined child is told when it is started, as one argument."""

import json
from dataclasses import asdict, dataclass

LOADED_WITHIN = 120
"""Seconds. A busy host loads models for longer than a page may take."""


@dataclass(frozen=True, slots=True)
class Order:
    """The engine and where it is, the languages, and the bounds; `seconds` are those of a page on the wall's clock.

    `loads_first` has the engine loaded before the file is looked at, and not when the first page with ink needs it.
    """

    engine: str
    languages: str
    program: str
    data: str
    threads: int
    seconds: float
    memory_bytes: int
    most_pixels: int
    loads_first: bool = False

    def as_argument(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_argument(cls, argument: str) -> "Order":
        return cls(**json.loads(argument))

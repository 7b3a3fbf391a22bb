"""What every part of the status page is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["good", "wait", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing and how it is, in words; `advice` is empty where there is nothing to do, `url` where nothing to open.

    `state` is good; wait for work that goes on by itself; warn for what someone should look at; bad for what is down.
    """

    name: str
    state: State
    words: str
    advice: str = ""
    url: str = ""

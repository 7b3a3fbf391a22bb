"""Where the time of a question goes: a stage clock that costs nothing while nobody listens.

    with listening() as clock:
        with stage("words"):
            ...
    clock.milliseconds["words"]

Each stage counts its own time only: that of a stage within it is the inner one's, so the stages of a question add up.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Clock:
    """Of each stage the milliseconds, and how often it was entered."""

    milliseconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    times: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    running: list[_Stage] = field(default_factory=list)


_clock: ContextVar[Clock | None] = ContextVar("clock", default=None)
_nothing = nullcontext()


class _Stage:
    """A stage that is running; `within` are the seconds that belong to stages inside it."""

    __slots__ = ("began", "clock", "name", "within")

    def __init__(self, clock: Clock, name: str) -> None:
        self.clock, self.name, self.within, self.began = clock, name, 0.0, 0.0

    def __enter__(self) -> None:
        self.clock.running.append(self)
        self.began = time.perf_counter()

    def __exit__(self, *_failure: object) -> None:
        seconds = time.perf_counter() - self.began
        self.clock.running.pop()
        if self.clock.running:
            self.clock.running[-1].within += seconds
        self.clock.milliseconds[self.name] += (seconds - self.within) * 1000
        self.clock.times[self.name] += 1


def stage(name: str) -> AbstractContextManager[None]:
    """Counts what is done within as the stage `name`, where somebody listens."""
    clock = _clock.get()
    return _nothing if clock is None else _Stage(clock, name)


@contextmanager
def listening() -> Iterator[Clock]:
    """The clock of what this thread does within."""
    clock = Clock()
    token = _clock.set(clock)
    try:
        yield clock
    finally:
        _clock.reset(token)


@contextmanager
def logged(what: str) -> Iterator[None]:
    """Logs the stages of what is done within, where messages of the level DEBUG are wanted."""
    if _clock.get() is not None or not logger.isEnabledFor(logging.DEBUG):
        yield
        return
    with listening() as clock:
        yield
    stages = ", ".join(f"{name} {spent:.1f}" for name, spent in clock.milliseconds.items())
    logger.debug("%s: %s (milliseconds)", what, stages)

"""The stage clock: what is counted, and that nothing is where nobody listens."""

from __future__ import annotations

import logging
from contextlib import suppress

import pytest

from search import timing
from search.timing import listening, logged, stage


class Seconds:
    """A clock that is set by hand."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    clock = Seconds()
    monkeypatch.setattr(timing, "time", clock)
    return clock


def test_a_stage_counts_its_own_time_and_not_that_of_stages_within(seconds: Seconds) -> None:
    with listening() as clock:
        with stage("outer"):
            seconds.now += 1
            with stage("inner"):
                seconds.now += 2
            with stage("inner"), stage("innermost"):
                seconds.now += 4
        with stage("outer"):
            seconds.now += 8
    assert clock.milliseconds == {"outer": 9000, "inner": 2000, "innermost": 4000}
    assert clock.times == {"outer": 2, "inner": 2, "innermost": 1}


def test_a_stage_that_fails_is_counted_and_the_next_one_is_not_within_it(seconds: Seconds) -> None:
    with listening() as clock:
        with suppress(KeyError), stage("fails"):
            seconds.now += 1
            raise KeyError
        with stage("next"):
            seconds.now += 2
    assert clock.milliseconds == {"fails": 1000, "next": 2000}


def test_where_nobody_listens_a_stage_is_nothing() -> None:
    assert stage("one") is stage("other")
    with stage("one"):
        pass
    with listening() as clock:
        pass
    assert clock.milliseconds == {}


def test_stages_are_told_to_those_who_debug(seconds: Seconds, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="search.timing"), logged("a search"), stage("words"):
        seconds.now += 0.0123
    assert caplog.messages == ["a search: words 12.3 (milliseconds)"]


def test_nothing_is_told_without_debugging_or_where_someone_else_listens(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="search.timing"), logged("a search"), stage("words"):
        pass
    wanted = caplog.at_level(logging.DEBUG, logger="search.timing")
    with wanted, listening() as clock, logged("a search"), stage("words"):
        pass
    assert caplog.messages == []
    assert list(clock.milliseconds) == ["words"]

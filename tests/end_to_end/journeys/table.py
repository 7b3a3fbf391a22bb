"""What came of every case, as a table at the end of the run: one row a case.

A test hands its row to pytest as a property, so that rows also arrive from the processes of pytest-xdist.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import pytest

from tests.end_to_end.journeys.journey import Claim

PROPERTY = "journey"


@dataclass(slots=True)
class Row:
    """`seconds` and `memory` (MB, of the largest process that read it) are of one run, on a busy machine."""

    case: str
    kind: str
    outcome: str = "-"
    pages: str = "-"
    seconds: str = "-"
    memory: str = "-"
    must: str = "0/0"
    should: str = "-"
    verdict: str = "WRONG"

    def as_property(self) -> tuple[str, object]:
        return PROPERTY, json.dumps(asdict(self))


def counted(claims: Sequence[Claim]) -> str:
    return f"{sum(claim.holds for claim in claims)}/{len(claims)}" if claims else "-"


def rows_of(reports: Iterable[Any]) -> list[Row]:
    """The rows that tests have left, by the case."""
    rows = [
        Row(**json.loads(str(value)))
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == PROPERTY and report.when == "call"
    ]
    return sorted(rows, key=lambda row: row.case)


def lines_of(rows: Sequence[Row]) -> list[str]:
    names = [field.name for field in fields(Row)]
    cells = [names, *([str(getattr(row, name)) for name in names] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for group in terminalreporter.stats.values() for report in group]
    rows = rows_of(reports)
    if not rows:
        return
    terminalreporter.section("the corpus, case by case")
    for line in lines_of(rows):
        terminalreporter.write_line(line)
    right = sum(row.verdict == "right" for row in rows)
    terminalreporter.write_line(f"{right} of {len(rows)} cases are right")

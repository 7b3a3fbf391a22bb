"""What every benchmark reports: figures, the machine they were taken on, one table to read and one JSON to keep.

A part measures, makes a `Figure` of each list of values, and ends with `report(figures, options.json)`:

    turns = in_turns({"bare": bare, "Pincite": pincite}, rounds=5)
    report([Figure("bare", "s", turns["bare"]), Figure("Pincite", "s", turns["Pincite"], "bare")], options.json)

What is compared is measured in turns, so that whatever else the machine does falls on all alike.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TextIO

import psutil

PACKAGES = ("chromadb", "django", "psycopg", "onnxruntime", "openvino", "pypdfium2", "pypdf")
"""Their versions are told, where they are installed."""

HEADS = ("median", "lowest", "highest", "95 of 100", "ratio")
WIDTH = 12
ENOUGH = 20
"""Values of which it can be said what all but the highest twentieth stay below."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured under one name: its values in one unit, in the order in which they were taken.

    `ratio_to` names the figure of the same report that this one is divided by. `limit` says what bounds it: the
    processor, a floor that nothing can go below, a number that was promised.
    """

    name: str
    unit: str
    values: Sequence[float]
    ratio_to: str | None = None
    limit: str | None = None
    part: str | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def p95(self) -> float | None:
        """What 95 of 100 stay within; None of too few."""
        ordered = sorted(self.values)
        return ordered[math.ceil(0.95 * len(ordered)) - 1] if len(ordered) >= ENOUGH else None


def add_json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every value there too")


def in_turns(ways: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """What each way gives in each round: all of them once, then all of them again."""
    values: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, measured in ways.items():
            values[name].append(measured())
    return values


def seconds(action: Callable[[], object]) -> float:
    """How long it takes on the clock."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def report(figures: Sequence[Figure], path: Path | str | None = None) -> None:
    """Prints the machine and the table; writes the JSON to `path`, where one is given."""
    facts = machine()
    print_machine(facts)
    print_table(figures)
    if path is not None:
        write_json(path, figures, facts)


def machine() -> dict[str, Any]:
    """What the figures depend on. `load` is that of the last 1, 5 and 15 minutes: above `cores`, something waited."""
    return {
        "at": datetime.now(tz=UTC).isoformat(timespec="seconds"),
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / 1024**3, 1),
        "load": [round(one, 2) for one in os.getloadavg()],
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": {name: found for name in PACKAGES if (found := _version(name))},
    }


def as_json(figures: Sequence[Figure], facts: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The shape that every benchmark writes. `part` is null but in a report of several benchmarks."""
    return {"machine": dict(facts or machine()), "figures": [_record(figure, figures) for figure in figures]}


def write_json(path: Path | str, figures: Sequence[Figure], facts: Mapping[str, Any] | None = None) -> None:
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(as_json(figures, facts), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_json(path: Path | str, part: str | None = None) -> list[Figure]:
    """The figures that a benchmark wrote; those without a part get `part`. KeyError where it is not that shape."""
    return [
        Figure(
            one["name"],
            one["unit"],
            tuple(one["values"]),
            one["ratio_to"],
            one["limit"],
            one.get("part") or part,
        )
        for one in json.loads(Path(path).read_text(encoding="utf-8"))["figures"]
    ]


def ratios(figure: Figure, figures: Iterable[Figure]) -> list[float]:
    """The figure by the one that `ratio_to` names, turn by turn; of their medians, where they had not as many turns.

    Empty where nothing is named or there is nothing to divide by. ValueError where the report has no such figure.
    """
    if figure.ratio_to is None:
        return []
    other = next((one for one in figures if (one.part, one.name) == (figure.part, figure.ratio_to)), None)
    if other is None:
        raise ValueError(f"“{figure.name}” is to be divided by “{figure.ratio_to}”, which was not measured")
    is_paired = len(other.values) == len(figure.values)
    pairs = zip(figure.values, other.values, strict=True) if is_paired else ((figure.median, other.median),)
    return [upper / lower for upper, lower in pairs if lower > 0]


def print_machine(facts: Mapping[str, Any], to: TextIO | None = None) -> None:
    packages = ", ".join(f"{name} {number}" for name, number in facts["packages"].items())
    load = " ".join(f"{one:.2f}" for one in facts["load"])
    print(
        f"{facts['processor']}, {facts['cores']} cores, {facts['memory_gb']:.0f} GB; load {load} of the last 1, 5, 15 "
        f"minutes\n{facts['system']}, Python {facts['python']}, {packages}; {facts['at']}",
        file=to or sys.stdout,
    )


def print_table(figures: Sequence[Figure], to: TextIO | None = None) -> None:
    """One line a figure; what bounds it below it. Parts come under their names."""
    out = to or sys.stdout
    wide = max([30, *(len(_label(figure)) for figure in figures)]) + 2
    print(" " * wide + "".join(f"{head:>{WIDTH}}" for head in HEADS), file=out)
    part = None
    for figure in figures:
        if figure.part != part:
            part = figure.part
            print(f"\n{part}", file=out)
        print(_line(figure, figures, wide), file=out)
        if figure.limit:
            print(f"    {figure.limit}", file=out)


def number(value: float) -> str:
    """Three digits that count, or all of those before the point."""
    if value == 0:
        return "0"
    digits = 2 - int(f"{abs(value):e}".partition("e")[2])
    return f"{value:,.{max(0, digits)}f}"


def _line(figure: Figure, figures: Sequence[Figure], wide: int) -> str:
    cells = [number(one) for one in (figure.median, min(figure.values), max(figure.values))]
    cells.append("" if figure.p95 is None else number(figure.p95))
    line = f"{_label(figure):<{wide}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells)
    divided = ratios(figure, figures)
    if not divided:
        return line.rstrip()
    middle, low, high = (number(one) for one in (statistics.median(divided), min(divided), max(divided)))
    spread = f" ({low} to {high})" if low != high else ""
    return f"{line}{middle:>{WIDTH}}{spread} of {figure.ratio_to}"


def _label(figure: Figure) -> str:
    return f"{figure.name}, {figure.unit}"


def _record(figure: Figure, figures: Sequence[Figure]) -> dict[str, Any]:
    divided = ratios(figure, figures)
    return {
        "part": figure.part,
        "name": figure.name,
        "unit": figure.unit,
        "values": list(figure.values),
        "median": figure.median,
        "low": min(figure.values),
        "high": max(figure.values),
        "p95": figure.p95,
        "ratio_to": figure.ratio_to,
        "ratio": statistics.median(divided) if divided else None,
        "ratio_low": min(divided, default=None),
        "ratio_high": max(divided, default=None),
        "limit": figure.limit,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown processor"
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None

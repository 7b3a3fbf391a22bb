"""What was answered to each question, as a file: one JSON object a line, so that other programs can judge it too."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class UnreadableRun(ValueError):  # noqa: N818 - it names an outcome
    """In a sentence, why a file is no run."""


@dataclass(frozen=True, slots=True)
class Result:
    """A place that was named. `page` is physical, from 1, None without pages; `text` is None where none is told.

    `highlights` are `[start, end)` in code points of `text`.
    """

    doc: str
    page: int | None = None
    text: str | None = None
    highlights: tuple[tuple[int, int], ...] | None = None

    def as_json(self) -> object:
        """A document alone is its name; what is not told is left out."""
        if self.page is None and self.text is None:
            return self.doc
        marks = None if self.highlights is None else [list(mark) for mark in self.highlights]
        row = {"doc": self.doc, "page": self.page, "text": self.text, "highlights": marks}
        return {name: value for name, value in row.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Answer:
    """The results of one question, best first; `ms` is how long the first page of them took."""

    id: str
    results: tuple[Result, ...] = ()
    ms: float | None = None

    def as_json(self) -> dict[str, object]:
        row: dict[str, object] = {"id": self.id, "results": [one.as_json() for one in self.results]}
        return row if self.ms is None else row | {"ms": round(self.ms, 1)}


Run = Mapping[str, Answer]
"""Answers by the id of their question."""


def write_run(path: Path, answers: Iterable[Answer]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for answer in answers:
            file.write(json.dumps(answer.as_json(), ensure_ascii=False) + "\n")


def read_run(path: Path) -> dict[str, Answer]:
    """Raises UnreadableRun with a sentence."""
    try:
        with path.open(encoding="utf-8") as file:
            answers = [_answer(json.loads(line)) for line in file if line.strip()]
    except OSError as error:
        raise UnreadableRun(f"{path}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadableRun(f"{path} is no run: {error}") from error
    return {answer.id: answer for answer in answers}


def _answer(row: Mapping[str, Any]) -> Answer:
    return Answer(str(row["id"]), tuple(_result(one) for one in row.get("results", ())), row.get("ms"))


def _result(row: Any) -> Result:
    if not isinstance(row, dict):
        return Result(str(row))
    marks = row.get("highlights")
    page, text = row.get("page"), row.get("text")
    return Result(
        doc=str(row["doc"]),
        page=None if page is None else int(page),
        text=None if text is None else str(text),
        highlights=None if marks is None else tuple((int(start), int(end)) for start, end in marks),
    )

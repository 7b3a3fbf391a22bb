"""Folders of documents and questions with known answers, of either shape that is in use for such collections."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from search.evaluation.projection import Projection, project


class UnreadableBench(ValueError):  # noqa: N818 - it names an outcome
    """In a sentence, why a folder cannot be asked from."""


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """Where an answer stands, `[start, end)` in code points of that page of the reference text."""

    page: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what is known of its answer.

    `within` is how it is asked of `doc` alone. Either `doc` and `gold_pages` say where the answer stands, or `grades`
    how well each document answers.
    """

    id: str
    text: str
    within: str = ""
    doc: str = ""
    gold_pages: tuple[int, ...] = ()
    gold_spans: tuple[GoldSpan, ...] = ()
    grades: Mapping[str, int] = field(default_factory=dict)

    @property
    def half(self) -> int:
        """0 or 1, always the same for the same id: one half can be held back while the other is looked at."""
        return hashlib.sha256(self.id.encode()).digest()[0] % 2


@dataclass(frozen=True, slots=True)
class Source:
    """A document as the bench has it. `content` is None where it is the file at `path`."""

    name: str
    title: str = ""
    path: Path | None = None
    content: bytes | None = None

    def read(self) -> bytes:
        return self.content if self.content is not None else self._path.read_bytes()

    @property
    def file_name(self) -> str:
        return self.path.name if self.path else f"{self.name}.txt"

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.read()).hexdigest()

    @property
    def _path(self) -> Path:
        if self.path is None:
            raise ValueError(f"{self.name} has neither a path nor content")
        return self.path


class Reference:
    """The pages of documents as an independent program read them, by letters and digits."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: dict[str, tuple[Projection, ...]] = {}

    @property
    def exists(self) -> bool:
        return self._folder.is_dir()

    def page(self, doc: str, page: int | None) -> Projection:
        """Without signs where there is no such page; all of the text where `page` is None."""
        pages = self._of(doc)
        number = 1 if page is None else page
        return pages[number - 1] if 1 <= number <= len(pages) else project("")

    def _of(self, doc: str) -> tuple[Projection, ...]:
        if doc not in self._pages:
            self._pages[doc] = tuple(project(text) for text in self._texts(doc))
        return self._pages[doc]

    def _texts(self, doc: str) -> Sequence[str]:
        """The form feed ends a page."""
        path = self._folder / f"{Path(doc).stem}.txt.gz"
        if not path.is_file():
            return ()
        with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
            return file.read().split("\f")


@dataclass(frozen=True, slots=True)
class Bench:
    """`is_ranking` where whole documents are judged, else pages are."""

    folder: Path
    sources: tuple[Source, ...]
    questions: tuple[Question, ...]
    is_ranking: bool
    reference: Reference

    @property
    def name(self) -> str:
        return self.folder.resolve().name


def read_bench(folder: Path) -> Bench:
    """Raises UnreadableBench with a sentence."""
    try:
        return _read(folder)
    except OSError as error:
        raise UnreadableBench(f"{error.filename or folder}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        if isinstance(error, UnreadableBench):
            raise
        raise UnreadableBench(f"{folder} cannot be read: {type(error).__name__}: {error}") from error


def _read(folder: Path) -> Bench:
    reference = Reference(folder / "text")
    if (folder / "questions.jsonl").is_file():
        sources = tuple(Source(path.name, path=path) for path in _files(folder / "docs"))
        questions = tuple(_page_question(row) for row in _rows(folder / "questions.jsonl"))
        return Bench(folder, sources, _checked(folder, questions, sources), False, reference)
    if (folder / "corpus.jsonl").is_file():
        sources = tuple(_abstract(row) for row in _rows(folder / "corpus.jsonl"))
        return Bench(folder, sources, _checked(folder, _judged(folder), sources), True, reference)
    raise UnreadableBench(f"{folder} has neither questions.jsonl nor corpus.jsonl.")


def _checked(folder: Path, questions: tuple[Question, ...], sources: Sequence[Source]) -> tuple[Question, ...]:
    if not questions or not sources:
        raise UnreadableBench(f"{folder} has {len(questions)} questions about {len(sources)} documents.")
    if len({one.id for one in questions}) < len(questions):
        raise UnreadableBench(f"{folder} has two questions of the same id.")
    names = {one.name for one in sources}
    if strange := sorted({one.doc for one in questions if one.doc and one.doc not in names}):
        raise UnreadableBench(f"{folder} asks about {strange[0]}, which it does not hold.")
    return questions


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise UnreadableBench(f"{path}, line {number}, is not JSON: {error}") from error


def _page_question(row: Mapping[str, Any]) -> Question:
    return Question(
        id=str(row["id"]),
        text=str(row["question"]),
        within=str(row.get("question_nodoc") or row["question"]),
        doc=str(row["doc"]),
        gold_pages=tuple(int(page) for page in row.get("gold_pages") or ()),
        gold_spans=tuple(
            GoldSpan(one.get("page"), int(one["start"]), int(one["end"])) for one in row.get("gold_char_span") or ()
        ),
    )


def _abstract(row: Mapping[str, Any]) -> Source:
    title, text = str(row.get("title") or ""), str(row.get("text") or "")
    parts = [part for part in (title, text) if part]
    return Source(str(row["_id"]), title, content="".join(("\n\n".join(parts), "\n")).encode())


def _judged(folder: Path) -> tuple[Question, ...]:
    """The queries that have any judgement: of the others nothing is known."""
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    for path in sorted((folder / "qrels").glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for query, document, grade in list(csv.reader(file, delimiter="\t"))[1:]:
                if int(grade) > 0:
                    grades[query][document] = int(grade)
    rows = ((str(row["_id"]), str(row["text"])) for row in _rows(folder / "queries.jsonl"))
    return tuple(Question(id=key, text=text, grades=grades[key]) for key, text in rows if key in grades)

"""How well the library answers questions whose answers are known."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from tqdm import tqdm

from documents.management.library_command import counted
from search.evaluation import reports
from search.evaluation.benches import Bench, Question, UnreadableBench, read_bench
from search.evaluation.library import NotInLibrary, Shelf, bring_in, without_index
from search.evaluation.running import Outcome, Trial, Way
from search.evaluation.runs import Run, UnreadableRun, read_run, write_run
from search.evaluation.scores import PAGE_ACCURACY, Compared, worsened
from search.evaluation.worst import worst
from search.generations import NoSuchCandidate, active_generation, candidate_called, told_apart
from search.models import Generation
from search.queries import warm_up
from search.shell import IndexCommand, person_named

NAMED_AT_MOST = 5


@dataclass(slots=True)
class Found:
    """What all ways of asking came to: rows for programs, what is wrong, what got worse."""

    rows: list[dict[str, object]] = field(default_factory=list)
    wrong: int = 0
    compared: list[Compared] = field(default_factory=list)


class Command(IndexCommand):
    help = (
        "Ask the questions of a folder whose answers are known, prove every page that is shown, and print how good the "
        "answers were. Exit status 1 if anything shown is not to the letter on the page named for it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bench", type=Path, metavar="BENCH", help="the folder; docs/evaluation.md says its shape")
        parser.add_argument("--collection", help='where its documents go (default: "Evaluation: FOLDERNAME")')
        parser.add_argument("--run", type=Path, help="write the answers here (default: evaluation-FOLDERNAME.jsonl)")
        ways = parser.add_mutually_exclusive_group()
        ways.add_argument("--within-document", action="store_true", help="ask each question of its document alone")
        ways.add_argument("--both", action="store_true", help="ask each of the whole collection, and of its document")
        parser.add_argument("--limit", type=_above_nothing, metavar="N", help="only the first N questions")
        parser.add_argument("--half", type=int, choices=(0, 1), help="only one half of the questions, always the same")
        parser.add_argument("--worst", type=_above_nothing, metavar="N", help="name the N questions that went worst")
        beside = parser.add_mutually_exclusive_group()
        beside.add_argument("--base", type=Path, metavar="RUN", help="compare with the answers in this file")
        beside.add_argument(
            "--candidate",
            type=int,
            nargs="?",
            const=0,
            metavar="ID",
            help="compare the candidate of this id (default: the only one) with what is searched",
        )
        parser.add_argument(
            "--gate",
            nargs="*",
            metavar="MEASURE",
            help="exit status 1 also if page accuracy, or one of these measures, is worse",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["gate"] is not None and options["base"] is None and options["candidate"] is None:
            raise CommandError("--gate needs something to compare with: --base or --candidate.")
        try:
            bench = read_bench(options["bench"])
            questions, ways = _questions(bench, options), _ways(bench, options)
            bases = {way: read_run(self._base_path(way, options)) for way in ways if options["base"] is not None}
            candidate = None if options["candidate"] is None else candidate_called(options["candidate"] or None)
            shelf = bring_in(bench, options["collection"] or f"Evaluation: {bench.name}", self._say)
        except (UnreadableBench, UnreadableRun, NotInLibrary, NoSuchCandidate) as error:
            raise CommandError(str(error)) from None
        self._check(shelf, candidate)
        warm_up()
        trial, found = Trial(bench, questions, shelf, person_named(None)), Found()
        for way in ways:
            self._ask(trial, way, candidate, options, found, bases.get(way))
        if options["json"]:
            document = {"bench": bench.name, "questions": len(questions), "runs": found.rows}
            self.stdout.write(json.dumps(document, ensure_ascii=False, indent=2))
        _judge(found, options["gate"])

    def _say(self, sentence: str) -> None:
        """Beside the results, so that these can be piped."""
        self.stderr.write(sentence, self.style.NOTICE)

    def _check(self, shelf: Shelf, candidate: Generation | None) -> None:
        """Answers from indexes that hold different documents are not compared."""
        if shelf.missing:
            self._say(f"{counted(len(shelf.missing), 'document')} could not be read: {_few(shelf.missing)}")
        for generation in filter(None, (active_generation(), candidate)):
            if lacking := without_index(shelf, generation):
                raise CommandError(f"{generation} lacks {counted(len(lacking), 'document')}: {_few(lacking)}")
        for sentence in told_apart(candidate, active_generation()) if candidate else ():
            self._say(sentence)

    def _ask(
        self,
        trial: Trial,
        way: Way,
        candidate: Generation | None,
        options: dict[str, Any],
        found: Found,
        base: Run | None,
    ) -> None:
        """What is searched comes first, and is then what the candidate is compared with."""
        ways = [way] if candidate is None else [way, Way(way.is_within_document, candidate)]
        with tqdm(total=len(trial.questions), unit="question", disable=None) as bar:
            outcomes = trial.ask(ways, bar.update)
        for outcome in outcomes:
            path = _path(trial.bench, outcome.way, options)
            write_run(path, outcome.run.values())
            compared = None if base is None else self._compared(trial, outcome, base)
            base = outcome.run
            found.wrong += outcome.proof.wrong
            found.compared += compared or ()
            if options["json"]:
                found.rows.append(reports.outcome_as_json(outcome, path, compared))
            else:
                self._print(outcome, path, compared, options["worst"] or 0)

    def _compared(self, trial: Trial, outcome: Outcome, base: Run) -> list[Compared]:
        if lacking := sum(question.id not in base for question in trial.questions):
            self._say(f"{counted(lacking, 'question')} not in the base, and left out of the comparison.")
        return trial.compare(outcome, base)

    def _print(self, outcome: Outcome, path: Path, compared: Sequence[Compared] | None, misses: int) -> None:
        heading, *lines = reports.outcome_lines(outcome, path)
        self.stdout.write(self.style.MIGRATE_HEADING(heading))
        for line in (*lines, *worst(outcome.questions, outcome.run, misses)):
            self.stdout.write(str(line))
        if compared is not None:
            self.stdout.write(self.style.MIGRATE_HEADING("Compared"))
            for line in reports.comparison_lines(compared):
                self.stdout.write(line)

    def _base_path(self, way: Way, options: dict[str, Any]) -> Path:
        """Of both ways of asking, the run within the document lies beside the other."""
        path: Path = options["base"]
        return way.beside(path) if options["both"] else path


def _questions(bench: Bench, options: dict[str, Any]) -> list[Question]:
    chosen = [one for one in bench.questions if options["half"] in (None, one.half)][: options["limit"]]
    if not chosen:
        raise CommandError("No question is left to be asked.")
    return chosen


def _ways(bench: Bench, options: dict[str, Any]) -> list[Way]:
    if bench.is_ranking and (options["both"] or options["within_document"]):
        raise CommandError("These questions are not about one document each: they cannot be asked within it.")
    return [Way(), Way(is_within_document=True)] if options["both"] else [Way(options["within_document"])]


def _path(bench: Bench, way: Way, options: dict[str, Any]) -> Path:
    path: Path | None = options["run"]
    if path is None:
        return way.beside(Path(f"evaluation-{bench.name}.jsonl"))
    return way.beside(path) if options["both"] else Way(generation=way.generation).beside(path)


def _judge(found: Found, gate: Sequence[str] | None) -> None:
    """Raises CommandError where the exit status is to be 1."""
    if found.wrong:
        raise CommandError(f"{found.wrong:,} of what was shown is not to the letter on the page named for it.")
    if gate is None:
        return
    if unknown := set(gate) - {one.name for one in found.compared}:
        raise CommandError(f"There is no measure {', '.join(sorted(unknown))} to compare.")
    if worse := worsened(found.compared, (*PAGE_ACCURACY, *gate)):
        raise CommandError(f"Worse than before: {', '.join(dict.fromkeys(worse))}.")


def _above_nothing(argument: str) -> int:
    number = int(argument)
    if number < 1:
        raise ArgumentTypeError("it must be 1 or more")
    return number


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED_AT_MOST]) + (" ..." if len(names) > NAMED_AT_MOST else "")

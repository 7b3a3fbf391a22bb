"""How long a search takes on the server, stage by stage, beside what it cannot do without.

    python -m benchmarks.search_speed --chunks 10000

Needs a running stack (`manage.py up`, or addresses in the environment) with a library of its own: the first run fills
it with synthetic documents up to so many chunks (about a hundred a second), later ones only measure. Each question is
asked as a person who may read half of the library and as a superuser, warm and one after another; just before it the
same vector is made, and asked of the vector store without any filter. What a search takes beyond these two is its own.
Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import django
import numpy as np
import psutil

from benchmarks.table import Figure, as_json, machine

if TYPE_CHECKING:
    from benchmarks.search_questions import Question

PEOPLE = ("bench-half", "bench-super")
SESSION_COOKIE = "sessionid"
"""What Django calls it unless it is told otherwise."""

MEDIAN_ALLOWED, P95_ALLOWED = 40.0, 120.0
"""Milliseconds that a search may take beyond its embedding and one raw query of the vector store."""


@dataclass(slots=True)
class Asked:
    """One search: milliseconds in all, of each stage, and of the two things that it cannot do without."""

    person: str
    kind: str
    text: str
    total: float
    embedding: float
    raw_query: float
    found: int
    requests: int
    stages: dict[str, float] = field(default_factory=dict)

    @property
    def own(self) -> float:
        return self.total - self.embedding - self.raw_query


def main() -> None:
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    django.setup()
    from benchmarks.search_questions import questions
    from benchmarks.synthetic_library import Library

    library = Library()
    library.grow(options.chunks)
    asked = questions(library.source)
    _ask_all(asked, options.people, rounds=1)  # warm: what is measured are the rounds after it
    measured = _ask_all(asked, options.people, options.rounds)
    summary: dict[str, Any] = {"machine": _machine(library.generation), "people": {}}
    for person in options.people:
        of_person = [one for one in measured if one.person == person]
        summary["people"][person] = _summary(of_person)
        _print(person, summary["people"][person])
    if options.pages:
        summary["pages"] = _pages(asked[:: max(1, len(asked) // options.pages)], options.people[0])
        print(f"whole page over HTTP   {_line(summary['pages'])}")
    if options.json:
        facts = machine() | summary["machine"]
        report = {**summary, "asked": [asdict(one) for one in measured], **as_json(_figures(measured), facts)}
        Path(options.json).write_text(json.dumps(report, indent=1), encoding="utf-8")


def _figures(measured: Sequence[Asked]) -> list[Figure]:
    """What a search takes and what it cannot do without, of each person, in the shape of all benchmarks."""
    figures = []
    aim = f"at most {MEDIAN_ALLOWED:.0f} at the median and {P95_ALLOWED:.0f} for 95 of 100 are aimed at"
    for person in dict.fromkeys(one.person for one in measured):
        asked = [one for one in measured if one.person == person]
        floor, own = f"embedding and one raw query, {person}", f"a search beyond these, {person}"
        figures += [
            Figure(floor, "ms", [one.embedding + one.raw_query for one in asked]),
            Figure(f"a whole search, {person}", "ms", [one.total for one in asked], floor),
            Figure(own, "ms", [one.own for one in asked], floor, aim),
        ]
    return figures


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, required=True, help="how many the library has at least")
    parser.add_argument("--rounds", type=int, default=3, help="how often each question is asked")
    parser.add_argument("--people", nargs="+", default=PEOPLE, help="who asks")
    parser.add_argument("--pages", type=int, default=0, help="so many questions are also asked over HTTP")
    parser.add_argument("--json", help="a file for every single figure")
    return parser.parse_args()


def _ask_all(asked: Sequence[Question], people: Iterable[str], rounds: int) -> list[Asked]:
    """Person by person for each question, so that what else the machine does falls on all alike."""
    from django.contrib.auth import get_user_model

    users = {name: get_user_model().objects.get(username=name) for name in people}
    raw = _raw_query()
    return [
        _ask(question, name, user, raw) for _ in range(rounds) for question in asked for name, user in users.items()
    ]


def _ask(question: Question, name: str, user: Any, raw: Callable[[Any], object]) -> Asked:
    from search.embeddings import get_embedder
    from search.queries import search
    from search.timing import listening

    began = time.perf_counter()
    vector = get_embedder().embed_query(question.text)
    embedded = time.perf_counter()
    raw(vector)
    queried = time.perf_counter()
    with listening() as clock:
        page = search(user=_fresh(user), query=question.text, **question.options)
    ended = time.perf_counter()
    return Asked(
        name,
        question.kind,
        question.text,
        total=(ended - queried) * 1000,
        embedding=(embedded - began) * 1000,
        raw_query=(queried - embedded) * 1000,
        found=page.total_passages,
        requests=clock.times["vector store"],
        stages=dict(clock.milliseconds),
    )


def _fresh(user: Any) -> Any:
    """As a request has them: nothing about the person's groups is remembered from the question before."""
    return type(user).objects.get(pk=user.pk)


def _raw_query() -> Callable[[Any], object]:
    """Asks the vector store for as many neighbours as a search asks for first: ids and distances, unfiltered."""
    from search.generations import active_generation
    from search.neighbours import asked_first
    from search.vector_store import get_store

    name, limit = active_generation().collection_name, asked_first()
    return lambda vector: get_store().query(name, vector, limit, with_metadata=False)


def _machine(generation: Any) -> dict[str, object]:
    from django.db import connection

    return {
        "cores": os.cpu_count(),
        "processor": _processor(),
        "memory_gb": round(psutil.virtual_memory().total / 1024**3),
        "load": os.getloadavg(),
        "chunks": generation.chunks.count(),
        "documents": generation.records.count(),
        "model": generation.model,
        "postgres": connection.cursor().connection.info.server_version,
        "python": platform.python_version(),
        "chromadb": version("chromadb"),
        "django": version("django"),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def _summary(asked: Sequence[Asked]) -> dict[str, Any]:
    stages: defaultdict[str, list[float]] = defaultdict(list)
    for one in asked:
        for name in {stage for each in asked for stage in each.stages}:
            stages[name].append(one.stages.get(name, 0.0))
    kinds = dict.fromkeys(one.kind for one in asked)
    return {
        "total": _spread(one.total for one in asked),
        "embedding": _spread(one.embedding for one in asked),
        "raw query": _spread(one.raw_query for one in asked),
        "own": _spread(one.own for one in asked),
        "stages": {name: _spread(spent) for name, spent in sorted(stages.items(), key=lambda item: -sum(item[1]))},
        "own by kind": {kind: _spread(one.own for one in asked if one.kind == kind) for kind in kinds},
        "most requests": max(one.requests for one in asked),
    }


def _spread(milliseconds: Iterable[float]) -> dict[str, float]:
    values = np.array(list(milliseconds))
    return {
        "p50": round(float(np.percentile(values, 50)), 1),
        "p95": round(float(np.percentile(values, 95)), 1),
        "max": round(float(values.max()), 1),
    }


def _print(person: str, summary: dict[str, Any]) -> None:
    print(f"\n{person:<24}     p50      p95      max   milliseconds")
    for name in ("total", "embedding", "raw query", "own"):
        print(f"{name:<22}{_line(summary[name])}")
    for title in ("stages", "own by kind"):
        print(f"  {title}")
        for name, spread in summary[title].items():
            print(f"    {name:<18}{_line(spread)}")
    own = summary["own"]
    is_kept = own["p50"] <= MEDIAN_ALLOWED and own["p95"] <= P95_ALLOWED
    print(f"own time at most {MEDIAN_ALLOWED:.0f} (p50) and {P95_ALLOWED:.0f} (p95): {'yes' if is_kept else 'no'}")


def _line(spread: dict[str, float]) -> str:
    return f"{spread['p50']:>9.1f}{spread['p95']:>9.1f}{spread['max']:>9.1f}"


def _pages(asked: Iterable[Question], person: str) -> dict[str, float]:
    """The whole page as a browser gets it, from the server that runs."""
    from django.urls import reverse

    from search import conf

    cookie = _signed_in(person)
    spent = []
    for question in asked:
        address = f"{conf.public_url()}{reverse('search')}?{urlencode({'q': question.text})}"
        request = urllib.request.Request(address, headers={"Cookie": cookie})
        for _ in range(2):  # the first one is warm-up
            began = time.perf_counter()
            with urllib.request.urlopen(request) as answer:
                answer.read()
            seconds = time.perf_counter() - began
        spent.append(seconds * 1000)
    return _spread(spent)


def _signed_in(person: str) -> str:
    """The cookie of a session that is made here; nobody's password is needed or changed."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore

    from kb_project import settings

    user = get_user_model().objects.get(username=person)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"{SESSION_COOKIE}={session.session_key}"


if __name__ == "__main__":
    main()

"""How long the server works on a page: the clock, the processor and the queries of what a person opens first.

    DATA_DIR=var python -m benchmarks.pages [--rounds 15] [--user admin] [--json FILE]

Asks the views of this checkout as a signed-in reader, in this process, on the library of the running instance that
DATA_DIR or the environment names; nothing is written there but what a reader's visit writes. Each page is asked once
before it is measured, and then all of them in turns. The longest page of the library is opened too, and a list of
10,000 page spans is resolved, built anew and kept. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks.table import Figure, add_json_option, in_turns, report

if TYPE_CHECKING:
    from django.db import models
    from django.test import Client

PAGES = 10_000
RESOLVED = 10_000  # spans, in one turn
LONG_PAGE = 500_000  # code points


def main() -> None:
    options = parse()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")  # a line for each request is for those who run a server
    import django

    django.setup()
    figures = [*resolving(options.rounds), *reanchoring(options.rounds), *opening(options.rounds)]
    figures += views(options.user, options.rounds)
    report(figures, options.json)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--user", default="admin", help="whose library is shown")
    add_json_option(parser)
    return parser.parse_args()


# --- pure functions ---


def resolving(rounds: int) -> list[Figure]:
    """Which pages a span stands on, over 10,000 pages: from the stored JSON, and from a list that is there."""
    from documents.text import pages_for_span, parse_page_spans

    stored = json.dumps([{"page": one + 1, "start": one * 2000, "end": one * 2000 + 1990} for one in range(PAGES)])
    spans = parse_page_spans(json.loads(stored))
    offsets = [at * 1999 % (PAGES * 2000) for at in range(RESOLVED)]
    turns = in_turns(
        {
            "cold": lambda: _clock(lambda: pages_for_span(parse_page_spans(json.loads(stored)), 9_999_000, 10_001_000)),
            "kept": lambda: _clock(lambda: [pages_for_span(spans, at, at + 1200) for at in offsets]) / RESOLVED,
        },
        rounds,
    )
    return [
        Figure(f"one span over {PAGES:,} pages, their spans read from JSON", "ms", _scaled(turns["cold"], 1e3)),
        Figure(f"one span over {PAGES:,} pages, their spans there", "us", _scaled(turns["kept"], 1e6)),
    ]


def reanchoring(rounds: int) -> list[Figure]:
    """A passage found again in a newer text of a million code points, before and behind which something changed."""
    from documents.text import TextSpan, reanchor

    old = long_text(1_000_000)
    new = f"New. {old[:300_000]} Put in. {old[300_000:700_000]}{old[700_500:]}"
    places = {"moved": 500_000, "taken out": 700_100, "at the beginning": 1000}

    def found(at: int) -> float:
        return _processor(lambda: reanchor(old, TextSpan(at, at + 200), new))

    turns = in_turns({name: partial(found, at) for name, at in places.items()}, rounds)
    unit = "ms of processor"
    return [Figure(f"reanchor in 1,000,000, passage {name}", unit, _scaled(turns[name], 1e3)) for name in places]


def opening(rounds: int) -> list[Figure]:
    """The text of one very long page made ready for the reader, in prose and in lines of one word."""
    from documents.views.reader_text import unit_text
    from documents.views.reader_units import Unit

    texts = {"prose": long_text(LONG_PAGE), "short lines": "word\n" * (LONG_PAGE // 5), "no blank": "x" * LONG_PAGE}

    def shown(text: str) -> float:
        return _processor(lambda: unit_text(text, Unit(1, None, 0, len(text)), [], flows=True))

    turns = in_turns({name: partial(shown, text) for name, text in texts.items()}, rounds)
    unit = "ms of processor"
    return [Figure(f"a page of {LONG_PAGE:,} code points, {name}", unit, _scaled(turns[name], 1e3)) for name in texts]


def long_text(size: int) -> str:
    """Words that do not repeat, in lines of twelve and paragraphs of six lines."""
    words = (f"w{at * 7919 % 1_000_003}" for at in range(size // 6 + 1))
    lines = (" ".join(line) for line in zip(*[words] * 12, strict=False))
    return "\n\n".join(map("\n".join, zip(*[lines] * 6, strict=False)))[:size]


# --- views ---


def views(user: str, rounds: int) -> list[Figure]:
    """Each page of the instance: the clock, the processor and the number of queries."""
    client, addresses = reader(user), pages_of_library(user)
    figures = []
    queries = {}
    for name, address in addresses.items():
        status, queries[name] = counted(client, address)
        if status >= 400:
            raise SystemExit(f"{address} answers {status}")
    visits = {name: partial(client.get, address) for name, address in addresses.items()}
    clock = in_turns({name: partial(_clock, visit) for name, visit in visits.items()}, rounds)
    used = in_turns({name: partial(_processor, visit) for name, visit in visits.items()}, rounds)
    for name in addresses:
        limit = f"{queries[name]} queries"
        figures.append(Figure(name, "ms", _scaled(clock[name], 1e3)))
        figures.append(Figure(name, "ms of processor", _scaled(used[name], 1e3), limit=limit))
    return figures


def reader(name: str) -> Client:
    """Signed in by a cookie that holds the whole session, so that nothing is written for it."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.signed_cookies import SessionStore
    from django.test import Client
    from django.test.utils import override_settings

    from kb_project.settings import AUTHENTICATION_BACKENDS

    override_settings(SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies", ALLOWED_HOSTS=["*"]).enable()
    user = get_user_model().objects.get(username=name)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    client = Client()
    client.cookies["sessionid"] = str(session.session_key)
    return client


def pages_of_library(name: str) -> dict[str, str]:
    """Addresses by what they show; of the longest paginated document that the user may read, and of its middle."""
    from django.contrib.auth import get_user_model
    from django.urls import reverse

    from documents.models import Document

    found: models.QuerySet[Document] = Document.objects.visible_to(get_user_model().objects.get(username=name))
    longest = found.filter(current_revision__page_count__gt=0).order_by("-current_revision__page_count").first()
    shown = {
        "home": reverse("search"),
        "library": reverse("library"),
        "library, page 2": f"{reverse('library')}?page=2",
    }
    if longest is None or longest.current_revision is None:
        return shown
    revision, pk = longest.current_revision, longest.pk
    middle = len(revision.text or "") // 2
    return shown | {
        "document, its text": reverse("document", args=[pk]),
        "document, its pages": reverse("document-pages", args=[pk]),
        "document, read at a page": f"{reverse('document-read', args=[pk])}?page={(revision.page_count or 2) // 2}",
        "passage": f"{reverse('passage', args=[pk, middle, middle + 400])}?v={revision.text_sha256}",
    }


def counted(client: Client, address: str) -> tuple[int, int]:
    """Status and number of queries of the second visit."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        answer: Any = client.get(address)
    return answer.status_code, len(queries)


# --- time ---


def _clock(action: Callable[[], object]) -> float:
    return _elapsed(action, time.perf_counter)


def _processor(action: Callable[[], object]) -> float:
    return _elapsed(action, time.process_time)


def _elapsed(action: Callable[[], object], now: Callable[[], float]) -> float:
    with _quiet_collector():
        began = now()
        action()
        return now() - began


@contextmanager
def _quiet_collector() -> Iterator[None]:
    """What was made before is not looked through in the middle of something else."""
    gc.collect()
    gc.freeze()
    yield


def _scaled(values: list[float], by: float) -> list[float]:
    return [value * by for value in values]


if __name__ == "__main__":
    main()

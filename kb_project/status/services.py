"""Which services answer, asked all at once and never waited for longer than `SECONDS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait

from django.db import connection
from django.utils.translation import gettext as _

from kb_project.status.lines import Line

SECONDS = 1.0

Probe = Callable[[], bool]


def service_lines() -> list[Line]:
    """Postgres first: whoever reads this page was let in by it, so its version is all there is to ask."""
    answers = look(PROBES, SECONDS)
    return [_database(), *(_up(name) if answers[name] else _down(name) for name in PROBES)]


def look(probes: Mapping[str, Probe], seconds: float) -> dict[str, bool]:
    """Which of them said yes in time. One that hangs or fails says no; its thread ends when it may."""
    pool = ThreadPoolExecutor(len(probes), thread_name_prefix="status")
    asked = {name: pool.submit(probe) for name, probe in probes.items()}
    wait(asked.values(), timeout=seconds)
    pool.shutdown(wait=False, cancel_futures=True)
    return {name: _said_yes(future) for name, future in asked.items()}


def _said_yes(future: Future[bool]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None and future.result()


def _database() -> Line:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        version = str(cursor.fetchone()[0]).split()[0]
    return Line("Postgres", "good", _("Answers (version {version}).").format(version=version))


def _up(name: str) -> Line:
    return Line(_names()[name], "good", _("Answers."))


def _down(name: str) -> Line:
    sentence, advice = {
        "broker": (
            _("Does not answer: files are taken in, but nobody is told to read them."),
            _("Start it, or check CELERY_BROKER_URL. What waits is found by itself afterwards."),
        ),
        "worker": (
            _("No worker answers: files wait to be read and indexed."),
            _("Start one, or look at its log. A worker is also silent while the broker is down."),
        ),
        "vectors": (
            _("Does not answer: words are searched, meaning is not."),
            _("Start it, or check CHROMA_URL. If its disk is lost, run “manage.py rebuild_index”."),
        ),
    }[name]
    return Line(_names()[name], "bad", sentence, advice)


def _names() -> dict[str, str]:
    return {"broker": _("Broker"), "worker": _("Worker"), "vectors": "Chroma"}


def _broker_answers() -> bool:
    from kb_project.celery import app

    with app.connection_for_write(connect_timeout=SECONDS) as link:
        link.ensure_connection(max_retries=1, interval_start=0, timeout=SECONDS)
    return True


def _worker_answers() -> bool:
    from kb_project.celery import app

    return bool(app.control.inspect(timeout=SECONDS, limit=1).ping())


def _vectors_answer() -> bool:
    from search.vector_store import get_store

    return get_store().is_alive()


PROBES: dict[str, Probe] = {"broker": _broker_answers, "worker": _worker_answers, "vectors": _vectors_answer}

"""One worker at a time on one thing, by Postgres advisory locks.

A lock belongs to the database session: when its worker dies, by whatever signal, Postgres gives it back at once.
That is how a message delivered again tells "someone is on it" from "someone died on it". (Behind a pooler in
transaction mode session locks do not hold: connect workers directly.)
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection

# Seconds. The message of a worker that was killed can be delivered again sooner than Postgres notices that it is gone.
PATIENCE = 1.0


class LockSpace(IntEnum):
    """The first half of a lock's key; one a kind of work."""

    EXTRACT_REVISION = 1
    INDEX_DOCUMENT = 2


@contextmanager
def try_lock(space: LockSpace, key: int) -> Iterator[bool]:
    """Yield whether the lock was got, after at most PATIENCE seconds; it is given back at the end of the block."""
    keys = [int(space), key & 0x7FFFFFFF]
    got = _acquire(keys)
    try:
        yield got
    finally:
        if got and connection.connection is not None:
            _ask("SELECT pg_advisory_unlock(%s, %s)", keys)


def _acquire(keys: list[int]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not _ask("SELECT pg_try_advisory_lock(%s, %s)", keys):
        if time.monotonic() > deadline:
            return False
        time.sleep(PATIENCE / 20)
    return True


def _ask(query: str, keys: list[int]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(query, keys)
        return bool(cursor.fetchone()[0])


def held_keys(space: LockSpace) -> set[int]:
    """The keys of `space` that some worker, anywhere, holds at this moment."""
    query = """
        SELECT objid::bigint FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = %s
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    """
    with connection.cursor() as cursor:
        cursor.execute(query, [int(space)])
        return {row[0] for row in cursor.fetchall()}

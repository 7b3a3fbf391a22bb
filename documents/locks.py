"""One worker at a time on one thing, by Postgres advisory locks.

A lock belongs to the database session: when its worker dies, by whatever signal, Postgres gives it back at once.
That is how a message delivered again tells "someone is on it" from "someone died on it". (Behind a pooler in
transaction mode session locks do not hold: connect workers directly.)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection


class LockSpace(IntEnum):
    """The first half of a lock's key; one a kind of work."""

    EXTRACT_REVISION = 1
    INDEX_DOCUMENT = 2


@contextmanager
def try_lock(space: LockSpace, key: int) -> Iterator[bool]:
    """Yield whether the lock was got; it is given back at the end of the block."""
    keys = [int(space), key & 0x7FFFFFFF]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", keys)
        got = bool(cursor.fetchone()[0])
    try:
        yield got
    finally:
        if got and connection.connection is not None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", keys)


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

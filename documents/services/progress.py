"""How far the work on a revision is: a hint for those who wait, written outside of any transaction of the work."""

from __future__ import annotations

import time
from contextlib import suppress

from django.db import DatabaseError

from documents.models import Revision

SECONDS = 1.0  # between two that are stored


class Progress:
    """Call it with how much is done and of how much, as often as you like; it stores one a second.

    Pages while a file is read, chunks while its text is indexed. A hint that cannot be stored never ends the work.
    """

    def __init__(self, revision_id: int) -> None:
        self._revision_id = revision_id
        self._stored_at = time.monotonic()
        self._has_stored = False

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._stored_at >= SECONDS:
            self._stored_at = now
            self._store(done, total)

    def end(self) -> None:
        """Leave nothing behind that a later work on the same revision would seem to have done."""
        if self._has_stored:
            self._store(None, None)

    def _store(self, done: int | None, total: int | None) -> None:
        self._has_stored = True
        with suppress(DatabaseError):
            Revision.objects.filter(pk=self._revision_id).update(work_done=done, work_total=total)

"""What is done once a transaction is durable."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

Given = ParamSpec("Given")


def once_durable(act: Callable[Given, object], *given: Given.args, **named: Given.kwargs) -> None:
    """Call `act` after the commit; if it fails, that is logged, undoes nothing, and keeps nothing else from being done.

    Django names what failed in its log by `__qualname__`, which a `partial` lacks: it would raise there instead.
    """

    def committed() -> None:
        act(*given, **named)

    transaction.on_commit(committed, robust=True)

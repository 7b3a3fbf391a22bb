"""Failures as people are told of them, in the language of the page."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from documents.extractors.failures import FAILURES, Failure
from documents.extractors.registry import advice_on


def failure_in_words(code: str) -> Failure | None:
    """The row of that code with its sentence and advice translated; None for a code that is none."""
    failure = FAILURES.get(code)
    return replace(failure, sentence=_(failure.sentence), advice=_(failure.advice)) if failure else None


def advice_in_words(code: str, media_type: str) -> str:
    """What to do about a failure of a file of that type, translated; empty for a code that is none."""
    return _(advice_on(code, media_type))

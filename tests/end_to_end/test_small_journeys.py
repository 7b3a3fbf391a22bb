"""A small file of our own for each kind of the corpus, through the same door and the same checks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.end_to_end.journeys.door import Door
from tests.end_to_end.journeys.small_cases import Small, small_cases
from tests.end_to_end.journeys.table import Row
from tests.end_to_end.test_corpus_journey import settle, with_limits_of

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("tasks_at_once")]


@pytest.mark.parametrize("small", small_cases(), ids=lambda small: small.id)
def test_a_small_file_comes_out_right(
    small: Small, door: Door, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    content = small.make()
    case = small.case(content)
    with_limits_of(case, settings)
    wrong = settle(case, content, door, lambda: django_capture_on_commit_callbacks(execute=True), Row("", ""))
    if wrong:
        pytest.fail("\n".join(wrong))

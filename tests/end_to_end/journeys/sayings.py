"""What single cases say in a sentence, and who checks it: by the case and the key that the sentence stands under."""

from __future__ import annotations

from collections.abc import Callable

from tests.end_to_end.journeys.journey import Claim, Claims, Journey

SENTENCES = frozenset({"rule", "rule2", "report", "note2", "must_not_highlight"})
"""Keys of `expect` that hold a sentence; a case may have a "note" beside them."""

Saying = Callable[[Journey], Claims]

_SAYINGS: dict[tuple[str, str], Saying] = {}


def says(*case_ids: str, key: str) -> Callable[[Saying], Saying]:
    """Registers what checks the sentence that these cases have under `key`."""

    def register(check: Saying) -> Saying:
        for case_id in case_ids:
            assert (case_id, key) not in _SAYINGS, (case_id, key)
            _SAYINGS[case_id, key] = check
        return check

    return register


def sayings(journey: Journey, key: str) -> list[Claim]:
    """What the sentence claims. One that nobody reads does not hold."""
    if key == "rule" and "page_metadata" in journey.expect:
        return []  # all of these have the same rule, which that key says too
    check = _SAYINGS.get((journey.case["id"], key))
    return list(check(journey)) if check else [Claim(f"someone checks the {key}", holds=False)]


def checked_sentences() -> set[tuple[str, str]]:
    """By case and key, the sentences that somebody checks."""
    return set(_SAYINGS)

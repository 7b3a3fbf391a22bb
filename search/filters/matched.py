"""What a value of a filter comes to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from search.words import fold


@dataclass(frozen=True, slots=True)
class Matched:
    """A condition on documents, and what the value is called."""

    condition: Q
    words: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that nothing has, or that cannot be understood; `sentence` says so."""

    words: str
    sentence: str


def closest_names(value: str, names: Iterable[str]) -> list[str]:
    """Those that are called so; if none is, those that begin so. Case, accents and a star at the end do not matter."""
    wanted = fold(value.rstrip("*"))
    folded = {name: fold(name) for name in names}
    same = [name for name, key in folded.items() if key == wanted]
    return (
        same if same and not value.endswith("*") else [name for name, key in folded.items() if key.startswith(wanted)]
    )

"""Page numbers as people list them."""

from collections.abc import Iterable


def list_pages(numbers: Iterable[int]) -> str:
    """ "3" or "3, 5–7"; the numbers ascend."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)

"""Pages in words, for notes."""

from collections.abc import Iterable


def name_pages(numbers: Iterable[int]) -> str:
    """ "page 3" or "pages 3, 5–7"; the numbers ascend."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    names = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    is_one = len(runs) == 1 and runs[0][0] == runs[0][1]
    return ("page " if is_one else "pages ") + ", ".join(names)

"""Page numbers as people list them."""

import pytest

from documents.extractors.page_ranges import list_pages


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([], ""), ([3], "3"), ([3, 4], "3–4"), ([1, 3], "1, 3"), ([1, 2, 3, 7, 9, 10], "1–3, 7, 9–10")],
)
def test_neighbours_are_a_range(numbers: list[int], words: str) -> None:
    assert list_pages(numbers) == words

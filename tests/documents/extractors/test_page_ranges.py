"""Pages in words."""

import pytest

from documents.extractors.page_ranges import name_pages


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([3], "page 3"), ([3, 4], "pages 3–4"), ([1, 3], "pages 1, 3"), ([1, 2, 3, 7, 9, 10], "pages 1–3, 7, 9–10")],
)
def test_ranges_are_named(numbers: list[int], words: str) -> None:
    assert name_pages(numbers) == words

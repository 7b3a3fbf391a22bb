"""Each problem of a page is documented with its sentence."""

import pytest

from documents.extractors.page_problems import PAGE_PROBLEMS
from kb_project.environment import BASE_DIR


@pytest.mark.parametrize("code", PAGE_PROBLEMS)
def test_every_problem_of_a_page_is_documented(code: str) -> None:
    row = f"| `{code}` | {PAGE_PROBLEMS[code]} |"
    assert row in (BASE_DIR / "docs" / "damaged-files.md").read_text(encoding="utf-8")

"""Documents never ask search: what needs the index is drawn by fragments of search, included by name."""

import re
from pathlib import Path

import pytest

from documents.apps import DocumentsConfig

TEMPLATES = Path(__file__).parents[2] / "templates"
FRAGMENTS = TEMPLATES / "search" / "on_document"
PAGES = sorted((TEMPLATES / DocumentsConfig.name).rglob("*.html"))


def tags_loaded(template: str) -> set[str]:
    return {name for loaded in re.findall(r"{%\s*load\s+(.*?)%}", template) for name in loaded.split()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_of_documents_loads_no_tags_of_search(page: Path) -> None:
    assert not {name for name in tags_loaded(page.read_text(encoding="utf-8")) if name.startswith("search")}


def test_every_fragment_is_documented_and_included() -> None:
    about = (FRAGMENTS / "about.html").read_text(encoding="utf-8")
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for fragment in FRAGMENTS.glob("*.html"):
        assert fragment.name == "about.html" or f"  {fragment.name} " in about
        assert fragment.name == "about.html" or f"search/on_document/{fragment.name}" in pages

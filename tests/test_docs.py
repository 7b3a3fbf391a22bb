"""The pages in docs/ say what is there: each setting, command, failure code and URL of the API."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from documents.api import urls as documents_api
from documents.api.errors import ERRORS
from documents.extractors.failures import FAILURES
from kb_project.environment import BASE_DIR
from search.api import urls as search_api

DOCS = BASE_DIR / "docs"


def words_in_code_font(page: Path) -> set[str]:
    return set(re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8")))


def settings_read() -> set[str]:
    """The environment variables that the project's own code reads."""
    sources = [path for app in ("kb_project", "documents", "search") for path in (BASE_DIR / app).rglob("*.py")]
    pattern = re.compile(r"""(?:env\.\w+\(|environ\.get\(|environ\[|getenv\()\s*["']([A-Z][A-Z0-9_]+)["']""")
    names = {name for source in sources for name in pattern.findall(source.read_text(encoding="utf-8"))}
    return names - {"DJANGO_SETTINGS_MODULE", "PATH", "HOME", "USER"}


def test_the_settings_are_found_at_all() -> None:
    assert {"PORT", "DATA_DIR", "CHUNK_TOKENS"} <= settings_read()


def test_every_setting_is_documented_and_nothing_else_is() -> None:
    rows = re.findall(r"^\| `([A-Z][A-Z0-9_]+)` \|", (DOCS / "settings.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == len(set(rows))
    assert set(rows) == settings_read()


def commands() -> list[str]:
    folders = BASE_DIR.glob("*/management/commands/*.py")
    return sorted(path.stem for path in folders if path.stem != "__init__")


@pytest.mark.parametrize("command", commands())
def test_every_command_is_documented(command: str) -> None:
    assert f"`manage.py {command}" in (DOCS / "operations.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", sorted(FAILURES))
def test_every_failure_code_is_documented_with_its_sentence(code: str) -> None:
    row = f"| `{code}` | {FAILURES[code].sentence} | {FAILURES[code].advice} |"
    assert row in (DOCS / "failures.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", sorted(ERRORS))
def test_every_error_of_the_api_is_documented_with_its_status_and_sentence(code: str) -> None:
    status, sentence = ERRORS[code]
    assert f"| `{code}` | {int(status)} | {sentence} |" in (DOCS / "api.md").read_text(encoding="utf-8")


def test_every_address_of_the_api_is_documented() -> None:
    patterns = [*documents_api.urlpatterns, *search_api.urlpatterns]
    addresses = {str(entry.pattern).replace("<int:pk>", "<id>") for entry in patterns if entry.name}
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    assert {address for address in addresses if f" {address}`" not in text} == {"schema/"}


@pytest.mark.parametrize("page", [*sorted(DOCS.rglob("*.md")), BASE_DIR / "README.md"], ids=lambda path: path.name)
def test_every_link_between_the_pages_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert missing == []


def test_every_decision_is_in_the_list_of_decisions() -> None:
    listed = set(re.findall(r"\((\d{4}-[\w-]+\.md)\)", (DOCS / "adr" / "README.md").read_text(encoding="utf-8")))
    assert listed == {path.name for path in (DOCS / "adr").glob("0*.md")}

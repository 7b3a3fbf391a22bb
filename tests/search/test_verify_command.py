"""`manage.py verify_citation`, as a person and a script see it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from documents.models import Document
from documents.services.labelling import correct_page_labels
from documents.text.page_labels import LabelRule
from search import queries
from tests.factories import add_revision, make_admin, make_document, make_user

pytestmark = pytest.mark.django_db

PAGES = ["Front.", "The notice period is six months."]


@pytest.fixture
def contract() -> Document:
    return make_document(pages=PAGES, title="Contract", labels=["i", "1"])


@pytest.fixture
def record(contract: Document) -> dict[str, Any]:
    view = queries.passage(user=make_admin(), document_id=contract.pk, start=8, end=25)
    assert view is not None
    return view.citation.as_dict()


def run(*arguments: str) -> tuple[int, str]:
    """The exit status, and all that is printed."""
    out = io.StringIO()
    try:
        call_command("verify_citation", *arguments, stdout=out, stderr=out, no_color=True)
    except CommandError as error:
        return error.returncode, f"{out.getvalue()}{error}\n"
    return 0, out.getvalue()


def saved(folder: Path, name: str, value: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_an_exact_citation_is_told_with_its_place_and_succeeds(tmp_path: Path, record: dict[str, Any]) -> None:
    status, shown = run(saved(tmp_path, "a.json", record))
    assert status == 0
    assert "a.json: exact. The words stand exactly where the citation says.\n" in shown
    assert "  Contract, p. 1 (page 2 of 2) (revision 1)\n    http://localhost:8000/documents/" in shown


def test_a_citation_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch, record: dict[str, Any]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(record)))
    assert run("-")[0] == 0


def test_the_worst_of_several_files_is_the_exit_status(tmp_path: Path, record: dict[str, Any]) -> None:
    exact = saved(tmp_path, "exact.json", record)
    moved = saved(tmp_path, "moved.json", record | {"start": 0, "end": 17})
    lost = saved(tmp_path, "lost.json", record | {"quote": "Nobody wrote this."})
    unread = saved(tmp_path, "unread.json", {"a": 1})
    assert run(exact, exact)[0] == 0
    assert run(exact, moved)[0] == 3
    assert run(lost, moved, exact)[0] == 4
    status, shown = run(unread, lost, moved, exact)
    assert status == 1
    assert [shown.count(f": {kind}. ") for kind in ("exact", "moved", "not found")] == [1, 1, 1]
    assert "unread.json: This is none of the JSON forms in which citations are given here.\n" in shown
    assert shown.endswith("1 of 4 citations could not be read.\n")


def test_a_file_that_is_missing_or_no_text_is_said(tmp_path: Path) -> None:
    status, shown = run(str(tmp_path / "none.json"))
    assert (status, "No such file or directory" in shown) == (1, True)
    (tmp_path / "binary").write_bytes(b"\xff\x00")
    assert "This is not JSON." in run(str(tmp_path / "binary"))[1]
    assert run(str(tmp_path))[0] == 1


def test_what_is_wrong_and_where_it_stands_now_is_told(
    tmp_path: Path, contract: Document, record: dict[str, Any]
) -> None:
    file = saved(tmp_path, "a.json", record | {"locator": "p. 9"})
    add_revision(contract, pages=["New.", *PAGES])
    status, shown = run(file)
    assert status == 3
    assert "a.json: exact words, but not all else. The text that was cited has" in shown
    assert "  but: The citation says “p. 9”; the words stand at “p. 1 (page 2 of 2)”.\n" in shown
    assert "  now Contract, p. 3 of 3 (revision 2)\n" in shown
    assert shown.endswith("Not everything that the citations say is so.\n")
    add_revision(contract, pages=[PAGES[1].replace("notice", "Notice")])
    assert "  edited, now Contract, p. 1 of 1 (revision 3)\n" in run(file)[1]
    add_revision(contract, pages=["Nothing of it is left."])
    assert "That text has been replaced, and the words are not in the current one." in run(file)[1]


def test_labels_that_were_corrected_since_are_told_and_succeed(
    tmp_path: Path, contract: Document, record: dict[str, Any]
) -> None:
    assert contract.current_revision is not None
    correct_page_labels(revision=contract.current_revision, actor=None, rules=[LabelRule(2, start=9)])
    status, shown = run(saved(tmp_path, "a.json", record))
    assert status == 0
    assert "  since: The page labels have been corrected since: the citation says “1”, now it is “9”.\n" in shown


def test_a_person_finds_what_they_may_read(tmp_path: Path, record: dict[str, Any]) -> None:
    make_user("maria")
    file = saved(tmp_path, "a.json", record)
    status, shown = run(file, "--user", "maria")
    assert status == 4
    assert "none that you may see" in shown
    assert run(file, "--user", "nobody") == (1, "There is nobody with the name nobody.\n")

"""`manage.py build_candidate`, as an operator sees it."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from search.generations import active_generation
from search.models import Generation
from tests.factories import index, make_collection, make_document

pytestmark = pytest.mark.usefixtures("index_db")


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("build_candidate", *arguments, stdout=out, stderr=out, no_color=True)
    return out.getvalue()


def test_a_candidate_is_built_listed_and_activated(settings: Any) -> None:
    collection = make_collection("Contracts")
    index(make_document(text="The bergamot clause.", collection=collection), make_document(text="No."))
    active = active_generation()
    settings.CHUNK_TOKENS = 100
    built = run("--collection", "Contracts")
    candidate = Generation.objects.get(is_candidate=True)
    assert built == f"{candidate} is a candidate: 1 document, 1 chunk.\n"
    first, second = run("--list").splitlines()
    assert first.split()[:2] == [str(active.pk), "active"]
    assert "2 documents, 2 chunks" in first
    assert second.split()[:2] == [str(candidate.pk), "candidate"]
    assert second.endswith("1 document, 1 chunk; 1 document missing or out of date")
    settings.CHUNK_TOKENS = 240
    activated = run("--activate")
    assert f"{candidate} is active.\n" in activated
    assert "The chunk size in tokens is 100 in the index and 240 in the settings.\n" in activated
    assert "the next rebuild follows the settings" in activated
    assert active_generation() == candidate
    assert candidate.records.count() == 2


def test_a_candidate_is_discarded() -> None:
    run()
    candidate = Generation.objects.get()
    assert run("--discard", str(candidate.pk)) == f"{candidate} is discarded.\n"
    assert run("--list") == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--discard"], "There is no candidate"),
        (["--activate", "7"], "There is no candidate 7"),
        (["--collection", "None"], "There is no collection “None”"),
        (["--list", "--discard"], "not allowed with argument"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(*arguments)
    assert Generation.objects.count() == 0

"""Verdicts in words: every reason has its sentence and is documented, as is every form of a citation."""

import re
from typing import get_args

import pytest

from documents.services.disagreements import About, Disagreement
from documents.services.verdicts import Reason, Verdict
from documents.text.citation_formats import CITATION_FORMATS
from documents.text.citation_reading import READING_PROBLEMS
from kb_project.environment import BASE_DIR

PAGE = (BASE_DIR / "docs" / "citations.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_has_a_sentence_and_is_documented(reason):
    assert Verdict("moved", reason).sentence.endswith(".")
    assert re.search(rf"^\| (exact|moved|not found) \| `{reason}` \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("form", CITATION_FORMATS.values(), ids=lambda form: form.code)
def test_every_form_is_documented_with_its_file(form):
    assert f"| `{form.code}` | `.{form.extension}` |" in PAGE


@pytest.mark.parametrize("code", READING_PROBLEMS)
def test_every_refusal_is_documented(code):
    assert f"`{code}`" in PAGE


@pytest.mark.parametrize("about", get_args(About))
@pytest.mark.parametrize("is_outdated", [False, True])
def test_what_is_claimed_is_repeated_as_it_is(about, is_outdated):
    sentence = Disagreement(about, "100 %s {claimed} %(actual)s", "<b>", is_outdated=is_outdated).sentence
    assert sentence.endswith(".")
    assert (about == "context" and not is_outdated) or "100 %s {claimed} %(actual)s" in sentence

"""Nothing is believed of what was shown: every letter and every page is read again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from documents.models import Document, Revision
from search.evaluation.asking import Asked, Asker
from search.evaluation.benches import Question
from search.evaluation.library import Shelf
from search.evaluation.proof import Proof, Prover
from search.shell import Operator
from tests.factories import index, make_document

pytestmark = pytest.mark.usefixtures("index_db")


@pytest.fixture
def document(index_db: None) -> Document:
    index(document := make_document(pages=["Front.", "The rent is due monthly."], title="a.pdf"))
    return document


@pytest.fixture
def asked(document: Document) -> Asked:
    shelf = Shelf(document.collection, {document.pk: ("a.pdf",)})
    return Asker(Operator(), shelf).ask(Question("q", "rent due"))


def test_what_is_shown_is_proved(asked: Asked) -> None:
    proof = Prover().prove(asked)
    assert (proof.checked, proof.wrong, proof.violations, proof.share) == (4, 0, (), 1.0)


UNTRUE: list[tuple[dict[str, Any], str]] = [
    ({"text": "The rent is due weekly!."}, "not to the letter"),
    ({"page": 1}, "does not stand on page 1"),
    ({"page": 3}, "does not stand on page 3"),
    ({"page": None}, "no page is named, and the document has pages"),
    ({"start": 3}, "not to the letter"),
    ({"start": 3}, "does not stand on page 2"),
    ({"end": 10**6}, "not within the text"),
    ({"text_sha256": "0" * 64}, "digests"),
    ({"revision_id": 0}, "revision 0 does not exist"),
    ({"highlights": ((20, 30),)}, "a mark reaches outside"),
]

UNTRUE_CITATIONS: list[tuple[dict[str, Any], str]] = [
    ({"quote": "Something else."}, "not to the letter"),
    ({"pages": None}, "cites the pages None, and stands on (2,)"),
    ({"pages": ()}, "cites the pages (), and stands on (2,)"),
    ({"text_sha256": "0" * 64}, "digests"),
]


def test_every_untruth_about_what_is_shown_is_a_sentence(asked: Asked) -> None:
    shown = asked.shown[0]
    for change, sentence in UNTRUE:
        proof = Prover().prove(replace(asked, shown=(replace(shown, **change),)))
        assert (proof.checked, proof.wrong) == (3, 1), change
        assert any(sentence in violation and violation.startswith("q: ") for violation in proof.violations), change
        assert proof.share == pytest.approx(2 / 3)


def test_every_untruth_in_a_citation_is_a_sentence(asked: Asked) -> None:
    revision_id, citation = asked.citations[1]
    for change, sentence in UNTRUE_CITATIONS:
        (found,) = Prover().citation_problems(revision_id, replace(citation, **change))
        assert sentence in found, change


def test_a_text_that_has_changed_since_proves_nothing(asked: Asked, document: Document) -> None:
    Revision.objects.filter(document=document).update(text="Front.\n\nThe rent is due weekly!!")
    proof = Prover().prove(asked)
    assert proof.wrong == proof.checked == 4


def test_proofs_add_up() -> None:
    total = Proof(2, 1, ("a",)) + Proof(3, 0) + Proof(1, 1, ("b",))
    assert total == Proof(6, 2, ("a", "b"))
    assert Proof().share == 1

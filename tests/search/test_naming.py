"""Which documents a question names, and that a subject is no name."""

from __future__ import annotations

from typing import Any

import pytest

from documents.models import Collection, Document
from documents.querysets import DocumentQuerySet
from documents.text import TextSpan
from search.candidates import Candidate
from search.generations import active_generation
from search.grouping import Group
from search.naming import LEAST_WORTH, Naming, naming
from search.queries import SHOWN_OF_NAMED, SHOWN_PER_DOCUMENT, Hit, _limit, search
from search.scope import Scope
from tests.factories import add_revision, index, make_collection, make_document, make_group, make_user

pytestmark = pytest.mark.usefixtures("index_db", "small_pages")

CLAUSES = [
    "The notice period is three months, and notice is given in writing.",
    "The price is paid within thirty days after the invoice.",
    "Neither party is liable for events beyond its control.",
    "The courts at the seat of the seller decide every dispute.",
    "Amendments are valid only where both parties sign them.",
    "The goods are insured against fire, theft and flooding.",
]
KLAUSELN = [
    "Die Kündigungsfrist beträgt drei Monate, und die Kündigung erfolgt schriftlich.",
    "Die Miete ist am ersten Tag des Monats fällig und wird ohne Mahnung bezahlt.",
    "Der Mieter darf die Wohnung nicht ohne die Zustimmung des Vermieters umbauen.",
    "Über alle Streitigkeiten entscheidet das Gericht am Ort der Wohnung.",
    "Änderungen sind nur wirksam, wenn beide Seiten sie unterschreiben.",
    "Das Haus ist gegen Feuer, Einbruch und Hochwasser versichert.",
]
AGREEMENTS = {
    "Supply agreement": ("Bunkerone", "Vertexia"),
    "Maintenance agreement": ("Harrowgate", "Pemberling"),
    **{
        f"Confidentiality agreement {number}": parties
        for number, parties in enumerate(
            [
                ("Quillfeather", "Brightwater"),
                ("Osterland", "Marchbanks"),
                ("Tidewell", "Crossgrove"),
                ("Ravensby", "Lindholme"),
                ("Ashcombe", "Wetherill"),
                ("Dunmarrow", "Kestrelby"),
                ("Fairleigh", "Stonegate"),
            ]
        )
    },
}
CONTRACTS = {
    "Mietvertrag": ("Schönfelder", "Kraushaar"),
    "Pachtvertrag": ("Obermoser", "Niederwanger"),
    "Kaufvertrag": ("Lindenthal", "Eschbacher"),
}


@pytest.fixture
def small_pages(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk is a sentence or two, and only the first line of a text is its beginning."""
    settings.CHUNK_TOKENS, settings.CHUNK_OVERLAP_TOKENS = 24, 0
    monkeypatch.setattr("search.heads.HEAD", 75)


def written(begin: str, clauses: list[str]) -> str:
    return "\n\n".join([begin, *clauses])


@pytest.fixture
def shelf() -> Collection:
    return make_collection()


@pytest.fixture
def library(index_db: None, small_pages: None, shelf: Collection) -> dict[str, Document]:
    """Agreements in English and German; each names its parties in its first line, and nowhere else."""
    texts = {
        title: written(f"This agreement is made between {one} and {other}, the parties to it.", CLAUSES)
        for title, (one, other) in AGREEMENTS.items()
    } | {
        title: written(f"Dieser Vertrag wird zwischen {one} und {other} geschlossen.", KLAUSELN)
        for title, (one, other) in CONTRACTS.items()
    }
    made = {title: make_document(title=title, text=text, collection=shelf) for title, text in texts.items()}
    index(*made.values())
    return made


def named(text: str, documents: DocumentQuerySet | None = None) -> Naming | None:
    return naming(text, Document.objects.all() if documents is None else documents, active_generation())


def evidence(hit: Hit) -> str:
    return "".join(one.text for one in hit.excerpt.segments if one.in_passage)


NAMED = [
    (
        "In the supply agreement between Bunkerone and Vertexia, what is the notice period?",
        ["Supply agreement"],
        ["Bunkerone", "Vertexia"],
        ["notice", "period"],
    ),
    (
        "How is the price paid by OSTERLAND to Marchbanks?",
        ["Confidentiality agreement 1"],
        ["OSTERLAND", "Marchbanks"],
        ["price", "paid"],
    ),
    (
        "Welche Kündigungsfrist gilt im Mietvertrag zwischen Schönfelder und Kraushaar?",
        ["Mietvertrag"],
        ["Schönfelder", "Kraushaar", "Mietvertrag"],
        ["Kündigungsfrist"],
    ),
    (
        "What is the Kündigungsfrist of Obermoser and Niederwanger?",
        ["Pachtvertrag"],
        ["Obermoser", "Niederwanger"],
        ["Kündigungsfrist"],
    ),
]
NAMES_NOTHING = [
    "",
    "the of and",
    "What do confidentiality agreements say about the notice period?",
    "Which agreement is made between parties?",
    "Is Bunkerone liable for events?",  # one rare word of twelve documents is too little
    "Bunkerone and Vertexia",  # nothing is left to ask
    "Zanzibar and Xanadu: what is the notice period?",
    "insured against fire theft flooding",  # in the text, but not where it begins
]


def test_a_question_names_what_begins_with_its_rare_words_and_no_subject(library: dict[str, Document]) -> None:
    for question, titles, words, rest in NAMED:
        found = named(question)
        assert found is not None, question
        assert [*found.worth] == [*found.words] == [library[title].pk for title in titles], question
        assert all(worth >= LEAST_WORTH for worth in found.worth.values())
        (of_first,) = found.words.values()
        assert set(words) <= set(of_first), question
        assert all(word in found.rest for word in rest), question
        assert not any(word in found.rest for word in words), question
    for question in NAMES_NOTHING:
        assert named(question) is None, question
    found = named("Between Bunkerone and Vertexia, who decides every dispute?")
    assert found is not None
    assert found.rest == "who decides every dispute"


def test_copies_are_named_together_and_only_what_may_be_searched_and_is_current(
    library: dict[str, Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    question = NAMED[0][0]
    supply = library["Supply agreement"]
    assert named(question, Document.objects.exclude(pk=supply.pk)) is None
    begin = "This agreement is made between Bunkerone and Vertexia, the parties to it."
    copy = make_document(title="Supply agreement", text=written(begin, CLAUSES), collection=supply.collection)
    index(copy)
    found = named(question)
    assert found is not None
    assert set(found.worth) == {supply.pk, copy.pk}
    with monkeypatch.context() as patch:
        patch.setattr("search.naming.MOST_NAMED", 1)
        assert named(question) is None  # as many as that are a subject
    add_revision(supply, text="Another text.")
    found = named(question)
    assert found is not None
    assert set(found.worth) == {copy.pk}


# --- what is answered -------------------------------------------------------------------------------------------------


def test_beside_a_document_that_is_named_the_others_are_only_pointed_to() -> None:
    def group(document_id: int, *named_by: str) -> Group:
        return Group(document_id, [Candidate(1, document_id, 1, TextSpan(0, 9), 1.0, 1, 1, named_by=named_by)])

    everywhere = Scope(Document.objects.all())
    named = [group(1, "Bunkerone"), group(2)]
    assert [_limit(one, named, everywhere, 10) for one in named] == [SHOWN_OF_NAMED, 1]
    unnamed = [group(1), group(2)]
    assert [_limit(one, unnamed, everywhere, 10) for one in unnamed] == [SHOWN_PER_DOCUMENT] * 2
    assert _limit(named[0], named, Scope(Document.objects.all(), document_id=1), 7) == 7


def test_what_a_named_document_says_comes_first_and_only_to_who_may_read_it(
    library: dict[str, Document], shelf: Collection
) -> None:
    readers = make_group()
    shelf.readers.set([readers])
    reader = make_user(groups=[readers])
    index(make_document(title="best by words", text="The notice period: what is the notice period?", collection=shelf))
    question = NAMED[0][0]
    supply = library["Supply agreement"]
    first, *others = search(user=reader, query=question).groups
    assert first.document == supply
    assert "The notice period is three months" in evidence(first.hits[0])
    assert 1 < len(first.hits) <= SHOWN_OF_NAMED
    assert others[0].document.title == "best by words"
    assert {len(one.hits) for one in others} == {1}

    # A "phrase" that is part of a name must stand in the document, and need not stand in the passage.
    phrase = search(user=reader, query='what is the notice period between "Bunkerone and Vertexia"')
    assert phrase.groups[0].document == supply
    assert "The notice period is three months" in evidence(phrase.groups[0].hits[0])
    assert phrase.problems == []

    Document.objects.filter(pk=supply.pk).update(collection=make_collection(readers=[make_group()]))
    hidden = search(user=reader, query=question)
    assert supply.pk not in {one.document.pk for one in hidden.groups}
    assert hidden.groups[0].document.title == "best by words"
    assert 1 < max(len(one.hits) for one in hidden.groups) <= SHOWN_PER_DOCUMENT


def test_two_words_that_many_speak_of_are_a_subject_and_name_nothing(
    index_db: None, small_pages: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seldom in beginnings, but the others say them too: the "cold harbour" is what these texts are about."""
    monkeypatch.setattr("search.naming.SELDOM_SAID", 1.0)
    said = [*CLAUSES, "The cold harbour is free of charge."]
    others = [make_document(text=written(f"Terms of carriage of Voyage{at} Corp.", said)) for at in range(8)]
    one = make_document(title="Zanderlund", text=written("Cold harbour dues, by Zanderlund Quist Ollenbrook.", CLAUSES))
    index(one, *others)
    found = named("Is the harbour of Zanderlund Quist Ollenbrook free?")
    assert found is not None
    assert list(found.worth) == [one.pk]
    assert named("What does the cold harbour cost, and the harbour dues?") is None

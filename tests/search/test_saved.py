"""The searches that a person keeps and asked last: theirs alone, few, and in words."""

from __future__ import annotations

import hashlib

import pytest
from django.contrib.auth.models import AbstractUser

from search import saved
from search.models import RecentSearch
from search.saved import MOST_RECENT, CannotSave, recent_of, remember, rename_search, save_search, saved_by, shown
from tests.factories import make_admin, make_collection, make_document, make_group, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> AbstractUser:
    return make_user("ada")


def questions(user: AbstractUser) -> list[str]:
    return list(recent_of(user).values_list("question", flat=True))


def test_the_last_questions_are_kept_each_once_the_newest_first(ada: AbstractUser) -> None:
    for question in ("q=rent", "q=lease", "q=rent"):
        remember(ada, question)
    assert questions(ada) == ["q=rent", "q=lease"]
    for n in range(MOST_RECENT + 5):
        remember(ada, f"q={n}")
    assert questions(ada) == [f"q={n}" for n in reversed(range(5, MOST_RECENT + 5))]
    assert RecentSearch.objects.count() == MOST_RECENT


def test_nobody_sees_those_of_another_superusers_included(ada: AbstractUser) -> None:
    remember(ada, "q=rent")
    save_search(user=ada, name="Rent", question="q=rent")
    for other in (make_admin(), make_user()):
        assert (questions(other), list(saved_by(other))) == ([], [])
        assert not rename_search(user=other, pk=saved_by(ada).get().pk, name="Stolen")
        remember(other, "q=rent")
    assert saved_by(ada).get().name == "Rent"
    assert questions(ada) == ["q=rent"]


def test_what_cannot_be_noted_is_not_and_nothing_fails(ada: AbstractUser, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(ada, "")
    remember(ada, "q=" + "x" * saved.LONGEST_QUESTION)
    assert RecentSearch.objects.count() == 0
    with monkeypatch.context() as patch:
        patch.setattr(saved.hashlib, "sha256", hashlib.sha512)  # longer than the column
        remember(ada, "q=rent")
    remember(ada, "q=lease")
    assert questions(ada) == ["q=lease"]


def test_a_name_is_given_once_by_a_person(ada: AbstractUser) -> None:
    save_search(user=ada, name="Rent", question="q=rent")
    save_search(user=make_user(), name="Rent", question="q=other")
    lease = save_search(user=ada, name="Lease", question="q=lease")
    with pytest.raises(CannotSave, match="“Rent” already"):
        save_search(user=ada, name="Rent", question="q=again")
    with pytest.raises(CannotSave, match="“Rent” already"):
        rename_search(user=ada, pk=lease.pk, name="Rent")
    assert rename_search(user=ada, pk=lease.pk, name="Leases")
    assert list(saved_by(ada).values_list("name", "question")) == [("Leases", "q=lease"), ("Rent", "q=rent")]


def test_what_cannot_be_kept_is_said(ada: AbstractUser, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotSave, match="no question"):
        save_search(user=ada, name="Empty", question="")
    with pytest.raises(CannotSave, match="too long"):
        save_search(user=ada, name="Long", question="q=" + "x" * saved.LONGEST_QUESTION)
    monkeypatch.setattr(saved, "MOST_SAVED", 1)
    save_search(user=ada, name="Rent", question="q=rent")
    with pytest.raises(CannotSave, match="1 searches"):
        save_search(user=ada, name="Lease", question="q=lease")


def test_a_question_is_told_in_words_and_nothing_in_it_that_may_not_be_read() -> None:
    readers = make_group()
    ada = make_user(groups=[readers])
    mine, hidden = make_collection("Contracts", readers=[readers]), make_collection("Secrets")
    document, unread = make_document(title="Lease", collection=mine), make_document(title="Treason", collection=hidden)
    remember(
        ada,
        f"q=rent&collection={mine.pk}&collection={hidden.pk}&type=application/pdf&year=2024&tag=draft&text=ocr&sort=title",
    )
    remember(ada, f"document={document.pk}&document={unread.pk}&like=7/1-9")
    first, second = shown(recent_of(ada), ada)
    assert (first.words, list(first.filters)) == ("", ["Only in “Lease”", "like a passage"])
    assert second.words == "rent"
    assert second.filters == ["Contracts", "PDF", "2024", "#draft", "with text recognition", "sorted by: Title"]

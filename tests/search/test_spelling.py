"""Help with spelling, from the words that a person may read."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from search.models import Chunk, KnownWord
from search.queries import search
from search.rebuilding import rebuild
from search.spelling import did_you_mean
from tests.factories import index, make_admin, make_collection, make_document, make_group, make_user

pytestmark = pytest.mark.usefixtures("index_db")


def meant(query: str, user: object = None) -> str:
    return search(user=user or make_admin(), query=query).did_you_mean  # type: ignore[arg-type]


@pytest.fixture
def lease(index_db: None) -> None:
    index(make_document(text="The café receives the agreement on bergamots, and its renewals."))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("agremeent", "agreement"),
        ("recieves the Agrement", "receives the agreement"),
        ('"the agreemnt" type:text', '"the agreement" type:text'),
        ("agreemnt OR bergamot", "agreement OR bergamot"),
        ("agreement", ""),
        ("renewal", ""),
        ("agree", ""),
        ("zebra", ""),
        ("bergamot -agremeent NOT agremeent title:agremeent", ""),
        ("agremeent*", ""),
        ("10.2(b)", ""),
        ("the", ""),
        ("", ""),
        ("agremeent " + "agreement of the " * 12, ""),
    ],
)
def test_a_word_that_nothing_has_is_told_as_the_nearest_that_is_there(lease: None, typed: str, expected: str) -> None:
    assert meant(typed) == expected


def test_no_word_is_told_of_documents_that_one_may_not_read(lease: None) -> None:
    group = make_group()
    index(make_document(text="An agreeable clause.", collection=make_collection(readers=[group])))
    assert meant("agreemnt", make_user(groups=[group])) == ""
    assert meant("agreable", make_user(groups=[group])) == "agreeable"


def test_a_filter_leaves_only_the_words_of_what_it_leaves(lease: None) -> None:
    assert meant("agremeent type:pdf") == ""


def test_of_words_that_were_seen_nothing_is_asked(lease: None, django_assert_num_queries: Any) -> None:
    chunks = Chunk.objects.all()
    with django_assert_num_queries(0):
        assert did_you_mean("agreement agremeent", chunks, ["english"], {"agreement", "agremeent"}) == ""
    assert did_you_mean("agreement agremeent", chunks, ["english"], {"agreement"}) == "agreement agreement"


def test_no_more_is_asked_when_the_time_is_over(lease: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.spelling.MOST_SECONDS", -1)
    assert meant("agremeent") == ""


def test_a_rebuild_forgets_the_words_of_what_is_gone(lease: None) -> None:
    KnownWord.objects.create(key="vanished")
    rebuild()
    assert not KnownWord.objects.filter(key="vanished").exists()
    assert meant("agremeent") == "agreement"


def test_without_the_extension_everything_else_works(lease: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP EXTENSION pg_trgm CASCADE")
    assert meant("agremeent") == ""
    index(make_document(text="More."))
    assert search(user=make_admin(), query="agreement").groups


def test_the_time_that_a_statement_may_take_is_as_before_afterwards(lease: None) -> None:
    def allowed() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return str(cursor.fetchone()[0])

    before = allowed()
    meant("agremeent")
    assert allowed() == before


def test_what_takes_too_long_is_left(lease: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_args: object) -> set[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(2)")
        return set()

    monkeypatch.setattr("search.spelling.held", slow)
    assert meant("agremeent") == ""

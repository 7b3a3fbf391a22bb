"""Keeping a search, and what of one's questions is noted: by the browser, when a person asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse

from search import saved, views
from search.models import RecentSearch, SavedSearch
from tests.factories import index, make_admin, make_collection, make_document, make_group, make_user

SEARCH, SEARCHES = reverse("search"), reverse("searches")
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def reader(db: Any, hash_embedder: None) -> Client:
    readers = make_group()
    make_document(text="The rent is due.", collection=make_collection(readers=[readers]))
    return signed_in(make_user("rea", groups=[readers]))


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def noted() -> list[str]:
    return list(RecentSearch.objects.values_list("question", flat=True))


def test_a_question_is_noted_when_a_person_asks_it_and_not_otherwise(reader: Client) -> None:
    reader.get(SEARCH, {"q": "rent", "type": "text/plain", "unknown": "x"})
    assert noted() == ["q=rent&type=text%2Fplain"]
    reader.get(SEARCH, {"q": "lease"}, HTTP_HX_REQUEST="true")
    assert noted() == ["q=lease", "q=rent&type=text%2Fplain"]
    before = noted()
    reader.get(SEARCH)
    reader.get(SEARCH, {"like": "1/0-5"})
    reader.get(SEARCH, {"q": "paging", "page": "2"})
    reader.get(SEARCH, {"q": "ahead"}, HTTP_SEC_PURPOSE="prefetch;prerender")
    reader.get(SEARCH, {"q": "back"}, HTTP_HX_REQUEST="true", HTTP_HX_HISTORY_RESTORE_REQUEST="true")
    reader.head(SEARCH, {"q": "head"})
    reader.get("/api/v1/search/", {"q": "program"})
    reader.get(SEARCH, {"q": "x" * 1001})
    assert noted() == before


def test_the_home_page_leads_back_to_both_lists_and_shows_those_of_nobody_else(reader: Client) -> None:
    reader.get(SEARCH, {"q": "rent <b>"})
    reader.post(SEARCHES, {"name": "My <i>rent</i>", "question": "q=rent"})
    home = reader.get(SEARCH).content.decode()
    assert 'href="/?q=rent+%3Cb%3E"' in home
    assert "rent &lt;b&gt;" in home
    assert "My &lt;i&gt;rent&lt;/i&gt;" in home
    stranger = signed_in(make_admin())
    for address in (SEARCH, SEARCHES):
        page = stranger.get(address).content.decode()
        assert "rent" not in page.replace("current", "")


def test_a_search_is_saved_from_its_results_which_are_shown_again(reader: Client) -> None:
    page = reader.get(SEARCH, {"q": "rent", "sort": "newest", "page": "1", "x": "y"}).content.decode()
    assert '<input type="hidden" name="question" value="q=rent&amp;sort=newest">' in page
    answer = reader.post(SEARCHES, {"name": " Rent ", "question": "q=rent&sort=newest&evil=x&page=9"})
    assert answer["Location"] == "/?q=rent&sort=newest"
    assert SavedSearch.objects.get().question == "q=rent&sort=newest"
    assert "Kept as “Rent”." in reader.get(answer["Location"]).content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": "", "question": "q=lease"}, "Give the search a name"),
        ({"name": "x" * 101, "question": "q=lease"}, "Choose a shorter name."),
        ({"name": "Rent", "question": "q=lease"}, "“Rent” already"),
        ({"name": "Other", "question": "sort=newest"}, "There is no question to keep."),
        ({"name": "Other"}, "There is no question to keep."),
        ({"name": "a\0b", "question": "q=lease"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_saved_is_said_and_what_was_typed_is_kept(
    reader: Client, typed: dict[str, str], sentence: str
) -> None:
    reader.post(SEARCHES, {"name": "Rent", "question": "q=rent"})
    page = reader.post(SEARCHES, typed).content.decode()
    assert sentence in page
    if typed["name"] == "Rent":
        assert '<input type="hidden" name="question" value="q=lease">' in page
        assert 'value="Rent" maxlength="100"' in page
    assert SavedSearch.objects.count() == 1


def test_saved_searches_are_renamed_and_deleted_by_their_owner_alone(reader: Client) -> None:
    reader.post(SEARCHES, {"name": "Rent", "question": "q=rent"})
    pk = SavedSearch.objects.get().pk
    rename, delete = reverse("search-rename", args=[pk]), reverse("search-delete", args=[pk])
    stranger = signed_in(make_admin())
    assert stranger.post(rename, {"name": "Stolen"}).status_code == 404
    assert stranger.post(delete).status_code == 404
    assert reader.get(delete).status_code == 405
    assert reader.post(rename, {"name": "Rents"})["Location"] == SEARCHES
    assert SavedSearch.objects.get().name == "Rents"
    assert "Give the search a name" in reader.post(rename, {"name": ""}, follow=True).content.decode()
    assert "“Rents” is no longer kept." in reader.post(delete, follow=True).content.decode()
    assert SavedSearch.objects.count() == 0
    assert reader.post(delete).status_code == 404
    assert reader.post(reverse("search-delete", args=[2**70])).status_code == 404


def test_recent_searches_are_removed_one_by_one_and_all(reader: Client) -> None:
    forget = reverse("searches-forget")
    for question in ("q=1", "q=2", "q=3"):
        saved.remember(make_user(), question)
        reader.get(f"{SEARCH}?{question}")
    mine = list(RecentSearch.objects.filter(user__username="rea").order_by("pk"))
    others = RecentSearch.objects.exclude(user__username="rea").count()
    reader.post(forget, {"search": mine[1].pk})
    reader.post(forget, {"search": "x"})
    reader.post(forget, {"search": RecentSearch.objects.exclude(user__username="rea")[0].pk})
    assert list(RecentSearch.objects.filter(user__username="rea").values_list("question", flat=True)) == ["q=3", "q=1"]
    reader.post(forget)
    assert RecentSearch.objects.filter(user__username="rea").count() == 0
    assert RecentSearch.objects.count() == others


def test_a_question_that_cannot_be_noted_is_answered_all_the_same(reader: Client, monkeypatch: Any) -> None:
    def broken(*_arguments: Any, **_more: Any) -> None:
        raise DatabaseError("no")

    monkeypatch.setattr(RecentSearch.objects, "bulk_create", broken)
    index(*views.Document.objects.all())
    assert "<mark>" in reader.get(SEARCH, {"q": "rent"}).content.decode()
    assert noted() == []

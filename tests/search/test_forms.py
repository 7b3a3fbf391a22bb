"""What people ask, from the address."""

from urllib.parse import urlencode

import pytest

from search.forms import TOO_LONG, SearchForm
from search.trails import Trail
from tests.factories import make_collection, make_document, make_group, make_user


@pytest.mark.django_db
def test_what_one_may_not_read_is_no_filter() -> None:
    group = make_group()
    mine = make_collection(readers=[group])
    document = make_document(collection=mine)
    hidden = make_document()
    user = make_user(groups=[group])
    form = SearchForm({"q": " rent ", "collection": [mine.pk], "document": document.pk, "page": "2"}, user=user)
    assert form.as_search() == {
        "query": "rent",
        "page": 2,
        "collection_ids": [mine.pk],
        "document_id": document.pk,
        "media_type": None,
        "text_source": None,
    }
    form = SearchForm(
        {"q": "rent", "collection": [hidden.collection_id], "document": hidden.pk, "page": "-2"}, user=user
    )
    assert form.as_search() == {
        "query": "rent",
        "page": 1,
        "collection_ids": None,
        "document_id": None,
        "media_type": None,
        "text_source": None,
    }


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "   ", "\0", "x" * 1001, "約" * 445, "🙂" * 334])
def test_a_question_that_cannot_be_asked_is_none(query: str) -> None:
    assert SearchForm({"q": query}, user=make_user()).query == ""


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["x" * 1000, "約" * 444, "🙂" * 333])
def test_a_question_that_can_be_asked_fits_into_an_address_also_within_a_link_to_a_passage(query: str) -> None:
    form = SearchForm({"q": query}, user=make_user())
    assert form.query == query
    trail = Trail(urlencode({"q": query}), 999_999, 999_999)
    link = trail.link("/documents/1/passages/1-2/?v=" + "a" * 64 + "#passage")
    assert len(link) < 8000


@pytest.mark.django_db
def test_a_question_that_is_too_long_is_refused_in_a_sentence() -> None:
    for query in ("x" * 1001, "約" * 445):
        assert SearchForm({"q": query}, user=make_user()).errors["q"] == [str(TOO_LONG)]

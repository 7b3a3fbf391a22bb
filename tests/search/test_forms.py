"""What people ask, from the address."""

import pytest

from search.forms import SearchForm
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
    }


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "   ", "\0", "x" * 1001])
def test_a_question_that_cannot_be_asked_is_none(query: str) -> None:
    assert SearchForm({"q": query}, user=make_user()).query == ""

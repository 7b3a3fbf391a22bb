"""What people ask, from the address."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from search.facets import Chosen
from search.forms import TOO_LONG, SearchForm
from search.trails import Trail
from tests.factories import make_collection, make_document, make_group, make_user


def asked(address: str, user: Any) -> SearchForm:
    return SearchForm(QueryDict(address), user=user)


@pytest.mark.django_db
def test_what_one_may_not_read_is_no_filter() -> None:
    group = make_group()
    mine = make_collection(readers=[group])
    document = make_document(collection=mine)
    hidden = make_document()
    user = make_user(groups=[group])
    form = asked(f"q=+rent+&collection={mine.pk}&document={document.pk}&page=2", user)
    assert form.as_search() == {
        "query": "rent",
        "page": 2,
        "chosen": Chosen(collection=(mine.pk,)),
        "document_id": document.pk,
        "like": "",
        "order": "relevance",
    }
    form = asked(f"q=rent&collection={hidden.collection_id}&document={hidden.pk}&page=-2", user)
    assert form.as_search() == {
        "query": "rent",
        "page": 1,
        "chosen": Chosen(),
        "document_id": None,
        "like": "",
        "order": "relevance",
    }
    both = asked(f"q=rent&collection={hidden.collection_id}&collection={mine.pk}", user)
    assert both.chosen == Chosen(collection=(mine.pk,))


@pytest.mark.django_db
def test_each_filter_may_repeat_and_what_is_not_understood_of_it_is_left_out() -> None:
    address = (
        "q=rent&type=application/pdf&type=nonsense&type=text/plain&type=application/pdf&text=ocr&text=x"
        "&year=2024&year=x&year=0&year=20245&year=%C2%B2&year=1999&tag=a%00b&tag=&tag=%23x&sort=title&like=7/1-9&page=3"
    )
    form = asked(address, make_user())
    assert form.chosen == Chosen(
        type=("application/pdf", "text/plain"), text=("ocr",), year=(2024, 1999), tag=("ab", "#x")
    )
    assert (form.order, form.example) == ("title", "7/1-9")
    assert form.as_address() == (
        "q=rent&type=application%2Fpdf&type=text%2Fplain&year=2024&year=1999&tag=ab&tag=%23x&text=ocr"
        "&like=7%2F1-9&sort=title"
    )
    assert asked(form.as_address(), make_user()).as_question() == form.as_question()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["sort=x&like=7&page=x&collection=x&document=x", "type=&text=&tag=", "unknown=1"])
def test_what_is_not_understood_is_not_there(address: str) -> None:
    form = asked(address, make_user())
    assert (form.as_address(), form.is_asked) == ("", False)


@pytest.mark.django_db
def test_a_passage_alone_is_a_question() -> None:
    assert asked("like=7/1-9/0123456789abcdef", make_user()).is_asked
    assert not asked(f"like=7/1-9&q={'x' * 1001}", make_user()).is_asked


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

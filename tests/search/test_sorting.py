"""The order of the documents found: total, the same on every page, whatever is equal."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from documents.models import Document
from documents.text import TextSpan
from search.candidates import Candidate
from search.facets import Facts
from search.grouping import Group
from search.queries import ranked, search
from search.sorting import ORDERS, in_order
from tests.factories import PDF, index, make_admin, make_document

DAYS = [datetime(2020, 1, 1, tzinfo=UTC), datetime(2021, 1, 1, tzinfo=UTC)]


def facts(title: str, day: int) -> Facts:
    return Facts(title, DAYS[day], 1, "Contracts", PDF, [], None)


def group(pk: int, passages: int = 1) -> Group:
    return Group(pk, [Candidate(pk, pk, pk, TextSpan(n, n + 1), 1.0, 1, None) for n in range(passages)])


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("relevance", [3, 1, 4, 2]),
        ("newest", [4, 3, 2, 1]),
        ("oldest", [1, 2, 3, 4]),
        ("title", [4, 1, 3, 2]),
        ("no such order", [3, 1, 4, 2]),
    ],
)
def test_each_order_is_what_it_says_and_what_is_equal_goes_by_id(order: str, ids: list[int]) -> None:
    known = {1: facts("annex", 0), 2: facts("Zebra", 0), 3: facts("annex", 1), 4: facts("Änderung", 1)}
    groups = [group(3, passages=4), group(1), group(4), group(2)]
    ordered = in_order(groups, order, known)
    assert [one.document_id for one in ordered] == ids
    places = [(one.first, len(one.passages)) for one in ordered]
    assert [first for first, _count in places] == [1 + sum(count for _, count in places[:at]) for at in range(4)]


@pytest.mark.parametrize("order", ORDERS[1:])
def test_the_order_does_not_depend_on_the_one_before(order: str) -> None:
    known = {pk: facts("alike", pk % 2) for pk in range(1, 30)}
    groups = [group(pk) for pk in known]
    expected = [one.document_id for one in in_order(groups, order, known)]
    random.Random(7).shuffle(groups)
    assert [one.document_id for one in in_order(groups, order, known)] == expected


def test_what_has_gone_since_comes_last() -> None:
    ordered = in_order([group(9), group(1), group(2)], "newest", {1: facts("a", 0), 2: facts("b", 1)})
    assert [one.document_id for one in ordered] == [2, 1, 9]


def all_pages(order: str, per_page: int) -> list[int]:
    user, page = make_admin(), 1
    seen: list[int] = []
    while True:
        found = search(user=user, query="bergamot clause", order=order, page=page, per_page=per_page)
        assert found.page == page
        assert [hit.position for hit in found.hits] == [len(seen) + n for n in range(1, len(found.hits) + 1)]
        seen += [one.document.pk for one in found.groups]
        if not found.has_next:
            return seen
        page += 1


@pytest.mark.long
@pytest.mark.usefixtures("index_db")
@pytest.mark.parametrize("order", ORDERS)
def test_pages_repeat_and_miss_nothing_though_everything_is_equal(order: str) -> None:
    documents = [make_document(text=f"The bergamot clause. {n}", title="alike") for n in range(12)]
    Document.objects.update(updated_at=DAYS[0])
    index(*documents)
    seen = all_pages(order, per_page=5)
    assert sorted(seen) == sorted(one.pk for one in documents)
    assert all_pages(order, per_page=4) == seen
    user = make_admin()
    beyond = search(user=user, query="bergamot clause", order=order, page=99, per_page=5)
    assert (beyond.page, [one.document.pk for one in beyond.groups]) == (3, seen[10:])
    assert [one.document_id for one in ranked(user=user, query="bergamot clause", order=order)] == seen
    inside = search(user=user, query="bergamot clause", order=order, document_id=seen[3])
    assert [(hit.document.pk, hit.position) for hit in inside.hits] == [(seen[3], 1)]

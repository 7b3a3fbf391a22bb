"""Addresses inside the reader: they name the page, keep the rest, and are safe to copy."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import RequestFactory

from documents.templatetags.reader_tags import address_of, after_label, locator_patterns, reader_address, unit_words
from documents.views.reader_units import Unit


def request(query: str = "") -> Any:
    return RequestFactory().get(f"/{query}")


@pytest.mark.parametrize(
    ("label", "address"),
    [
        (None, "page=12"),
        ("12", "page=12"),
        ("iv", "page=12&label=iv"),
        ("A&b #1", "page=12&label=A%26b+%231"),
    ],
)
def test_the_label_is_named_where_it_differs_from_the_number(label: str | None, address: str) -> None:
    assert address_of(request(), Unit(12, label, 0, 0), paged=True) == address


def test_what_the_address_holds_is_kept_and_changed_by_name() -> None:
    asked = request("?page=3&label=x&q=a+b&zoom=100&view=one&go=7&other=1")
    kept = address_of(asked, Unit(4, None, 0, 0), paged=True, zoom="", beside="text")
    assert kept == "page=4&q=a+b&view=one&beside=text"


def test_without_pages_a_part_is_named() -> None:
    assert address_of(request("?page=3"), Unit(2, None, 0, 0), paged=False) == "part=2"


def test_a_step_keeps_the_place_that_was_found() -> None:
    context = {
        "request": request("?q=a"),
        "revision": SimpleNamespace(is_paginated=True),
        "unit": Unit(1, None, 0, 0),
        "hit": SimpleNamespace(number=3),
    }
    assert reader_address(context, Unit(2, None, 0, 0)) == "?page=2&q=a&hit=3"
    assert reader_address(context) == "?page=1&q=a&hit=3"


@pytest.mark.parametrize(
    ("label", "name", "after"),
    [("iv", "p. iv (page 1006 of 1200)", "(page 1006 of 1200)"), ("1006", "p. 1006 of 1200", "of 1200")],
)
def test_a_page_is_named_as_everywhere_also_by_the_script(label: str, name: str, after: str) -> None:
    context = {"revision": SimpleNamespace(is_paginated=True), "count": 1200}
    unit, patterns = Unit(1006, label, 0, 0), locator_patterns()
    assert unit_words(context, unit) == name
    assert after_label(context, unit) == after
    assert patterns["labelled" if unit.has_label else "page"].format(label=label, n=1006, count=1200) == name


def test_a_part_is_named_as_one() -> None:
    context = {"revision": SimpleNamespace(is_paginated=False), "count": 1200}
    assert unit_words(context, Unit(1006, None, 0, 0)) == "part 1,006 of 1,200"

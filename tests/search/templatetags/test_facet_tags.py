"""Addresses of results with one choice more or less, and why a passage is among them."""

from __future__ import annotations

from typing import Any

from django.template import Context
from django.test import RequestFactory

from search.results import SearchPage
from search.templatetags.facet_tags import facet_link, like_link, orders, without_facet, without_filters


def context(address: str) -> Context:
    return Context({"request": RequestFactory().get(address)})


def test_a_value_is_added_to_those_chosen_and_taken_away_alone() -> None:
    on_page_two = context("/?q=rent&type=a&page=2")
    assert facet_link(on_page_two, "type", "b/c") == "/?q=rent&type=a&type=b%2Fc"
    assert facet_link(on_page_two, "type", "a") == "/?q=rent"
    assert facet_link(context("/?type=a&type=b&q=rent"), "type", "a") == "/?type=b&q=rent"
    assert facet_link(on_page_two, "tag", "#x & y") == "/?q=rent&type=a&tag=%23x+%26+y"


def test_all_choices_of_a_facet_and_all_filters_can_be_left_out() -> None:
    asked = context("/?q=rent+type:pdf&type=a&type=b&year=2024&document=7&like=7/1-9&sort=title&page=2")
    assert without_facet(asked, "type") == ("/?q=rent+type%3Apdf&year=2024&document=7&like=7%2F1-9&sort=title")
    assert without_filters(asked, "rent") == "/?q=rent&like=7%2F1-9&sort=title"


def test_each_order_has_its_address_and_one_is_current() -> None:
    links: list[dict[str, Any]] = orders(context("/?q=rent&sort=newest&page=2"), SearchPage("rent", order="newest"))
    assert [(str(one["word"]), one["url"], one["is_current"]) for one in links] == [
        ("Relevance", "/?q=rent", False),
        ("Newest", "/?q=rent&sort=newest", True),
        ("Oldest", "/?q=rent&sort=oldest", False),
        ("Title", "/?q=rent&sort=title", False),
    ]


def test_more_like_a_span_names_the_text_that_it_is_of() -> None:
    assert like_link(7, 1, 9, "ab" * 32) == "/?like=7/1-9/abababababababab"

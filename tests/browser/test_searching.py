"""Around the results: narrowing and ordering them, more like one of them, and keeping the question."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.factories import DOCX, index, make_document

pytestmark = pytest.mark.long


@pytest.fixture
def letters(house: House) -> None:
    texts = {"A letter": "A written notice to the landlord.", "Z letter": "The written notice is a letter."}
    index(
        *(
            make_document(text=text, title=title, collection=house.collection, media_type=DOCX, tags=[title[0]])
            for title, text in texts.items()
        )
    )


def titles(page: Any) -> list[str]:
    found: list[str] = page.locator(".group h3").all_inner_texts()
    return found


def test_results_are_narrowed_to_several_values_and_put_in_order(open_page: Any, letters: None) -> None:
    page = open_page("/?q=written+notice")
    types = page.get_by_role("group", name="Type")
    types.get_by_role("link", name="Word 2 documents").click()
    expect(page.locator("#count")).to_contain_text("in 2 documents")
    expect(types.get_by_role("link", name="PDF 1 document")).to_be_visible()
    page.get_by_role("navigation", name="Order of the results").get_by_role("link", name="Title").click()
    assert titles(page) == ["A letter", "Z letter"]
    page.get_by_role("group", name="Tag").get_by_role("link", name="#Z").click()
    assert titles(page) == ["Z letter"]
    page.get_by_label("Search the library").fill("letter")
    page.get_by_label("Search the library").press("Enter")
    page.wait_for_url("**q=letter*")
    assert titles(page) == ["Z letter"]
    page.get_by_role("group", name="Tag").get_by_role("link", name="#Z").click()
    types.get_by_role("link", name="Word").click()
    assert "type=" not in page.url
    assert "sort=title" in page.url


def test_the_keyboard_reaches_a_filter_and_takes_it_away(open_page: Any, letters: None) -> None:
    page = open_page("/?q=written+notice")
    page.get_by_role("group", name="Type").get_by_role("link", name="Word").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**type=**")
    chosen = page.get_by_role("link", name="Remove this filter")
    expect(chosen).to_have_attribute("aria-current", "true")
    chosen.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "type=" not in url)


def test_nothing_found_says_what_the_filters_hide(open_page: Any, letters: None) -> None:
    page = open_page("/?q=written+notice&type=text/csv&tag=A")
    expect(page.get_by_role("link", name="Without the filter “Type”: 1 document")).to_be_visible()
    expect(page.locator(".nothing")).to_contain_text("Search everything: 3 documents")
    page.get_by_role("link", name="Search everything").click()
    expect(page.locator("#count")).to_contain_text("in 3 documents")


def test_more_like_a_result_and_back_by_the_keys(open_page: Any, letters: None) -> None:
    page = open_page("/?q=landlord")
    page.get_by_role("link", name=re.compile("More like this.*A letter")).click()
    expect(page.locator(".ask .chip")).to_contain_text("Like a passage of “A letter”")
    assert "A letter" not in titles(page)
    page.get_by_role("link", name="Open passage").first.click()
    expect(page.locator("#passage")).to_be_in_viewport()
    page.keyboard.press("u")
    page.wait_for_url("**like=**")
    page.locator(".ask .chip").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("What do you need")


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["scripts", "no scripts"])
def test_a_search_is_kept_renamed_opened_and_deleted(open_page: Any, letters: None, options: dict[str, Any]) -> None:
    page = open_page("/?q=written+notice&sort=title", **options)
    page.get_by_text("Save this search").click()
    page.get_by_label("Name").fill("Notices")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("Kept as “Notices”.")
    page.goto("/")
    expect(page.get_by_role("link", name="written notice", exact=True)).to_be_visible()
    page.get_by_role("link", name="All your searches").click()
    page.get_by_text("Rename").first.click()
    page.get_by_label("Name").fill("Written notices")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("link", name="Written notices").click()
    assert "q=written+notice&sort=title" in page.url
    page.goto("/searches/")
    page.get_by_role("button", name=re.compile("Delete.*Written notices")).click()
    expect(page.get_by_role("link", name="Written notices")).to_have_count(0)
    page.get_by_role("button", name="Remove all recent searches").click()
    expect(page.get_by_role("link", name="written notice")).to_have_count(0)

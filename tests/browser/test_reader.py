"""The reader: only what is near is there, the address names the page, and keys lead to what was found."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from documents.models import Document
from tests.browser.house import House, make_paper
from tests.factories import DOCX, make_document

pytestmark = pytest.mark.long

COUNT = 150
SLOTS = "document.querySelectorAll('.slot').length"
NODES = "document.querySelectorAll('#reader *').length"
TOP_OF_PAGE = """number => {
  const slot = document.querySelector(`.slot[data-unit="${number}"]`);
  return slot.getBoundingClientRect().top - document.querySelector('.reader-bar').getBoundingClientRect().bottom;
}"""

WIDTH_OF_PAGE = "number => document.querySelector(`.slot[data-unit='${number}'] .sheet`).offsetWidth"


@pytest.fixture
def long(house: House) -> Document:
    """Pages i to iv, then 1 to 146; every tenth speaks of a zebra."""
    pages = [f"Leaf number {n}." + (" A zebra stands here." if n % 10 == 0 else "") for n in range(1, COUNT + 1)]
    return make_paper(pages, roman=4, title="Long", collection=house.collection)


def address(page: Any, pattern: str) -> None:
    expect(page).to_have_url(re.compile(pattern))


def test_only_what_is_near_is_there_and_the_address_names_the_page(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?page=75")
    address(page, r"\?page=75&label=71$")
    assert abs(page.evaluate(TOP_OF_PAGE, 75)) < 20
    expect(page.locator('.slot[data-unit="75"] img')).to_have_js_property("complete", True)
    assert page.evaluate(SLOTS) < 8
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    address(page, rf"\?page={COUNT}&label=146$")
    expect(page.locator(f'.slot[data-unit="{COUNT}"] img')).to_be_visible()
    assert page.evaluate(SLOTS) < 8
    assert page.evaluate(NODES) < 300


def test_no_page_moves_while_its_picture_comes(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?page=20")
    address(page, "page=20")
    page.route("**/picture/*", lambda route: None)
    page.evaluate("scrollBy(0, 4000)")
    expect(page.locator(".slot .page-picture")).not_to_have_count(0)
    tops = "[...document.querySelectorAll('.slot')].map(slot => [slot.dataset.unit, slot.offsetHeight])"
    heights = {height for _, height in page.evaluate(tops)}
    assert len(heights) == 1


def test_a_page_is_gone_to_by_its_label(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/")
    page.keyboard.press("g")
    page.keyboard.type("iv")
    page.keyboard.press("Enter")
    address(page, r"\?page=4&label=iv$")
    expect(page.locator('.slot[data-unit="4"] h2')).to_have_text("p. iv (page 4 of 150)")
    page.keyboard.press("g")
    page.keyboard.type("nowhere")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_role("alert")).to_contain_text("No page has the label “nowhere”")
    expect(page.locator("#go")).to_have_value("iv")


def test_keys_lead_through_what_was_found(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?beside=text")
    page.keyboard.press("f")
    page.keyboard.type("a ZEBRA")
    page.keyboard.press("Enter")
    for keys, place, number in (("", 1, 10), ("n", 2, 20), ("n", 3, 30), ("p", 2, 20)):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator("[data-found]")).to_have_text(f"{place} of 15")
        address(page, rf"\?page={number}&.*hit={place}&beside=text$")
        expect(page.locator(f'.slot[data-unit="{number}"] mark.current')).to_have_text("A zebra")
        expect(page.locator(f'.slot[data-unit="{number}"] mark.current')).to_be_in_viewport()
        expect(page.locator(f'.slot[data-unit="{number}"] rect.evidence')).to_have_count(1)
    assert page.locator(".thumbs .found").count() >= 1


def test_the_page_that_is_named_is_not_left_and_the_search_starts_over_from_it(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?page=145&q=a+zebra+stands")
    expect(page.locator("[data-elsewhere]")).to_contain_text("The next place: p. 146 (page 150 of 150)")
    address(page, r"\?page=145&label=141&q=a\+zebra\+stands$")
    expect(page.locator("[data-found]")).to_have_text("15 found")
    for key, place, number in (("n", 15, 150), ("n", 1, 10), ("p", 15, 150)):
        page.keyboard.press(key)
        expect(page.locator("[data-found]")).to_have_text(f"{place} of 15")
        address(page, rf"\?page={number}&.*hit={place}$")
    expect(page.locator("[data-elsewhere]")).to_have_count(0)


@pytest.mark.parametrize(("width", "most"), [(1440, 260), (390, 390)])
def test_the_page_begins_high_on_the_screen(open_page: Any, long: Document, width: int, most: int) -> None:
    page = open_page(f"{long.get_absolute_url()}read/", viewport={"width": width, "height": 900})
    expect(page.get_by_role("link", name="Search by meaning")).to_be_in_viewport()
    assert page.locator(".sheet").first.bounding_box()["y"] < most


def test_zoom_and_text_keep_the_page_that_is_open(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?page=75")
    address(page, "page=75")
    for key, held in (("+", "zoom=125"), ("t", "beside=text"), ("-", "zoom=100")):
        page.keyboard.press(key)
        address(page, rf"page=75&.*{held}")
    expect(page.locator('.slot[data-unit="75"] .page-picture')).to_be_visible()
    assert abs(page.evaluate(WIDTH_OF_PAGE, 75) - 595 * 96 / 72) < 2
    expect(page.locator('.slot[data-unit="75"] .leaf-text')).to_be_visible()


def test_one_page_at_a_time(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?page=75&view=one")
    page.keyboard.press("ArrowRight")
    address(page, "page=76&.*view=one")
    assert page.evaluate(SLOTS) == 1
    page.keyboard.press("End")
    address(page, "page=150")
    page.get_by_role("link", name="Previous", exact=True).click()
    address(page, "page=149")


def test_a_thumbnail_leads_to_its_page(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?page=75")
    page.locator('.thumbs a[data-go="77"]').click()
    address(page, "page=77")
    expect(page.locator('.thumbs a[aria-current="page"]')).to_have_attribute("data-go", "77")
    assert page.locator(".thumbs li").count() < 20


def test_it_works_without_scripts(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?page=9", java_script_enabled=False)
    page.get_by_role("link", name="Next", exact=True).click()
    address(page, "page=10&label=6")
    page.get_by_label("Find in this text").fill("zebra")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("[data-found]")).to_have_text("1 of 15")
    page.get_by_role("link", name="Next place").click()
    expect(page.locator(".slot h2")).to_have_text("p. 16 (page 20 of 150)")
    page.get_by_label("Go to page").fill("ii")
    page.get_by_role("button", name="Go", exact=True).click()
    address(page, r"page=2&label=ii&q=zebra&hit=2#reader$")
    expect(page.locator(".thumbs li")).to_have_count(5)


def test_on_a_phone_thumbnails_are_in_a_drawer(open_page: Any, long: Document) -> None:
    page = open_page(f"{long.get_absolute_url()}read/?page=75", viewport={"width": 390, "height": 800})
    address(page, "page=75")
    expect(page.locator(".thumbs")).to_be_hidden()
    page.evaluate("scrollTo(0, document.querySelector('.reader-side').offsetTop - 200)")
    page.get_by_text("Pages and outline").click()
    page.locator(".thumbs a").nth(1).click()
    expect(page.locator(".thumbs")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_document_without_pages_is_read_in_parts(open_page: Any, house: House) -> None:
    text = "".join(f"Line {number} of a long letter.\n" for number in range(6000)) + "The zebra ends it."
    letter = make_document(text=text, media_type=DOCX, title="Letter", collection=house.collection)
    page = open_page(f"{letter.get_absolute_url()}read/")
    page.keyboard.press("f")
    page.keyboard.type("zebra")
    page.keyboard.press("Enter")
    expect(page.locator("mark.current")).to_be_in_viewport()
    address(page, r"\?part=4&q=zebra&hit=1$")
    assert "page" not in page.locator("#reader").inner_text().lower()

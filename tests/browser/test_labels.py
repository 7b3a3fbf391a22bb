"""A corrected page label is in every citation at once."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.screens import passage_of

pytestmark = pytest.mark.long


def test_a_corrected_label_is_shown_in_results_and_citations_at_once(open_page: Any, house: House) -> None:
    page = open_page("/?q=written+notice")
    expect(page.locator("[data-hit] .locator").first).to_have_text("p. 1 (page 3 of 4)")
    page.goto(f"{house.document.get_absolute_url()}pages/")
    page.get_by_role("link", name="Correct the page labels").click()
    form = page.locator("form", has=page.locator("#numbering_first"))
    form.get_by_label("From page").fill("3")
    form.get_by_label("Beginning with").fill("11")
    form.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The labels were corrected.")).to_be_visible()
    page.goto("/?q=written+notice")
    expect(page.locator("[data-hit] .locator").first).to_have_text("p. 11 (page 3 of 4)")
    page.goto(passage_of(house.document, "written notice"))
    expect(page.locator(".locator").first).to_have_text("p. 11 (page 3 of 4)")
    page.goto(f"{house.document.get_absolute_url()}labels/")
    page.get_by_role("button", name="Restore what the file declares").click()
    page.goto(passage_of(house.document, "written notice"))
    expect(page.locator(".locator").first).to_have_text("p. 1 (page 3 of 4)")

"""A link opens what was cited, whatever has happened to the document, and says where it stands now."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.house import PAGES, House, replace_paper
from tests.browser.screens import passage_of

pytestmark = pytest.mark.long

MOVED = ["A new cover.", *PAGES]
EDITED = [PAGES[0], "", PAGES[2].replace("six\nmonths", "nine\nmonths"), PAGES[3]]
WITHOUT = [PAGES[0], "", "Nothing is said any more about the end of it.", PAGES[3]]
CITED = PAGES[2]


def replaced_by(house: House, pages: list[str], open_page: Any) -> Any:
    """The page of the passage `CITED`, opened after the file has been replaced."""
    cited = passage_of(house.document, CITED)
    replace_paper(house.document, pages)
    page = open_page(cited)
    expect(page.locator("#passage")).to_be_visible()
    expect(page.locator(".passage", has_text="Unless either party").first).to_be_visible()
    return page


def test_a_passage_that_has_moved_is_offered_where_it_stands_now(open_page: Any, house: House) -> None:
    page = replaced_by(house, MOVED, open_page)
    newer = page.locator(".newer")
    expect(newer).to_contain_text("In revision 2 the same passage stands on p. 4 of 5")
    newer.get_by_role("link", name="Open it in revision 2").click()
    expect(page.locator(".passage", has_text="Unless either party").first).to_be_visible()
    expect(page.locator(".page-picture rect.evidence").first).to_be_visible()
    expect(page.locator(".newer")).to_have_count(0)


def test_a_passage_that_was_edited_shows_what_has_changed(open_page: Any, house: House) -> None:
    newer = replaced_by(house, EDITED, open_page).locator(".newer")
    expect(newer).to_contain_text("this passage has been edited")
    expect(newer.locator("del")).to_contain_text("six")
    expect(newer.locator("ins")).to_contain_text("nine")


def test_a_passage_that_is_gone_is_said_to_be_gone(open_page: Any, house: House) -> None:
    newer = replaced_by(house, WITHOUT, open_page).locator(".newer")
    expect(newer).to_contain_text("In revision 2 this passage is gone")
    expect(newer.locator("a[href*=passages]")).to_have_count(0)

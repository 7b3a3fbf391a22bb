"""The library and the upload page by keyboard, by mouse, and without scripts."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from documents.models import Document, Revision
from tests.factories import make_document

pytestmark = pytest.mark.long


@pytest.fixture
def deeds(house: Any) -> list[Document]:
    return [make_document(title=f"Deed {n}", text=f"Deed number {n}.", collection=house.collection) for n in (1, 2, 3)]


def test_rows_are_walked_and_chosen_with_the_keyboard_and_their_number_is_said(open_page: Any, deeds: Any) -> None:
    page = open_page("/library/?sort=title")
    expect(page.locator("#several")).to_be_hidden()
    for key in "jxjx":
        page.keyboard.press(key)
    expect(page.locator(".chosen")).to_have_text("2 chosen")
    page.keyboard.press("k")
    page.keyboard.press("x")
    expect(page.locator(".chosen")).to_have_text("1 chosen")
    page.locator("#tag").press_sequentially("jxk")
    page.locator("#tag").press("Enter")
    expect(page.locator(".notice")).to_have_text("1 document got #jxk.")
    assert Document.objects.get(title="Deed 2").tags == ["jxk"]


def test_a_click_with_shift_chooses_all_between_and_one_box_all_on_the_page(open_page: Any, deeds: Any) -> None:
    page = open_page("/library/?sort=title")
    boxes, everything = page.locator("tbody .pick input"), page.locator("thead .pick input")
    boxes.nth(0).click()
    boxes.nth(2).click(modifiers=["Shift"])
    expect(page.locator(".chosen")).to_have_text("3 chosen")
    assert everything.evaluate("box => box.indeterminate")
    everything.click()
    expect(page.locator(".chosen")).to_have_text("4 chosen")
    everything.click()
    expect(page.locator("#several")).to_be_hidden()


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["scripts", "no scripts"])
def test_several_are_deleted_after_a_question_and_come_back_at_once(
    open_page: Any, deeds: Any, options: dict[str, Any]
) -> None:
    page = open_page("/library/?sort=title", **options)
    for row in range(3):
        page.locator("tbody .pick input").nth(row).check()
    page.locator("#several").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete 3 documents?")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("3 documents were deleted.")).to_be_visible()
    assert Document.objects.undeleted().count() == 1
    page.get_by_role("button", name="Restore all 3").click()
    expect(page.get_by_text("3 documents are back.")).to_be_visible()
    assert Document.objects.undeleted().count() == 4


def test_without_scripts_one_box_stands_for_the_whole_page(open_page: Any, deeds: Any) -> None:
    page = open_page("/library/?sort=title", java_script_enabled=False)
    page.get_by_label("All on this page", exact=True).check()
    page.locator("#tag").fill("2020")
    page.get_by_role("button", name="Add tag").click()
    expect(page.locator(".notice")).to_have_text("4 documents got #2020.")


def test_a_title_is_changed_in_its_place(open_page: Any, house: Any) -> None:
    page = open_page(house.document.get_absolute_url())
    page.get_by_text("Rename", exact=True).click()
    page.get_by_label("Title").fill("The agreement")
    page.get_by_label("Title").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("The agreement")


def test_a_folder_is_uploaded_without_what_systems_leave_in_it(open_page: Any, house: Any, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "note.txt").write_text("A note in a folder.")
    (folder / ".DS_Store").write_text("x")
    (folder / "nothing.txt").write_text("")
    page = open_page("/upload/")
    page.set_input_files("#folder", folder)
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="nothing.txt")).to_contain_text("The file is empty.")
    expect(rows.filter(has_text="note")).to_contain_text("Received")
    expect(page.locator("#summary")).to_have_text("1 of 2 files have arrived. 1 refused: each row says why.")


def test_the_page_that_is_being_read_is_shown_while_it_is(open_page: Any, house: Any) -> None:
    page = open_page("/upload/")
    page.set_input_files("#id_file", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"Words to be read."})
    row = page.locator("#rows > li")
    expect(row).to_contain_text("Received")
    waiting = Revision.objects.filter(status="RECEIVED")
    waiting.update(status="EXTRACTING", work_done=39, work_total=120)
    expect(row).to_contain_text("Reading page 40 of 120")
    expect(row.get_by_role("progressbar")).to_have_attribute("value", "39")


def test_a_file_whose_connection_was_lost_can_be_sent_again(open_page: Any, house: Any) -> None:
    page = open_page("/upload/")
    page.route(
        "**/upload/", lambda route: route.fulfill(status=502) if route.request.method == "POST" else route.continue_()
    )
    page.set_input_files("#id_file", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"Words to be sent."})
    row = page.locator("#rows > li")
    expect(row).to_contain_text("The connection was lost.")
    page.unroute("**/upload/")
    row.get_by_role("button", name="Try again").click()
    expect(row).to_contain_text("Received")
    expect(page.locator("#summary")).to_have_text("1 of 1 files have arrived.")


def test_signed_out_while_uploading_says_so(open_page: Any, house: Any) -> None:
    page = open_page("/upload/")
    page.context.clear_cookies()
    page.set_input_files("#id_file", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"Words to be sent."})
    expect(page.locator("#rows > li")).to_contain_text("You have been signed out.")

"""From a file on a desk to a highlighted passage: by mouse, by keyboard, by dropping, and without scripts."""

from typing import Any

import pytest
from playwright.sync_api import expect

from documents.models import Document, Revision
from documents.services import extract_again
from tests.browser.house import PASSWORD, work_through

NOTE = {
    "name": "note.md",
    "mimeType": "text/markdown",
    "buffer": b"# Renewal\n\nThe lease is renewed once, by a letter to the landlord.\n",
}
PROGRAM = {"name": "tool.exe", "mimeType": "application/octet-stream", "buffer": b"\x7fELF\x02\x01\x01" + bytes(600)}


def test_upload_watch_search_and_open_a_passage(open_page: Any) -> None:
    page = open_page("/accounts/login/", signed_in=False)
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Upload", exact=True).click()
    page.set_input_files("input[name=file]", [NOTE, PROGRAM])
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Received")
    expect(rows.nth(1)).to_contain_text("cannot be read yet")
    expect(rows.nth(1)).to_contain_text("Save it as PDF")
    work_through()
    expect(rows.nth(0)).to_contain_text("Ready")
    page.get_by_role("link", name="Search", exact=True).click()
    page.get_by_label("Search the library").fill("letter to the landlord")
    page.get_by_label("Search the library").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("in 2 documents")
    assert "q=letter" in page.url
    page.get_by_role("link", name="Open passage").first.click()
    expect(page.locator("#passage")).to_be_in_viewport()
    expect(page.locator(".passage", has_text="landlord").first).to_be_visible()
    expect(page.locator("mark", has_text="landlord")).to_be_visible()
    page.get_by_role("link", name="Results").click()
    expect(page.get_by_label("Search the library")).to_have_value("letter to the landlord")


@pytest.mark.long
def test_a_file_that_is_dropped_is_taken_and_a_duplicate_leads_to_it(open_page: Any) -> None:
    page = open_page("/upload/")
    drop = """(words) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([words], "dropped.txt", { type: "text/plain" }));
        const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.querySelector(".drop").dispatchEvent(drop);
    }"""
    page.evaluate(drop, "Words that were dropped.")
    expect(page.locator("#rows > li").first).to_contain_text("Received")
    page.evaluate(drop, "Words that were dropped.")
    expect(page.locator("#rows > li").nth(1)).to_contain_text("already")
    page.locator("#rows > li").nth(1).get_by_role("link", name="Open it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("dropped")


@pytest.mark.long
def test_a_file_that_is_too_large_is_refused_before_it_is_sent(open_page: Any, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    page = open_page("/upload/")
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.set_input_files("input[name=file]", [NOTE])
    expect(page.locator("#rows > li")).to_contain_text("larger than this library accepts")
    assert "POST" not in sent


@pytest.mark.long
def test_files_chosen_while_the_script_is_on_its_way_are_sent(open_page: Any) -> None:
    page = open_page("/")
    held: list[Any] = []
    page.route("**/upload.js", lambda route: held.append(route))  # noqa: PLW0108 (Playwright marks what it is given)
    with page.expect_request("**/upload.js"):
        page.goto("/upload/", wait_until="commit")
    page.locator("#id_file").set_input_files([NOTE, PROGRAM])
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(0)
    held[0].continue_()
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Received")
    expect(rows.nth(1)).to_contain_text("cannot be read yet")
    assert page.locator("#id_file").evaluate("chooser => chooser.files.length") == 0, "they are not sent twice"


@pytest.mark.long
def test_the_keyboard_alone_leads_from_question_to_citation(open_page: Any, house: Any) -> None:
    page = open_page("/library/", permissions=["clipboard-read", "clipboard-write"])
    page.goto("/")
    page.get_by_label("Search the library").evaluate("box => box.blur()")
    page.keyboard.press("/")
    expect(page.get_by_label("Search the library")).to_be_focused()
    page.keyboard.type("written notice")
    page.keyboard.press("Enter")
    expect(page.locator("[data-hit]").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator("[data-hit] a.open").first).to_be_focused()
    page.keyboard.press("c")
    expect(page.locator("[data-hit] summary").first).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Unless either party gives written notice to terminate this Agreement at least six months" in copied
    assert "Outsourcing agreement — BNL Financial, p" in copied
    assert "#passage" in copied
    page.keyboard.press("Enter")
    page.wait_for_url("**/passages/**")
    expect(page.locator("#passage")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help and keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.get_by_label("Search the library")).to_have_value("written notice")


@pytest.mark.long
def test_the_key_that_leads_to_the_box_is_not_typed_into_it(open_page: Any) -> None:
    page = open_page("/")
    box = page.locator("main input[type=search]")
    expect(box).to_be_focused()
    page.keyboard.type("/")
    expect(box).to_have_value("")
    page.keyboard.type("and/or")
    expect(box).to_have_value("and/or")


@pytest.mark.long
def test_the_size_of_a_small_file_is_told_in_bytes(open_page: Any) -> None:
    page = open_page("/upload/")
    page.locator("#id_file").set_input_files(
        {"name": "small.txt", "mimeType": "text/plain", "buffer": b"Words of it. " * 16}
    )
    expect(page.locator(".row-size")).to_have_text("208 bytes")
    expect(page.locator("#rows > li")).to_contain_text("Received")  # no write goes on when it ends


@pytest.mark.long
def test_a_question_too_long_for_an_address_is_not_sent(open_page: Any) -> None:
    page = open_page("/")
    box = page.get_by_label("Search the library")
    box.fill("約" * 445)
    page.get_by_role("button", name="Search").click()
    assert "too long" in box.evaluate("box => box.validationMessage")
    assert "q=" not in page.url
    box.fill("約" * 444)
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("status").first).to_contain_text("o passage found")
    box.fill("notice")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Open passage").first.click()
    expect(page.locator("#passage")).to_be_in_viewport()


@pytest.mark.long
def test_the_first_stop_of_the_tab_key_skips_to_the_content(open_page: Any) -> None:
    page = open_page("/library/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.long
def test_everything_works_without_scripts(open_page: Any) -> None:
    page = open_page("/upload/", java_script_enabled=False)
    page.locator("input[name=file]").set_input_files([NOTE, PROGRAM])
    page.get_by_role("button", name="Upload").click()
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("cannot be read yet")
    work_through()
    rows.nth(0).get_by_role("link").first.click()
    expect(page.locator("article")).to_contain_text("renewed once")
    page.goto("/")
    page.get_by_label("Search the library").fill("written notice")
    page.get_by_role("button", name="Search").click()
    hit = page.locator("[data-hit]").first
    hit.get_by_text("Copy citation").click()
    hit.get_by_role("link", name="Every form").click()
    expect(page.locator("#words-text")).to_contain_text("Unless either party gives written notice")
    page.get_by_role("button", name="Verify this citation").click()
    expect(page.locator("main")).to_contain_text("Exact")
    page.go_back()
    page.get_by_role("link", name="The passage").click()
    expect(page.locator(".passage", has_text="Unless either party")).to_be_visible()
    expect(page.locator(".page-picture rect.evidence").first).to_be_visible()
    page.get_by_role("link", name="Open in the reader").first.click()
    expect(page.locator("main")).to_contain_text("Outsourcing agreement")


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["scripts", "no scripts"])
@pytest.mark.long
def test_a_document_is_deleted_after_a_question_and_brought_back(
    open_page: Any, house: Any, options: dict[str, Any]
) -> None:
    page = open_page(house.document.get_absolute_url(), **options)
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status").first).to_contain_text("was deleted")
    assert not Document.objects.undeleted().exists()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("status").first).to_contain_text("is back")
    assert Document.objects.undeleted().exists()


@pytest.mark.long
def test_a_document_that_is_being_read_shows_its_text_when_it_is_ready(open_page: Any, house: Any) -> None:
    revision = extract_again(document=house.document, actor=None)
    Document.objects.filter(pk=house.document.pk).update(current_revision=revision)
    page = open_page(house.document.get_absolute_url())
    expect(page.get_by_text("The text appears here")).to_be_visible()
    Revision.objects.filter(pk=revision.pk).update(status="FAILED", failure_code="damaged")
    expect(page.get_by_text("The file is damaged")).to_be_visible()


@pytest.mark.long
def test_a_session_that_has_ended_leads_to_sign_in_and_not_into_the_page(open_page: Any) -> None:
    page = open_page("/")
    page.context.clear_cookies()
    page.get_by_label("Search the library").fill("notice")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.locator("#results")).to_have_count(0)

"""The main path in German, and nothing of the other language on any screen."""

import functools
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from documents.models import Document
from tests.browser.house import House, work_through
from tests.browser.screens import NOTE, passage_of

pytestmark = pytest.mark.long

GERMAN = {"locale": "de-DE"}
# Words that the interface says in English, and neither the documents of the tests nor German ever do.
ENGLISH = re.compile(r"\b(the|this|that|page|pages|of|open|copy|search|upload|revision|file|read|text of|there)\b")
SHOWN = """() => {
  const kept = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest("[lang]") !== document.documentElement) continue;
    if (!parent.closest("script, style, h1, h3, a, pre, code, textarea")) kept.push(walker.currentNode.data);
  }
  for (const one of document.querySelectorAll("[title], [aria-label], [placeholder]")) {
    kept.push(one.title, one.ariaLabel ?? "", one.getAttribute("placeholder") ?? "");
  }
  return kept.map(line => line.trim());
}"""


def test_the_main_path_in_german(open_page: Any, house: House) -> None:
    page = open_page("/upload/", **GERMAN)
    assert page.locator("html").get_attribute("lang") == "de"
    page.set_input_files("input[name=file]", [NOTE])
    expect(page.locator("#rows > li")).to_contain_text("Empfangen")
    work_through()
    expect(page.locator("#rows > li")).to_contain_text("Bereit")
    page.get_by_role("link", name="Suchen", exact=True).click()
    page.get_by_label("In der Bibliothek suchen").fill("written notice")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Textstelle")
    expect(page.locator("[data-hit] .locator").first).to_have_text("S. 1 (Seite 3 von 4)")
    page.get_by_role("link", name="Textstelle öffnen").first.click()
    expect(page.get_by_text("Beleg kopieren")).to_be_visible()
    expect(page.locator(".passage", has_text="Unless either party").first).to_be_visible()


def test_the_quotation_is_not_in_the_language_of_the_page(open_page: Any, house: House) -> None:
    page = open_page(passage_of(house.document, "written notice"), **GERMAN)
    language = page.locator("#passage").evaluate("one => one.closest('[lang]').lang")
    assert language == ""


def test_a_choice_at_the_foot_of_the_page_stays(open_page: Any) -> None:
    page = open_page("/library/")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bibliothek")
    page.goto("/help/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hilfe und Tasten")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Help and keys")


def is_english(line: str) -> bool:
    titles = Document.objects.values_list("title", flat=True)
    return bool(ENGLISH.search(functools.reduce(lambda rest, title: rest.replace(title, ""), titles, line)))


@pytest.mark.long
def test_no_screen_falls_back_to_english(walk: Any) -> None:
    left = {name: [line for line in page.evaluate(SHOWN) if is_english(line)] for name, page in walk(**GERMAN)}
    assert {name: lines for name, lines in left.items() if lines} == {}

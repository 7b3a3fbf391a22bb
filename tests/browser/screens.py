"""Every screen by name: its address, what is done there to see it, and who sees it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from documents.models import Document
from kb_project.samples import SAMPLE_QUESTION
from search.queries import passage
from tests.browser.house import SAVED, Furnished, House

ERRORS = ("400", "403", "403_csrf", "404", "405", "413", "429", "500", "503")
UNREADABLE = {"name": "tool.exe", "mimeType": "application/octet-stream", "buffer": b"\x7fELF\x02\x01\x01" + bytes(600)}
NOTE = {"name": "note.md", "mimeType": "text/markdown", "buffer": b"# Renewal\n\nThe lease is renewed once.\n"}


@dataclass(frozen=True)
class Screen:
    """`by` is "editor", "administrator" or "nobody"; `act` is given the page when it has been opened.

    `is_endless`: only what is near is loaded, so that no picture of the whole page can be taken.
    """

    path: str
    act: Callable[[Any], None] | None = None
    by: str = "editor"
    is_endless: bool = False


def every_screen(house: House, furnished: Furnished) -> dict[str, Screen]:
    return (
        _finding(house, furnished)
        | _citing(house, furnished)
        | _library(house, furnished)
        | _one_document(house.document, furnished)
        | _reader(house.document, furnished)
        | _labels(house.document, furnished)
        | _apart()
    )


def _finding(house: House, furnished: Furnished) -> dict[str, Screen]:
    document, notes = house.document, furnished.without_pages
    trail = "q%3Dwritten%2Bnotice"
    return {
        "search": Screen("/"),
        "results": Screen("/?q=written+notice"),
        "results of a question": Screen(f"/?{urlencode({'q': SAMPLE_QUESTION})}"),
        "results narrowed": Screen("/?q=written+notice&type=application/pdf&sort=title", act=show_why),
        "results to be saved": Screen("/?q=written+notice", act=open_saving),
        "more like a passage": Screen(f"/?like={document.pk}/0-50"),
        "more like a passage that is gone": Screen("/?like=999999/0-50"),
        "no result": Screen("/?q=zebra"),
        "no result for the filters": Screen("/?q=written+notice&type=text/csv&tag=draft"),
        "your searches": Screen("/searches/"),
        "search refused": Screen("/?q=written+notice", act=save_as_before),
        "passage": Screen(passage_of(document, "written notice", trail=trail)),
        "passage across pages": Screen(across_pages(furnished.handbook)),
        "passage without pages": Screen(passage_of(notes, "a letter to the landlord")),
        "passage of an older file": Screen(passage_of(furnished.replaced, "given in writing", revision=1)),
        "no passage": Screen(f"{document.get_absolute_url()}passages/52-140/?v=0"),
    }


def show_why(page: Any) -> None:
    page.locator("summary", has_text="?").first.click()


def open_saving(page: Any) -> None:
    page.locator(".results-bar summary").click()


def save_as_before(page: Any) -> None:
    """Under the name that `furnish` has given to another one."""
    open_saving(page)
    page.locator("#save-name").fill(SAVED)
    page.locator(".results-bar .button").click()


def _citing(house: House, furnished: Furnished) -> dict[str, Screen]:
    record = record_of(house, "written notice")
    gone = json.dumps(json.loads(record) | {"quote": "Words that nobody wrote anywhere in here."})

    def verify(text: str) -> Callable[[Any], None]:
        def act(page: Any) -> None:
            page.locator("main textarea").fill(text)
            page.locator("main form .button").click()

        return act

    return {
        "cite": Screen(passage_of(house.document, "written notice").replace("/?", "/cite/?")),
        "verify": Screen("/verify/"),
        "verified": Screen("/verify/", act=verify(record)),
        "verified, not found": Screen("/verify/", act=verify(gone)),
        "verify, refused": Screen("/verify/", act=verify("{}")),
    }


def _library(house: House, furnished: Furnished) -> dict[str, Screen]:
    def choose_two_and_delete(page: Any) -> None:
        for one in page.locator("tbody input[type=checkbox]").all()[:2]:
            one.check()
        page.locator("button[value=delete]").click()

    def upload(page: Any) -> None:
        page.set_input_files("input[name=file]", [NOTE, UNREADABLE])
        page.locator("#rows .failed").wait_for()

    return {
        "library": Screen("/library/"),
        "library, filtered": Screen(f"/library/?collection={house.collection.pk}&status=failed"),
        "delete several": Screen("/library/", act=choose_two_and_delete),
        "upload": Screen("/upload/"),
        "uploading": Screen("/upload/", act=upload),
        "document that failed": Screen(furnished.failed.get_absolute_url()),
        "document being read": Screen(furnished.unread.get_absolute_url()),
        "document that was deleted": Screen(furnished.deleted.get_absolute_url()),
    }


def _one_document(document: Document, furnished: Furnished) -> dict[str, Screen]:
    at = document.get_absolute_url()
    return {
        "document": Screen(at),
        "text": Screen(f"{at}text/"),
        "text without pages": Screen(f"{furnished.without_pages.get_absolute_url()}text/"),
        "pages": Screen(f"{at}pages/"),
        "revisions": Screen(f"{furnished.replaced.get_absolute_url()}revisions/"),
        "history": Screen(f"{at}history/"),
        "edit": Screen(f"{at}edit/"),
        "replace": Screen(f"{at}replace/"),
        "delete": Screen(f"{at}delete/"),
    }


def _reader(document: Document, furnished: Furnished) -> dict[str, Screen]:
    handbook, notes = furnished.handbook.get_absolute_url(), furnished.without_pages.get_absolute_url()
    return {
        "reader": Screen(f"{handbook}read/?page=5", is_endless=True),
        "reader, found": Screen(f"{handbook}read/?q=well", is_endless=True),
        "reader, not found": Screen(f"{handbook}read/?q=zebra", is_endless=True),
        "reader, text beside": Screen(f"{handbook}read/?page=5&beside=text", is_endless=True),
        "reader, one page": Screen(f"{handbook}read/?page=5&view=one", is_endless=True),
        "reader without pages": Screen(f"{notes}read/", is_endless=True),
    }


def _labels(document: Document, furnished: Furnished) -> dict[str, Screen]:
    def preview(page: Any) -> None:
        page.locator("#numbering_first").fill("3")
        page.locator("#numbering_start").fill("11")
        page.locator("form:has(#numbering_first) button:not([name])").click()
        page.locator("#preview").wait_for()

    at = document.get_absolute_url()
    return {
        "labels": Screen(f"{at}labels/"),
        "labels, preview": Screen(f"{at}labels/", act=preview),
        "labels without pages": Screen(f"{furnished.without_pages.get_absolute_url()}labels/"),
    }


def _apart() -> dict[str, Screen]:
    def ask_for_help(page: Any) -> None:
        page.keyboard.press("?")
        page.locator("dialog[open]").wait_for()

    errors = {f"error {name}": Screen(f"/errors/{name}/") for name in ERRORS}
    return {
        "sign in": Screen("/accounts/login/?next=/library/", by="nobody"),
        "too many attempts": Screen("/errors/429/", by="nobody"),
        "help": Screen("/help/"),
        "help in a dialog": Screen("/library/", act=ask_for_help),
        "status": Screen("/status/", by="administrator"),
    } | errors


def passage_of(document: Document, words: str, *, revision: int | None = None, trail: str = "") -> str:
    """The address of the passage that `words` are, in the current revision or the one of that number."""
    rows = document.revisions.with_text()
    one = rows.get(number=revision) if revision else rows.get(pk=document.current_revision_id)
    start = (one.text or "").index(words)
    address = f"{document.get_absolute_url()}passages/{start}-{start + len(words)}/?v={one.text_sha256}"
    return f"{address}&from={trail}" if trail else address


def across_pages(document: Document) -> str:
    """A passage that ends on the page after the one it begins on."""
    revision = document.revisions.with_text().get(pk=document.current_revision_id)
    first, second = revision.spans[4], revision.spans[5]
    start, end = first.end - 160, second.start + 160
    return f"{document.get_absolute_url()}passages/{start}-{end}/?v={revision.text_sha256}"


def record_of(house: House, words: str) -> str:
    """The citation record of `words`, as JSON."""
    revision = house.document.revisions.with_text().get(pk=house.document.current_revision_id)
    start = (revision.text or "").index(words)
    found = passage(user=house.editor, document_id=house.document.pk, start=start, end=start + len(words))
    assert found is not None
    return json.dumps(found.citation.as_dict())

"""What a case says of its pages: how many, which have text, what they are called, where words stand on them."""

from __future__ import annotations

import re
from typing import Any

from django.urls import reverse
from selectolax.lexbor import LexborHTMLParser

from documents.services.pictures import page_sizes
from tests.end_to_end.journeys.journey import Claim, Claims, Journey
from tests.end_to_end.journeys.rects import of_page, rects_of


def page_count_by_tool(journey: Journey, value: dict[str, int | None]) -> Claims:
    told = {count for count in value.values() if count is not None}
    if journey.document is not None and journey.revision.page_count is not None and told:
        yield Claim(f"{journey.revision.page_count} pages, as {value}", journey.revision.page_count in told)
        yield Claim("each with a size", len(page_sizes(journey.revision)) in (0, journey.revision.page_count))


def pages(journey: Journey, value: int) -> Claims:
    yield Claim(f"{value} pages", journey.revision.page_count == value)
    state = journey.door.client.get(reverse("api-document", args=[journey.stored.pk])).json()
    yield Claim("the API counts them so", state["current_revision"]["page_count"] == value)


def pages_with_text(journey: Journey, value: list[int] | str) -> Claims:
    if journey.document is None or journey.revision.page_count is None:
        return
    count = journey.revision.page_count
    expected = set(range(1, count + 1)) if value == "all" else set(value)
    if journey.expect["outcome"] == "stored_reported":
        expected = set()  # what stands in the text layer there is no text
    disputed = {*journey.expect.get("pages_with_text_tools_disagree", ()), *journey.pages_by_ocr}
    found = {span.number for span in journey.revision.spans}
    yield Claim(f"pages with text: {sorted(found)}", found - disputed == expected - disputed)


def pages_without_text(journey: Journey, value: list[int]) -> Claims:
    without = {*journey.revision.pages_without_text, *journey.pages_by_ocr}
    yield Claim(f"no text layer on {value}", without == set(value))


def page_labels(journey: Journey, value: list[str] | None) -> Claims:
    if journey.document is not None and journey.revision.page_count is not None:
        yield Claim(f"labels: {journey.revision.declared_page_labels}", journey.revision.declared_page_labels == value)


def page_labels_answered(journey: Journey, value: bool) -> Claims:  # noqa: FBT001 - the value of a key
    answer = journey.door.client.get(reverse("api-document-pages", args=[journey.stored.pk])).json()
    labels = [page["label"] for page in answer["results"]]
    yield Claim("the API says the same labels as the tools", value and labels == journey.expect["page_labels"])


def printed_on_page(journey: Journey, value: dict[str, str]) -> Claims:
    """The number on the sheet is text. It is cited by declared label and count, and no third number is made up."""
    for number, printed in value.items():
        yield Claim(f"{printed} is text of page {number}", printed in journey.page_text(int(number)))
    labels = journey.revision.page_labels
    for _, hit in journey.asked:
        for page in hit["citation"]["pages"]:
            right = labels[page["number"] - 1] if labels else None
            yield Claim(f"page {page['number']} is called {right}", page["label"] == right)


def eye_checked_pages(journey: Journey, value: list[int]) -> Claims:
    """Pages that somebody looked at: each has a picture here too."""
    for number in value:
        answer = journey.door.client.get(of_page(journey, "document-picture", number))
        is_picture = answer.status_code == 200 and answer["Content-Type"].startswith("image/")
        yield Claim(f"there is a picture of page {number}", is_picture)


def without_pages(journey: Journey, value: bool) -> Claims:  # noqa: FBT001 - the value of a key
    if journey.document is None:
        return
    revision = journey.revision
    columns = [revision.page_count, revision.page_spans, revision.page_labels, revision.page_sources]
    yield Claim("it has no pages", not value and columns == [None] * 4)


def page_metadata(journey: Journey, value: str) -> Claims:
    """No page number, label or anchor in anything that is answered about it; a slide is called a slide."""
    if journey.document is None:
        return
    for query, hit in journey.asked:
        told = (
            hit["citation"]["pages"],
            hit["citation"]["page_count"],
            {one["page"] for one in hit["excerpt"]["segments"]},
        )
        yield Claim(f"no page for {query!r}", told == (None, None, {None}))
        kind = (hit["citation"]["place"] or {}).get("kind")
        yield Claim(f"a {kind} may be named", kind != "slide" or "slide" in value)
    for query, hit in journey.first_hits:
        for page in (journey.door.results_page(query, journey.document), journey.door.passage_page(hit["citation"])):
            yield Claim(f"no page is named to people for {query!r}", not _names_a_page(page))


def _names_a_page(page: str) -> bool:
    tree = LexborHTMLParser(page)
    locators = " ".join(node.text() for node in tree.css(".locator"))
    anchors = [node.attributes.get("href") or "" for node in tree.css("main a")]
    return bool(re.search(r"\bpp?\.\s", locators)) or any("#page=" in one for one in anchors)


def highlight_rects(journey: Journey, value: dict[str, Any]) -> Claims:
    sizes = page_sizes(journey.revision)
    for item in value["items"]:
        number, word = item["page"], item["word"]
        span = next(one for one in journey.revision.spans if one.number == number)
        at = journey.text.index(word, span.start, span.end)
        rects = rects_of(journey, number, at, at + len(word))
        expected = item["rect_frac_topleft"]
        is_right = len(rects) == 1 and all(
            abs(one - other) <= value["tolerance"] for one, other in zip(rects[0], expected, strict=True)
        )
        yield Claim(f"{word} is marked at {rects}, {expected} is right", is_right)
        size, shown = sizes[number - 1], item["page_size_displayed_pt"]
        is_size = abs(size.width - shown[0]) < 0.02 and abs(size.height - shown[1]) < 0.02
        yield Claim(f"page {number} is shown {shown} points large", is_size)


def read_with_pages(journey: Journey, value: Any) -> Claims:
    """Read by `pages_with_text`."""
    return ()

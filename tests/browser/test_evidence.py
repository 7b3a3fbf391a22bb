"""The picture of a cited page: the marks stand on the words, and the words can be read under them."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.house import PAGES, House
from tests.browser.papers import Box, box_of
from tests.browser.screens import passage_of

pytestmark = pytest.mark.long

WITHIN = 0.02  # of the page
DARK = 110  # of 255

INK = """([img, box]) => {
  const size = { width: img.naturalWidth, height: img.naturalHeight };
  const canvas = Object.assign(document.createElement("canvas"), size);
  const context = canvas.getContext("2d");
  context.drawImage(img, 0, 0, canvas.width, canvas.height);
  const [x, y] = [box.x0 * canvas.width, box.y0 * canvas.height].map(Math.round);
  const [w, h] = [(box.x1 - box.x0) * canvas.width, (box.y1 - box.y0) * canvas.height].map(Math.round);
  const { data } = context.getImageData(x, y, w, h);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 384) dark += 1;
  return dark / (w * h);
}"""


def on_screen(page: Any, element: Any) -> Box:
    """Where an element of the picture is painted, as fractions of the picture."""
    picture, painted = page.locator(".page-picture img").first.bounding_box(), element.bounding_box()
    left, top = painted["x"] - picture["x"], painted["y"] - picture["y"]
    width, height = picture["width"], picture["height"]
    return Box(left / width, top / height, (left + painted["width"]) / width, (top + painted["height"]) / height)


def distance(one: Box, other: Box) -> float:
    """The largest that any edge is off, as a fraction of the page."""
    edges = ("x0", "y0", "x1", "y1")
    return max(abs(getattr(one, edge) - getattr(other, edge)) for edge in edges)


def ink(page: Any, box: Box) -> float:
    """How much of that part of the picture is dark, from 0 to 1."""
    picture = page.locator(".page-picture img").first.element_handle()
    edges = {"x0": box.x0, "y0": box.y0, "x1": box.x1, "y1": box.y1}
    return float(page.evaluate(INK, [picture, edges]))


@pytest.mark.parametrize(
    "options", [{"viewport": {"width": 390, "height": 800}}, {"device_scale_factor": 2}], ids=["phone", "dense screen"]
)
def test_the_rectangle_lies_on_the_words(open_page: Any, house: House, options: dict[str, Any]) -> None:
    page = open_page("/", **options)
    for words in ("written notice", "Unless either party", "from year to year."):
        page.goto(passage_of(house.document, words))
        rect = page.locator(".page-picture rect.evidence")
        expect(rect).to_have_count(1)
        rect.scroll_into_view_if_needed()
        expect(page.locator(".page-picture img").first).not_to_have_js_property("naturalWidth", 0)
        drawn, expected = on_screen(page, rect), box_of(words, PAGES[2])
        assert distance(drawn, expected) < WITHIN
        assert ink(page, drawn) > 0.05
        assert ink(page, Box(expected.x0, expected.y0 + 0.4, expected.x1, expected.y1 + 0.4)) == 0


def test_a_passage_over_a_line_end_is_marked_line_by_line(open_page: Any, house: House) -> None:
    page = open_page(passage_of(house.document, "at least six\nmonths before"))
    rects = page.locator(".page-picture rect.evidence")
    expect(rects).to_have_count(2)
    for rect, words in zip(rects.all(), ("at least six", "months before"), strict=True):
        assert distance(on_screen(page, rect), box_of(words, PAGES[2])) < WITHIN


def test_the_words_can_be_read_under_the_mark(open_page: Any, house: House) -> None:
    page = open_page(passage_of(house.document, "written notice"), device_scale_factor=2)
    rect = page.locator(".page-picture rect.evidence")
    rect.scroll_into_view_if_needed()
    expect(page.locator(".page-picture img").first).not_to_have_js_property("naturalWidth", 0)
    shown = Image.open(io.BytesIO(page.screenshot(clip=rect.bounding_box()))).convert("RGB")
    counted = shown.getcolors(maxcolors=shown.width * shown.height)
    assert min(sum(colour) / 3 for _, colour in counted) < DARK
    red, green, blue = max(counted)[1]
    assert red + green - 2 * blue > 30  # the ground is tinted, not white


def test_a_passage_over_two_pages_shows_both(open_page: Any, house: House) -> None:
    page = open_page(passage_of(house.document, "from year to year.\n\nA notice"))
    expect(page.locator(".page-picture")).to_have_count(2)
    for number, words in enumerate(["from year to year.", "A notice"]):
        picture = page.locator(".page-picture").nth(number)
        picture.scroll_into_view_if_needed()
        expect(picture.locator("rect.evidence")).to_have_count(1)
        image, painted = picture.locator("img").bounding_box(), picture.locator("rect").bounding_box()
        expected = box_of(words, PAGES[2 + number])
        assert abs((painted["x"] - image["x"]) / image["width"] - expected.x0) < WITHIN
        assert abs((painted["y"] - image["y"]) / image["height"] - expected.y0) < WITHIN


def test_a_document_without_pages_shows_no_picture(open_page: Any, furnished: Any) -> None:
    page = open_page(passage_of(furnished.without_pages, "a letter to the landlord"))
    expect(page.locator("#passage")).to_be_visible()
    expect(page.locator(".page-picture")).to_have_count(0)


def test_a_result_shows_a_thumbnail_of_its_page(open_page: Any) -> None:
    page = open_page("/?q=written+notice")
    picture = page.locator("[data-hit] .page-thumbnail img").first
    expect(picture).to_be_visible()
    expect(picture).not_to_have_js_property("naturalWidth", 0)


@pytest.mark.parametrize("density", [1, 3])
def test_a_small_screen_shows_a_strip_before_the_text_and_asks_for_no_second_picture(
    open_page: Any, house: House, density: int
) -> None:
    page = open_page("/", viewport={"width": 390, "height": 800}, device_scale_factor=density)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/picture/" in request.url else None)
    page.goto(passage_of(house.document, "written notice"))
    strip = page.locator(".page-strip")
    expect(strip.locator("img")).not_to_have_js_property("naturalWidth", 0)
    expect(strip.locator("rect.evidence")).to_be_in_viewport()
    assert strip.bounding_box()["y"] < page.locator(".prose").bounding_box()["y"]
    page.get_by_role("link", name="See the whole page").click()
    expect(page.locator(".page-picture rect.evidence")).to_be_in_viewport()
    assert len(set(asked)) == len(asked) == 1


def test_a_wide_screen_has_the_page_beside_the_text_and_asks_for_no_strip(open_page: Any, house: House) -> None:
    page = open_page("/", viewport={"width": 1440, "height": 900})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/picture/" in request.url else None)
    page.goto(passage_of(house.document, "written notice"))
    expect(page.locator(".page-picture img")).not_to_have_js_property("naturalWidth", 0)
    expect(page.locator(".page-strip")).to_be_hidden()
    assert len(asked) == 1

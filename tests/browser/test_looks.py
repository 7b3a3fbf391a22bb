"""What holds on every screen: it fits a phone, it can be read in light and dark, it is light, and it breaks no rule."""

import gzip
from typing import Any

import pytest

CONTRAST = 4.5
WEIGHT = 80_000  # bytes of HTML, CSS and JavaScript, as they are sent

# Every piece of text that is shown, with the contrast of its colour to what is painted behind it (WCAG 2.2, 1.4.3).
MEASURE = """(least) => {
  const parse = (colour) => { const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const light = ([r, g, b]) => {
    const part = (v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0.99) return colour;
    }
    return [255, 255, 255, 1];
  };
  const low = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < least) low.push([element.outerHTML.slice(0, 80), contrast]);
  }
  return low;
}"""


@pytest.mark.parametrize("width", [320, 820])
def test_no_screen_scrolls_sideways(open_page: Any, screens: dict[str, str], width: int) -> None:
    page = open_page("/", viewport={"width": width, "height": 800})
    wide = {}
    for name, path in screens.items():
        page.goto(path)
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        if (needed := page.evaluate("document.documentElement.scrollWidth")) > width:
            wide[name] = needed
    assert wide == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(open_page: Any, screens: dict[str, str], scheme: str) -> None:
    page = open_page("/", color_scheme=scheme)
    low = {}
    for name, path in screens.items():
        page.goto(path)
        if found := page.evaluate(MEASURE, CONTRAST):
            low[name] = found
    assert low == {}


def test_dark_is_dark_and_light_is_light(open_page: Any) -> None:
    for scheme, is_dark in (("light", False), ("dark", True)):
        page = open_page("/", color_scheme=scheme)
        red = page.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")
        assert (red < 128) is is_dark


def test_every_screen_is_light_and_asks_nothing_of_other_hosts(
    open_page: Any, screens: dict[str, str], live_server: Any
) -> None:
    page = open_page("/")
    heavy = {}
    for name, path in screens.items():
        page.goto(path, wait_until="load")
        asked = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
        assert all(url.startswith(live_server.url) for url in asked)
        bodies = [page.request.get(url).body() for url in {page.url, *asked}]
        if (weight := sum(len(gzip.compress(body)) for body in bodies)) > WEIGHT:
            heavy[name] = weight
    assert heavy == {}


def test_every_screen_has_one_heading_of_the_first_level_and_names_for_its_fields(
    open_page: Any, screens: dict[str, str]
) -> None:
    page = open_page("/")
    faults = {}
    for name, path in screens.items():
        page.goto(path)
        unnamed = page.evaluate(
            "[...document.querySelectorAll('input:not([type=hidden]), select, button, a')]"
            ".filter(e => !(e.labels?.length || e.textContent.trim() || e.ariaLabel)).map(e => e.outerHTML)"
        )
        headings = page.locator("h1").count()
        if headings != 1 or unnamed:
            faults[name] = (headings, unnamed)
    assert faults == {}


def test_the_focus_can_be_seen(open_page: Any) -> None:
    page = open_page("/library/")
    for _ in range(6):
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style != "none"

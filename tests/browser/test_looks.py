"""What holds wherever one is: dark is dark, the focus shows, nothing jumps."""

from typing import Any

import pytest

from tests.browser.house import Furnished, House
from tests.browser.screens import across_pages

pytestmark = pytest.mark.long

MOST_SHIFT = 0.02  # cumulative layout shift (CLS)
SHIFTS = """() => new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 300);
})"""


def test_dark_is_dark_and_light_is_light(open_page: Any) -> None:
    for scheme, is_dark in (("light", False), ("dark", True)):
        page = open_page("/", color_scheme=scheme)
        red = page.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")
        assert (red < 128) is is_dark


def test_the_focus_can_be_seen(open_page: Any) -> None:
    page = open_page("/library/")
    for _ in range(6):
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style != "none"


SLOWLY = {"offline": False, "latency": 150, "downloadThroughput": 400_000, "uploadThroughput": -1}


def on_a_slow_line(page: Any) -> Any:
    """Pictures and scripts arrive after the first words are painted."""
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOWLY)
    return page


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_jumps_while_a_page_loads(open_page: Any, house: House, furnished: Furnished, width: int) -> None:
    page = on_a_slow_line(open_page("/", viewport={"width": width, "height": 900}))
    reader = f"{furnished.handbook.get_absolute_url()}read/"
    named = [f"{furnished.long.get_absolute_url()}read/?page={number}" for number in (5, 30)]
    shifts = {}
    for path in ("/?q=well+silt+notice", across_pages(furnished.handbook), reader, *named):
        page.goto(path, wait_until="networkidle")
        shifts[path] = page.evaluate(SHIFTS)
    assert {path: shift for path, shift in shifts.items() if shift > MOST_SHIFT} == {}


def test_a_jump_is_seen(open_page: Any) -> None:
    page = open_page("/help/")
    page.evaluate("document.querySelector('main').prepend(document.createElement('textarea'))")
    page.wait_for_timeout(100)
    assert page.evaluate(SHIFTS) > MOST_SHIFT

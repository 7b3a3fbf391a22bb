"""Pictures of every screen; not a test, and run by `scripts/screenshots.py` only."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from tests.browser.screens import Screen

WIDTHS = {390: 844, 820: 1180, 1440: 900}  # a phone, a tablet, a desk
SCHEMES = ("light", "dark")
TALLEST = 4000  # CSS pixels: what lies below is more of the same


def test_take_screenshots(walk: Any, screens: dict[str, Screen]) -> None:
    folder = Path(os.environ["SCREENSHOTS_DIR"])
    for name, page in walk():
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            if screens[name].is_endless:
                page.reload()  # what it shows at this width, not on its way there
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                wait_for_pictures(page)
                path = folder / f"{width}-{scheme}" / f"{slugify(name)}.png"
                page.screenshot(path=path, **({} if screens[name].is_endless else whole(page, width)))


def whole(page: Any, width: int) -> dict[str, Any]:
    """The options of a picture from the top to the end of the page, or to where it is cut."""
    height = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST)
    return {"full_page": True, "clip": {"x": 0, "y": 0, "width": width, "height": height}}


def wait_for_pictures(page: Any) -> None:
    """Until those that the browser has asked for are there; one that is far below is not asked for."""
    page.wait_for_load_state("networkidle")
    page.evaluate("Promise.allSettled([...document.images].filter(one => one.complete).map(one => one.decode()))")

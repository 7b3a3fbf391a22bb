"""What can be measured on a page that is shown, and the table of it for every screen."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from typing import Any

PROPERTY = "looks"
COLOURS = ("color-contrast", "link-in-text-block")  # what the colour scheme alone can change
WIDTHS = (320, 390, 820, 1440)


def violations_by_look(page: Any) -> dict[str, list[str]]:
    """What axe-core finds in light and in dark on a desk, and on a phone; menus are open."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    bring_axe(page)
    found = {"light": violations(page)}
    page.emulate_media(color_scheme="dark")
    found["dark"] = violations(page, COLOURS)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 800})
    return found | {"phone": violations(page)}


def bring_axe(page: Any) -> None:
    """Define `axe` in the page; its policy stands, for the browser's tools are not bound by it."""
    from axe_playwright_python.base import AXE_SCRIPT

    page.evaluate(AXE_SCRIPT)


def violations(page: Any, rules: Sequence[str] = ()) -> list[str]:
    """One line for each violation; of every rule and best practice of axe-core, or of `rules` only."""
    asked: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        asked["runOnly"] = {"type": "rule", "values": list(rules)}
    found = page.evaluate("async (asked) => (await axe.run(asked)).violations", asked)
    return [f"{one['id']}: {_where(one)}" for one in found]


def _where(violation: dict[str, Any]) -> str:
    return "; ".join(str(node["target"][0]) for node in violation["nodes"][:5])


def widths_that_scroll(page: Any) -> list[int]:
    """The widths of a window at which the page is wider than it."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(width)
    return found


def unnamed_controls(page: Any) -> list[str]:
    """Fields, buttons and links that say nothing to someone who cannot see them."""
    return list(
        page.evaluate(
            "[...document.querySelectorAll('input:not([type=hidden]), select, textarea, button, a:not([aria-hidden])')]"
            ".filter(e => !(e.labels?.length || e.textContent.trim() || e.ariaLabel)).map(e => e.outerHTML)"
        )
    )


def weight(page: Any) -> int:
    """Bytes of HTML, CSS and JavaScript, as they are sent."""
    asked = page.evaluate(
        "performance.getEntriesByType('resource')"
        ".filter(one => ['link', 'script'].includes(one.initiatorType)).map(one => one.name)"
    )
    bodies = [page.content().encode(), *(page.request.get(url).body() for url in set(asked))]
    return sum(len(gzip.compress(body)) for body in bodies)


def other_hosts(page: Any, ours: str) -> list[str]:
    asked = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    return [url for url in asked if not url.startswith(ours)]


def print_table(reporter: Any) -> None:
    """A row for each screen, a column for each thing that was counted, from what the test recorded."""
    screens = _recorded(reporter)
    if not screens:
        return
    columns = list(next(iter(screens.values())))
    reporter.section("every screen: violations found by axe-core in three looks, and bytes sent")
    reporter.write_line(f"{'':<32}" + "".join(f"{column:>9}" for column in columns))
    for screen, counts in screens.items():
        reporter.write_line(f"{screen:<32}" + "".join(f"{counts[column]:>9,}" for column in columns))


def _recorded(reporter: Any) -> dict[str, dict[str, int]]:
    reports = [*reporter.stats.get("passed", ()), *reporter.stats.get("failed", ())]
    recorded = [value for report in reports for name, value in report.user_properties if name == PROPERTY]
    return recorded[-1] if recorded else {}

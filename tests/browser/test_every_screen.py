"""What holds on every screen, in one walk through all of them: `make accessibility` prints what it measured."""

from typing import Any

import pytest

from tests.browser import looks

HEAVIEST = 80_000  # bytes of HTML, CSS and JavaScript, as they are sent


def faults_of(page: Any, ours: str, violations: dict[str, list[str]], weight: int) -> dict[str, Any]:
    """By the rule that is broken; the page is left at another width."""
    found: dict[str, Any] = {f"axe, {look}": lines for look, lines in violations.items()}
    found["wider than its window at"] = looks.widths_that_scroll(page)
    found["controls without a name"] = looks.unnamed_controls(page)
    found["asks other hosts"] = looks.other_hosts(page, ours)
    found["headings of the first level"] = [] if page.locator("main h1").count() == 1 else ["not one"]
    found["too heavy"] = [weight] if weight > HEAVIEST else []
    return {rule: broken for rule, broken in found.items() if broken}


@pytest.mark.long
def test_every_screen_keeps_the_rules(walk: Any, live_server: Any, record_property: Any) -> None:
    """axe finds nothing; nothing scrolls sideways; one heading; names for controls; light; no other hosts."""
    measured, faults = {}, {}
    for name, page in walk():
        weight = looks.weight(page)
        violations = looks.violations_by_look(page)
        measured[name] = {look: len(lines) for look, lines in violations.items()} | {"bytes": weight}
        if found := faults_of(page, live_server.url, violations, weight):
            faults[name] = found
    record_property(looks.PROPERTY, measured)
    assert faults == {}


@pytest.mark.long
def test_axe_sees_a_fault(open_page: Any) -> None:
    page = open_page("/")
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    looks.bring_axe(page)
    assert any(line.startswith("image-alt") for line in looks.violations(page, ["image-alt"]))

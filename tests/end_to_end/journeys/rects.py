"""Where words are marked on the picture of a page, as a browser is told."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from django.urls import reverse

from tests.end_to_end.journeys.journey import Journey


def rects_of(journey: Journey, number: int, start: int, end: int) -> list[tuple[float, ...]]:
    """The rectangles that the page's own drawing has, as fractions of it: left, top, right, bottom."""
    address = of_page(journey, "document-marks", number)
    answer = journey.door.client.get(address, {"start": start, "end": end})
    root = ET.fromstring(answer.content)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    rects = [{key: float(one.attrib[key]) for key in ("x", "y", "width", "height")} for one in root]
    return [
        (one["x"] / width, one["y"] / height, (one["x"] + one["width"]) / width, (one["y"] + one["height"]) / height)
        for one in rects
    ]


def of_page(journey: Journey, name: str, number: int) -> str:
    """The address of something about one page of the newest revision."""
    return reverse(name, args=[journey.stored.pk, journey.revision.number, number])

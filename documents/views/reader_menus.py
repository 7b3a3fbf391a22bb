"""The choices of how a document is shown, each with its address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from documents.templatetags.reader_tags import address_of
from documents.views.reader_asked import ZOOMS, Asked
from documents.views.reader_hits import Hit
from documents.views.reader_units import Unit


@dataclass(frozen=True, slots=True)
class Choice:
    """`value` is what the address holds: "" for what holds without being asked for."""

    value: str
    words: str
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Menu:
    name: str
    words: str
    choices: tuple[Choice, ...]


def reader_menus(request: HttpRequest, asked: Asked, unit: Unit | None, hit: Hit | None) -> list[Menu]:
    """How large, how many at once, and what of each page; for a document whose pages have pictures."""
    fits = {"": _("Fit width"), "page": _("Fit page")}
    scales = {zoom: _("{n} %").format(n=zoom) for zoom in ZOOMS if zoom.isdecimal()}
    flows = {"": _("One under another"), "one": _("One at a time")}
    sides = {"": _("Picture"), "text": _("Picture and text"), "only": _("Text")}

    def address(name: str, value: str) -> str:
        changes = {"hit": hit.number if hit else None, name: value}
        return f"?{address_of(request, unit, paged=True, **changes)}#reader"

    menus = (
        ("zoom", _("Size"), fits | scales, asked.zoom),
        ("view", _("Pages"), flows, asked.view),
        ("beside", _("Show"), sides, asked.beside),
    )
    return [
        Menu(name, words, tuple(_choices(name, choices, chosen, address))) for name, words, choices, chosen in menus
    ]


def _choices(
    name: str, choices: Mapping[str, str], chosen: str, address: Callable[[str, str], str]
) -> Iterator[Choice]:
    for value, words in choices.items():
        yield Choice(value, words, address(name, value), is_chosen=value == chosen)

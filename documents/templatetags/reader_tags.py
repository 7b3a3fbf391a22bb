"""Addresses inside the reader."""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from documents.locator_words import locator_words, page_in_words

register = template.Library()

KEPT = ("revision", "q", "hit", "view", "zoom", "beside")
"""What a step through the document keeps of the address."""


@register.simple_tag(takes_context=True)
def reader_address(context: dict[str, Any], unit: Any = None, **changes: Any) -> str:
    """`?page=6&label=iv&…`, or `?part=6&…` in a document without pages; the open page or part where none is named."""
    chosen = unit or context.get("unit")
    if hit := context.get("hit"):
        changes = {"hit": hit.number} | changes
    return "?" + address_of(context["request"], chosen, paged=context["revision"].is_paginated, **changes)


def address_of(request: HttpRequest, unit: Any, *, paged: bool, **changes: Any) -> str:
    """The query that opens `unit`; `changes` set or, being None or empty, leave out what else the address holds."""
    query = QueryDict(mutable=True)
    if unit:
        query["page" if paged else "part"] = str(unit.number)
        if unit.has_label:
            query["label"] = unit.label
    kept = {name: request.GET.get(name, "") for name in KEPT} | {name: value or "" for name, value in changes.items()}
    for name, value in kept.items():
        if value:
            query[name] = str(value)
    return query.urlencode()


@register.simple_tag(takes_context=True)
def reader_hit_address(context: dict[str, Any], hit: Any) -> str:
    """The address of a place that was found."""
    return reader_address(context, context["units"][hit.unit - 1], hit=hit.number)


@register.simple_tag(takes_context=True)
def unit_words(context: dict[str, Any], unit: Any) -> str:
    """ "p. iv (page 6 of 120)", as above a page's text; "part 2 of 7" in a document without pages."""
    if context["revision"].is_paginated:
        return page_in_words(unit.number, unit.label, context["count"])
    return _("part {n} of {count}").format(n=intcomma(unit.number), count=intcomma(context["count"]))


@register.simple_tag(takes_context=True)
def hit_words(context: dict[str, Any], hit: Any) -> str:
    """The page or part that a place begins in."""
    return unit_words(context, context["units"][hit.unit - 1])


def locator_patterns() -> dict[str, str]:
    """How a script writes a page: without a label, with one, and what follows a field that holds either."""
    words = locator_words()
    return {
        "page": f"{words.page} {{n}} {words.of} {{count}}",
        "labelled": f"{words.page} {{label}} ({words.counted_page} {{n}} {words.of} {{count}})",
        "after_number": f"{words.of} {{count}}",
        "after_label": f"({words.counted_page} {{n}} {words.of} {{count}})",
    }


@register.simple_tag(takes_context=True)
def after_label(context: dict[str, Any], unit: Any) -> str:
    """What follows a field that holds the label of a page, or its number: "(page 6 of 120)", "of 120"."""
    pattern = locator_patterns()["after_label" if unit.has_label else "after_number"]
    return pattern.format(n=unit.number, count=context["count"])


@register.filter
def number_of_page(unit: Any, revision: Any) -> int | None:
    """None in a document without pages."""
    return unit.number if revision.is_paginated else None

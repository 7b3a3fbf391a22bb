"""How documents are put into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.template import Context
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from documents.extractors.registry import FORMATS
from documents.failure_words import advice_in_words, failure_in_words
from documents.locator_words import page_in_words
from documents.models import Collection, DocumentEvent, Revision

register = template.Library()

NO_BREAK_SPACE = "\u00a0"
_AFTER_NO_BREAK_SPACE = re.compile(f"(?<={NO_BREAK_SPACE})")

STATUS_WORDS = {
    "failed": gettext_lazy("Failed"),
    "no-text": gettext_lazy("No text"),
    "unread": gettext_lazy("Being read"),
    "read": pgettext_lazy("state of a file", "Read"),
}

SOURCE_WORDS = {
    "text layer": gettext_lazy("text layer"),
    "OCR": gettext_lazy("text recognition"),
    "none": pgettext_lazy("where a page's text came from", "none"),
}

TEXT_SOURCE_WORDS = {
    "given": gettext_lazy("as in the file"),
    "ocr": gettext_lazy("with text recognition"),
    "lacking": gettext_lazy("pages without text"),
}

SORT_WORDS = {
    "title": gettext_lazy("Title"),
    "type": gettext_lazy("Type"),
    "pages": gettext_lazy("Pages"),
    "collection": gettext_lazy("Collection"),
    "updated": gettext_lazy("Updated"),
    "owner": gettext_lazy("By"),
}


@register.filter
def breakable(text: str) -> str:
    """`text` with a place to break the line after each no-break space, where a page was set with nothing else.

    Some printers write every space so, and a screen would then break lines inside words. No character is changed.
    """
    if text.count(NO_BREAK_SPACE) <= text.count(" "):
        return text
    return format_html_join("", "{}<wbr>", ((part,) for part in _AFTER_NO_BREAK_SPACE.split(text)))


@register.filter
def media_type_word(media_type: str) -> str:
    """What people call the format; the media type itself where it is none that is read."""
    form = FORMATS.get(media_type)
    return _(form.word) if form else media_type


@register.filter
def source_word(source: str) -> Any:
    """Where a page's text came from."""
    return SOURCE_WORDS.get(source, source)


@register.filter
def text_source_word(source: str) -> Any:
    """Where a document's text comes from, as a filter says it."""
    return TEXT_SOURCE_WORDS[source]


@register.filter
def status_word(status: str) -> Any:
    return STATUS_WORDS[status]


@register.simple_tag
def page_locator(number: int, label: str | None, count: int | None) -> str:
    """One page of `count`, as printed and as counted, in the language of the page."""
    return page_in_words(number, label, count)


@register.filter
def failure_advice(revision: Revision) -> str:
    """What to do about the failure of a revision, by the type of its file; empty where nothing failed."""
    return advice_in_words(revision.failure_code, revision.media_type)


@register.filter
def pages_missing_text(revision: Revision) -> int:
    """How many pages have no text, told without loading the page spans; 0 for a document without pages."""
    return (revision.page_count or 0) - (revision.pages_with_text or 0) if revision.is_read else 0


@register.simple_tag
def sort_column(name: str, sort: str) -> dict[str, Any]:
    """A column's heading: its word, what sorting by it means now, and what a click asks for."""
    descends = sort == f"-{name}"
    state = "descending" if descends else "ascending" if sort == name else "none"
    return {"word": SORT_WORDS[name], "state": state, "next": f"-{name}" if sort == name else name}


@register.simple_tag(takes_context=True)
def without_filter(context: Context, name: str) -> str:
    """The address of this list without one of its filters."""
    query = context["request"].GET.copy()
    for dropped in (name, "page", "deleted"):
        query.pop(dropped, None)
    return f"?{query.urlencode()}"


@register.filter
def filter_word(value: Any, name: str) -> Any:
    """What a filter's chip says."""
    if isinstance(value, Collection):
        return value.name
    if name == "type":
        return media_type_word(value)
    if name == "status":
        return STATUS_WORDS[value]
    if name == "text":
        return TEXT_SOURCE_WORDS[value]
    return f"#{value}" if name == "tag" else f"“{value}”"


@register.filter
def event_words(event: DocumentEvent) -> str:
    """An event in one sentence, with what its detail adds."""
    tell = _DETAILS.get(event.kind)
    told = tell(event.detail) if tell else ""
    return f"{event.get_kind_display()}: {told}" if told else event.get_kind_display()


def _file(detail: dict[str, Any]) -> str:
    name = str(detail.get("name", ""))
    if "archive" not in detail:
        return name
    told = _("{name}, from the archive “{archive}” ({path})")
    return told.format(name=name, archive=detail["archive"], path=detail.get("path", ""))


def _size_of_text(detail: dict[str, Any]) -> str:
    characters = detail.get("characters") or 0
    told = ngettext("{n} character", "{n} characters", characters).format(n=intcomma(characters))
    if (pages := detail.get("pages")) is None:
        return told
    told = ngettext("{n} page", "{n} pages", pages).format(n=intcomma(pages)) + ", " + told
    recognized = detail.get("recognized")
    return f"{told}, {_by_recognition(recognized)}" if recognized else told


def _by_recognition(pages: int) -> str:
    return ngettext("{n} page by text recognition", "{n} pages by text recognition", pages).format(n=intcomma(pages))


def _failure(detail: dict[str, Any]) -> str:
    failure = failure_in_words(str(detail.get("code", "")))
    return failure.sentence if failure else ""


def _problems(detail: dict[str, Any]) -> str:
    problems = detail.get("problems")
    if problems is None:
        return ""
    return "; ".join(map(str, problems)) or _("everything agrees")


def _chunks(detail: dict[str, Any]) -> str:
    chunks = detail.get("chunks")
    return "" if chunks is None else ngettext("{n} chunk", "{n} chunks", chunks).format(n=intcomma(chunks))


def _changes(detail: dict[str, Any]) -> str:
    changes = detail.get("changes") or {}
    names = {"title": _("title"), "tags": _("tags"), "collection": _("collection")}
    return "; ".join(
        _("{name} from “{before}” to “{after}”").format(
            name=names.get(name, name), before=_listed(old), after=_listed(new)
        )
        for name, (old, new) in changes.items()
    )


def _labels(detail: dict[str, Any]) -> str:
    """The pages whose labels changed, and these from the first to the last, before and after."""
    first, last = detail.get("first"), detail.get("last")
    if not isinstance(first, int) or not isinstance(last, int):
        return ""
    pages = ngettext("page {first}", "pages {first}–{last}", last - first + 1).format(first=first, last=last)
    told = {name: _ends(detail.get(name) or ()) for name in ("before", "after")}
    return _("{pages} from {before} to {after}").format(pages=pages, **told)


def _ends(labels: Sequence[str | None]) -> str:
    """“i” … “iv”; a dash for a page without a label."""
    shown = [f"“{label}”" if label else "—" for label in labels]
    return " … ".join(dict.fromkeys([*shown[:1], *shown[-1:]]))


def _listed(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


_DETAILS: dict[str, Callable[[dict[str, Any]], str]] = {
    DocumentEvent.Kind.UPLOADED: _file,
    DocumentEvent.Kind.REPLACED: _file,
    DocumentEvent.Kind.EXTRACTED: _size_of_text,
    DocumentEvent.Kind.NO_TEXT: _size_of_text,
    DocumentEvent.Kind.FAILED: _failure,
    DocumentEvent.Kind.AUDITED: _problems,
    DocumentEvent.Kind.INDEXED: _chunks,
    DocumentEvent.Kind.LABELS_CORRECTED: _labels,
    DocumentEvent.Kind.LABELS_UNDONE: _labels,
    DocumentEvent.Kind.LABELS_RESTORED: _labels,
    DocumentEvent.Kind.LABELS_KEPT: _labels,
    DocumentEvent.Kind.UPDATED: _changes,
    DocumentEvent.Kind.MOVED: _changes,
}

"""`before:`, `after:` and `year:`, by the date that the library shows: when a document was last changed."""

from __future__ import annotations

import re
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from documents.querysets import AnyUser, DocumentQuerySet
from search.filters.matched import Matched, Unknown
from search.words import fold

_YEAR_FIRST = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?", re.ASCII)
_YEAR = re.compile(r"\d{4}", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", re.ASCII)


def changed_before(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    """`before:2024` is before that year began."""
    day = _first_day(value)
    return Matched(Q(updated_at__lt=_start_of(day)), _in_words(day)) if day else _no_date(value)


def changed_after(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    """`after:2024-05-01` is from the beginning of that day on."""
    day = _first_day(value)
    return Matched(Q(updated_at__gte=_start_of(day)), _in_words(day)) if day else _no_date(value)


def changed_in(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    """`year:2024`."""
    if _YEAR.fullmatch(value) and int(value):
        return Matched(in_year(int(value)), value)
    return Unknown(value, _("“{value}” is no year. Write four digits, such as 2024.").format(value=value))


def in_year(*years: int) -> Q:
    """Whether a document was last changed in one of `years`; true of none where there are none."""
    spans = [Q(updated_at__gte=_start_of(date(one, 1, 1)), updated_at__lt=_end_of(one)) for one in map(_year, years)]
    return reduce(or_, spans, Q(pk__in=[]))


def year_of(moment: datetime) -> int:
    """The year in which a change at that moment is found."""
    return timezone.localtime(moment).year


def _year(year: int) -> int:
    return min(max(year, MINYEAR), MAXYEAR)


def _end_of(year: int) -> datetime:
    return _start_of(date(min(year + 1, MAXYEAR), 1, 1))


def _first_day(value: str) -> date | None:
    today = timezone.localdate()
    named = {"today": today, "heute": today, "yesterday": today - timedelta(1), "gestern": today - timedelta(1)}
    if day := named.get(fold(value)):
        return day
    if found := _DAY_FIRST.fullmatch(value):
        return _date(found[3], found[2], found[1])
    if found := _YEAR_FIRST.fullmatch(value):
        return _date(found[1], found[2] or "1", found[3] or "1")
    return None


def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _start_of(day: date) -> datetime:
    """Years at either end of the calendar have no time zone that would hold them."""
    kept = min(max(day, date(2, 1, 1)), date(9998, 12, 31))
    return timezone.make_aware(datetime.combine(kept, time.min))


def _in_words(day: date) -> str:
    return date_format(day)


def _no_date(value: str) -> Unknown:
    sentence = _("“{value}” is no date. Write 2024, 2024-05 or 2024-05-01.")
    return Unknown(value, sentence.format(value=value))

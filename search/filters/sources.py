"""`has:`, by what the current text of a document came from."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from documents.querysets import AnyUser, DocumentQuerySet
from search.filters.matched import Matched, Unknown
from search.words import fold

_RECOGNIZED = frozenset({"ocr", "scan", "scans"})


def having(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    if fold(value) not in _RECOGNIZED:
        return Unknown(value, _("“has:{value}” is not known. Write has:ocr for scanned pages.").format(value=value))
    recognized = documents.of_text_source("ocr").order_by()
    return Matched(Q(pk__in=recognized.values("pk")), _("pages that were scanned"))

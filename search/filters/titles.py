"""`title:`, by words of it: where they stand in the title, in any case, with or without accents."""

from __future__ import annotations

from django.db.models import F, Func, Q, TextField, Value
from django.utils.translation import gettext as _

from documents.querysets import AnyUser, DocumentQuerySet
from search.filters.matched import Matched, Unknown


class _Folded(Func):
    """A text without case, accents, compatibility forms and soft hyphens, much as `words.fold` has it."""

    template = (
        r"replace(replace(replace(translate(regexp_replace(normalize(lower(%(expressions)s), NFKD),"
        r" '[\u0300-\u036f\u00ad\u200b-\u200f]', '', 'g'), 'øłđðħı’', 'olddhi'''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')"
    )
    output_field = TextField()


def titled(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    words = value.strip("*")
    asked = _Folded(Value(words, output_field=TextField()))
    found = documents.alias(folded_title=_Folded(F("title"))).filter(folded_title__contains=asked)
    if not found.exists():
        return Unknown(value, _("No title has “{words}” in it.").format(words=words))
    return Matched(Q(pk__in=found.order_by().values("pk")), f"“{words}”")

"""The way back from a passage: the question that it answers, and its place among the results."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit, urlunsplit

from django.http import QueryDict

_PLACE = ("n", "of")


@dataclass(frozen=True, slots=True)
class Trail:
    """`question` is the address of the results without its question mark; `position` counts from 1, 0 for unknown."""

    question: str = ""
    position: int = 0
    total: int = 0

    @classmethod
    def read(cls, written: str) -> Trail:
        """What `written` says. Anybody may have written it: only numbers are taken for numbers."""
        asked = QueryDict(written, mutable=True)
        position, total = (_number(asked.get(name, "")) for name in _PLACE)
        for name in _PLACE:
            asked.pop(name, None)
        return cls(asked.urlencode(), position, total)

    def write(self) -> str:
        """As a passage's link carries it."""
        asked = QueryDict(self.question, mutable=True)
        for name, number in zip(_PLACE, (self.position, self.total), strict=True):
            if number:
                asked[name] = str(number)
        return asked.urlencode()

    def at(self, position: int, total: int, *, page: int) -> Trail:
        """The same question at another of its results, which stands on that page of them."""
        asked = QueryDict(self.question, mutable=True)
        asked.pop("page", None)
        if page > 1:
            asked["page"] = str(page)
        return Trail(asked.urlencode(), position, total)

    @property
    def asked(self) -> QueryDict:
        """The question and its filters, as a form reads them."""
        return QueryDict(self.question)

    @property
    def query(self) -> str:
        """The words that were asked for."""
        return self.asked.get("q", "")

    @property
    def is_asked(self) -> bool:
        """Whether there are results to go back to: words were asked for, or more like a passage."""
        return bool(self.query or self.asked.get("like"))

    @property
    def has_previous(self) -> bool:
        return self.position != 1

    @property
    def has_next(self) -> bool:
        return not self.total or self.position < self.total

    def link(self, url: str) -> str:
        """A passage's link that also carries this, so that its page can lead back and on."""
        written = self.write()
        if not written:
            return url
        parts = urlsplit(url)
        query = "&".join(filter(None, [parts.query, urlencode({"from": written})]))
        return urlunsplit(parts._replace(scheme="", netloc="", query=query))


def _number(written: str) -> int:
    return int(written) if written.isascii() and written.isdecimal() and len(written) <= 6 else 0

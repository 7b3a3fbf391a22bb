"""The frozen values of the text core. Every offset is a zero-based code point, every span is half-open."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of one physical page; `number` counts from 1 and is kept by pages without text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class PageSpan:
    """Where the text of one physical page stands in the canonical text."""

    number: int
    start: int
    end: int

    def as_metadata(self) -> dict[str, int]:
        """The stored form: exactly the keys `page`, `start` and `end`."""
        return {"page": self.number, "start": self.start, "end": self.end}


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A passage: `text[start:end]` of the canonical text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a document something stands without being a page: a heading, slide, sheet or part."""

    kind: str
    label: str
    start: int
    end: int

    def as_metadata(self) -> dict[str, str | int]:
        """The stored form: exactly the keys `kind`, `label`, `start` and `end`."""
        return {"kind": self.kind, "label": self.label, "start": self.start, "end": self.end}


PLACE_KINDS = frozenset({"heading", "slide", "sheet", "part"})


def parse_page_spans(stored: object) -> tuple[PageSpan, ...]:
    """Decode what the database holds (a list of `PageSpan.as_metadata()`).

    Raises ValueError, in words, for any other shape: nothing is coerced and nothing is left out.
    Whether the spans fit their text is for `check_page_spans` to say.
    """
    return tuple(_page_span(position, item) for position, item in enumerate(_items(stored, "page spans")))


def parse_places(stored: object) -> tuple[Place, ...]:
    """Decode what the database holds (a list of `Place.as_metadata()`); ValueError for any other shape."""
    return tuple(_place(position, item) for position, item in enumerate(_items(stored, "places")))


def _page_span(position: int, item: object) -> PageSpan:
    if type(item) is dict and len(item) == 3:  # sound, as nearly all are: a long document has thousands
        page, start, end = item.get("page"), item.get("start"), item.get("end")
        if type(page) is type(start) is type(end) is int:
            return PageSpan(page, start, end)
    name = f"page span {position}"
    fields = _fields(item, name, {"page", "start", "end"})
    return PageSpan(*(_whole_number(fields[key], name, key) for key in ("page", "start", "end")))


def _place(position: int, item: object) -> Place:
    name = f"place {position}"
    fields = _fields(item, name, {"kind", "label", "start", "end"})
    kind, label = _string(fields["kind"], name, "kind"), _string(fields["label"], name, "label")
    if kind not in PLACE_KINDS:
        raise ValueError(f"{name}: unknown kind {kind!r}")
    return Place(kind, label, _whole_number(fields["start"], name, "start"), _whole_number(fields["end"], name, "end"))


def _items(stored: object, name: str) -> list[object] | tuple[object, ...]:
    if not isinstance(stored, list | tuple):
        raise ValueError(f"{name} must be a list, not {type(stored).__name__}")  # noqa: TRY004 - one error type for bad data
    return stored


def _fields(item: object, name: str, keys: set[str]) -> Mapping[str, object]:
    if not isinstance(item, dict) or set(item) != keys:
        raise ValueError(f"{name} must have exactly the keys {', '.join(sorted(keys))}: {item!r}")
    return item


def _whole_number(value: object, name: str, key: str) -> int:
    if type(value) is not int:
        raise ValueError(f"{name}: {key} must be a whole number, not {value!r}")
    return value


def _string(value: object, name: str, key: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: {key} must be a string, not {value!r}")  # noqa: TRY004 - one error type for bad data
    return value

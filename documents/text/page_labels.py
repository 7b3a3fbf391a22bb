"""Page labels: what is printed on the pages of a document, as its file declares it or as a person corrects it.

Labels are one a physical page, at index number - 1; None is a page without one. A whole document without labels has
None in place of the list. A label may repeat: it is never a key.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from documents.text.characters import is_ink
from documents.text.numerals import letters, roman

LONGEST_LABEL = 100
"""Code points."""

PageLabels: TypeAlias = Sequence[str | None] | None

STYLES: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "roman": roman,
    "ROMAN": lambda number: roman(number).upper(),
    "letters": letters,
    "LETTERS": lambda number: letters(number).upper(),
    "none": lambda number: "",
}
"""How a rule spells its numbers: as PDF does (ISO 32000-1, 12.4.2); "none" leaves the prefix alone."""

LARGEST_NUMBERS = {"decimal": 9_999_999, "roman": 3999, "letters": 26 * LONGEST_LABEL, "none": 9_999_999}
"""Beyond these a style has no signs, or its label has no end."""

_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_LOCATOR = re.compile(r"p{1,2}\. .* \(pages? (?P<number>\d{1,7})\b.*\)", re.IGNORECASE)
_NUMBER_FORM = re.compile(r"#\s?(?P<hash>\d{1,7})|(?:page |pp?\.\s?)?(?P<of>\d{1,7}) of \d{1,7}", re.IGNORECASE)
_PAGE_WORD = re.compile(r"(?:page\s|pp?\.\s?)(?P<rest>.+)", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(r"\d{1,7}")


class RefusedLabel(ValueError):  # noqa: N818 - it names an outcome, not a fault
    """What cannot be a label or a rule; `code` is stable: see `REFUSALS`."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(REFUSALS[code])


REFUSALS = {
    "label-direction": "the label holds characters that turn the direction of writing",
    "label-too-long": f"a label is longer than {LONGEST_LABEL} characters",
    "range-backwards": "the last page comes before the first",
    "page-unknown": "the document has no such page",
    "style-unknown": "labels are not counted in this way",
    "number-out-of-range": "the numbers begin at 1 and have an end",
}


@dataclass(frozen=True, slots=True)
class LabelRule:
    """Label the pages `first` to `last` (physical, both included; None: to the end) by counting on from `start`.

    `style` is one of `STYLES`. A single page with a label of its own is the style "none" with that prefix, and
    with no prefix either the pages have no label.
    """

    first: int
    last: int | None = None
    style: str = "decimal"
    prefix: str = ""
    start: int = 1


@dataclass(frozen=True, slots=True)
class FoundPage:
    """`number` is physical, None where nothing answers; `ambiguous` has all pages of a label that repeats, else ()."""

    number: int | None
    ambiguous: tuple[int, ...] = ()


def find_page(asked: str, page_count: int, labels: PageLabels) -> FoundPage:
    """The page that a person asks for by its label or its number.

    A label wins: "12" is the page that is printed 12, even if it is the twentieth; first as written, then in any case.
    Without such a label "12" is the twelfth page. Unless a label reads just so, "#12", "12 of 40", "page 12 of 40" and
    a whole locator such as "p. iv (page 6 of 120)" mean the number, and "page iv" and "p. iv" are looked up without
    their first word. Where a label repeats, its first page is given and all of them are named.
    """
    wanted = _one_line(unicodedata.normalize("NFC", asked))
    if (found := _by_label(wanted, page_count, labels)) is not None:
        return found
    if (number := _number_form(wanted)) is not None:
        return _existing(number, page_count)
    if (worded := _PAGE_WORD.fullmatch(wanted)) is not None:
        wanted = worded["rest"]
    return _by_label(wanted, page_count, labels) or _by_plain_number(wanted, page_count)


def clean_label(raw: str) -> str | None:
    """`raw` on one line, in NFC, with nothing in it that is not seen, at most `LONGEST_LABEL`; None if nothing is left.

    The same again changes nothing.
    """
    seen = "".join(character if is_ink(character) else " " if character.isspace() else "" for character in raw)
    return _one_line(unicodedata.normalize("NFC", _one_line(seen))[:LONGEST_LABEL]) or None


def checked_label(typed: str) -> str | None:
    """The clean form of what a person typed; RefusedLabel where cleaning would change what it says."""
    if not _BIDI_CONTROLS.isdisjoint(typed):
        raise RefusedLabel("label-direction")
    if len(_one_line(unicodedata.normalize("NFC", typed))) > LONGEST_LABEL:
        raise RefusedLabel("label-too-long")
    return clean_label(typed)


def read_page_labels(stored: object, page_count: int | None) -> list[str | None] | None:
    """What the database holds as the labels of so many pages; None for no labels, and for what cannot be labels."""
    if not isinstance(stored, list) or len(stored) != page_count:
        return None
    return stored if all(label is None or isinstance(label, str) for label in stored) else None


def settled(labels: Iterable[str | None] | None) -> list[str | None] | None:
    """What is stored: a list with a label in it, or None."""
    listed = list(labels) if labels is not None else []
    return listed if any(label is not None for label in listed) else None


def apply_rules(labels: PageLabels, page_count: int, rules: Iterable[LabelRule]) -> list[str | None] | None:
    """The labels after these rules, in order: a later one wins. Pages that no rule names keep theirs.

    RefusedLabel for a rule that cannot be meant, or that would give a label that is none; nothing is cut short.
    """
    changed = _one_a_page(labels, page_count)
    for rule in rules:
        last = _checked_last(rule, page_count)
        changed[rule.first - 1 : last] = [_spelled(rule, offset) for offset in range(last - rule.first + 1)]
    return settled(changed)


def changed_range(before: PageLabels, after: PageLabels, page_count: int) -> tuple[int, int] | None:
    """The first and the last physical page whose label differs; None where none does."""
    pairs = zip(_one_a_page(before, page_count), _one_a_page(after, page_count), strict=True)
    numbers = [number for number, (old, new) in enumerate(pairs, start=1) if old != new]
    return (numbers[0], numbers[-1]) if numbers else None


def labels_within(labels: PageLabels, first: int, last: int) -> list[str | None]:
    """The labels of these physical pages, both included."""
    return _one_a_page(labels, last)[first - 1 :]


def labels_digest(labels: PageLabels) -> str:
    """What tells one state of a document's labels from another; the same for no labels at all and for none in force."""
    return sha256(json.dumps(settled(labels)).encode()).hexdigest()[:32]


def _one_a_page(labels: PageLabels, page_count: int) -> list[str | None]:
    return (list(labels or ()) + [None] * page_count)[:page_count]


def _checked_last(rule: LabelRule, page_count: int) -> int:
    last = page_count if rule.last is None else rule.last
    if not (1 <= rule.first <= page_count and 1 <= last <= page_count):
        raise RefusedLabel("page-unknown")
    if last < rule.first:
        raise RefusedLabel("range-backwards")
    if rule.style not in STYLES:
        raise RefusedLabel("style-unknown")
    if not 1 <= rule.start <= LARGEST_NUMBERS[rule.style.lower()] - (last - rule.first):
        raise RefusedLabel("number-out-of-range")
    return last


def _spelled(rule: LabelRule, offset: int) -> str | None:
    return checked_label(rule.prefix + STYLES[rule.style](rule.start + offset))


def _number_form(wanted: str) -> int | None:
    form = _LOCATOR.fullmatch(wanted) or _NUMBER_FORM.fullmatch(wanted)
    return int(next(filter(None, form.groups()))) if form else None


def _by_plain_number(wanted: str, page_count: int) -> FoundPage:
    return _existing(int(wanted), page_count) if _PLAIN_NUMBER.fullmatch(wanted) else FoundPage(None)


def _existing(number: int, page_count: int) -> FoundPage:
    return FoundPage(number if 1 <= number <= page_count else None)


def _by_label(wanted: str, page_count: int, labels: PageLabels) -> FoundPage | None:
    printed = [_one_line(label or "") for label in _one_a_page(labels, page_count)]
    return _only(wanted, printed) or _only(wanted.casefold(), [label.casefold() for label in printed])


def _only(wanted: str, printed: Sequence[str]) -> FoundPage | None:
    numbers = tuple(number for number, label in enumerate(printed, start=1) if label and label == wanted)
    return FoundPage(numbers[0], numbers if len(numbers) > 1 else ()) if numbers else None


def _one_line(text: str) -> str:
    return " ".join(text.split())

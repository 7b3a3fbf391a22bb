"""Numbers as a sheet shows them, as far as their formats are simple; any other number as it is stored.

Dates and times are numbers with a format. Where the format is left to the reader's country, a date is written
year-month-day, which reads the same everywhere.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import cached_property

from documents.extractors.ooxml_names import Element, child, children, whole_number
from documents.extractors.xlsx_dates import date_shown, is_date

_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 37: "#,##0;-#,##0", 38: "#,##0;-#,##0",
    39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd hh:mm", 45: "mm:ss",
    46: "[h]:mm:ss", 47: "mm:ss", **dict.fromkeys((*range(27, 37), *range(50, 59)), "yyyy-mm-dd"),
}  # fmt: skip
_TOKEN = re.compile(
    r"\"[^\"]*\"?|\\.|\[[^\]]*\]|[_*].|AM/PM|A/P|General|y+|m+|d+|h+|s+(?:\.0+)?|[#0?.,]+|.", re.IGNORECASE | re.DOTALL
)
_LONGEST_FORMAT = 255
_DIGITS = re.compile(r"([#0?,]*?)(,*)(?:\.([#0?]*))?")
_GROUP = 3
_GROUP_START = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")
_LARGEST_SHOWN = Decimal(10) ** 15


@dataclass(frozen=True)
class _Form:
    """One form of a format, in pieces. What follows from these is found out once, not for each of a million cells."""

    pieces: tuple[str, ...]

    @cached_property
    def is_date(self) -> bool:
        return is_date(self.pieces)

    @cached_property
    def literals(self) -> tuple[str | None, ...]:
        return tuple(map(_literal, self.pieces))

    @cached_property
    def patterns(self) -> tuple[int, ...]:
        """Where the digits stand among the pieces."""
        return tuple(at for at, piece in enumerate(self.pieces) if piece[0] in "#0?.,")

    @cached_property
    def factor(self) -> int:
        return int(100 ** self.pieces.count("%"))

    @cached_property
    def digits(self) -> "_Digits | None":
        match = _DIGITS.fullmatch(self.pieces[self.patterns[0]])
        return None if match is None else _Digits(match[1], match[3] or "", Decimal(1000) ** len(match[2]))


@dataclass(frozen=True, slots=True)
class _Digits:
    """How digits are asked for before and behind the point, and what the number is divided by."""

    whole: str
    decimals: str
    scale: Decimal


class NumberFormats:
    """The cell styles of one workbook, by their number."""

    def __init__(self, styles: Element | None, *, since_1904: bool) -> None:
        self._since_1904 = since_1904
        codes = {**_BUILT_IN, **dict(_custom_codes(styles))}
        cell_styles = child(styles, "x:cellXfs")
        identities = [whole_number(style.get("numFmtId")) for style in _styles(cell_styles)]
        known = {identity: _sections(codes.get(identity or 0, "")) for identity in set(identities)}
        self._formats = [known[identity] for identity in identities]

    def shown(self, value: str, style: str | None) -> str:
        """`value` as stored, in the cell style of that number; what is no number, as it is."""
        number = whole_number(style)
        sections = self._formats[number] if number is not None and 0 <= number < len(self._formats) else []
        try:
            amount = Decimal(value)
        except InvalidOperation:
            return value
        if not sections or not amount.is_finite() or abs(amount) >= _LARGEST_SHOWN:
            return _general(value)
        try:
            shown = _in_format(amount, sections, since_1904=self._since_1904)
        except InvalidOperation:  # more digits than anybody shows
            shown = None
        return _general(value) if shown is None else shown


def _styles(holder: Element | None) -> list[Element]:
    return [] if holder is None else children(holder, "x:xf")


def _custom_codes(styles: Element | None) -> Iterator[tuple[int, str]]:
    holder = child(styles, "x:numFmts")
    for item in children(holder, "x:numFmt") if holder is not None else ():
        identity = whole_number(item.get("numFmtId"))
        if identity is not None:
            yield identity, item.get("formatCode", "")[:_LONGEST_FORMAT]


def _sections(code: str) -> list[_Form]:
    """The forms for positive, negative and zero; empty for no form of its own."""
    sections: list[list[str]] = [[]]
    for piece in _TOKEN.findall(code):
        if piece == ";":
            sections.append([])
        else:
            sections[-1].append(piece)
    is_general = any(piece.casefold() == "general" for section in sections for piece in section)
    return [] if is_general or not code else [_Form(tuple(section)) for section in sections]


def _in_format(amount: Decimal, sections: Sequence[_Form], *, since_1904: bool) -> str | None:
    if sections[0].is_date:
        return date_shown(amount, sections[0].pieces, since_1904=since_1904)
    if amount == 0 and len(sections) > 2:
        return _number_shown(amount, sections[2])
    if amount < 0 and len(sections) > 1:
        return _number_shown(-amount, sections[1])
    return _number_shown(amount, sections[0])


def _number_shown(amount: Decimal, form: _Form) -> str | None:
    """None for a form with fractions, exponents, conditions, or digits in several groups, and for one of nothing."""
    if len(form.patterns) > 1 or None in form.literals:
        return None
    literals = [literal or "" for literal in form.literals]
    if not form.patterns:
        return "".join(literals).strip() or None
    if form.digits is None:
        return None
    digits = _digits(abs(amount) * form.factor, form.digits)
    literals[form.patterns[0]] = digits
    sign = "-" if amount < 0 and digits.strip("0,.") else ""
    return sign + "".join(literals).strip()


def _digits(amount: Decimal, asked: _Digits) -> str:
    scaled = (amount / asked.scale).quantize(Decimal(1).scaleb(-len(asked.decimals)), ROUND_HALF_UP)
    front, _, back = f"{scaled:f}".partition(".")
    front = front.lstrip("0").rjust(asked.whole.count("0"), "0")
    if "," in asked.whole and len(front) > _GROUP:
        front = _GROUP_START.sub(",", front)
    while back and asked.decimals[len(back) - 1] in "#?" and back[-1] == "0":
        back = back[:-1]
    return f"{front}.{back}" if back else front


def _literal(piece: str) -> str | None:
    """What a piece that is no digit shows; None for one that changes what the digits mean."""
    if piece[0] == '"':
        return piece.strip('"')
    if piece[0] == "\\":
        return piece[1]
    if piece[0] == "[":
        return _bracketed(piece[1:-1])
    if piece[0] in "_*":
        return " " if piece[0] == "_" else ""
    return None if piece in "eE/@" else piece


def _bracketed(content: str) -> str | None:
    if content.startswith("$"):
        return content[1:].partition("-")[0]
    return None if content[:1] in "<>=" else ""


def _general(value: str) -> str:
    """Without the digits that only binary arithmetic knows of."""
    if value.lstrip("-").isdecimal():
        return value
    try:
        return f"{float(value):.15g}"
    except (ValueError, OverflowError):
        return value

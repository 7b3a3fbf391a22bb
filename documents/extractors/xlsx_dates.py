"""Dates and times of a sheet: days since 1900 or 1904, written in the form that their format asks for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SECONDS_A_DAY = 86_400
_LAST_DAY = 2_958_465
"""31 December 9999."""
_LEAP_DAY_THAT_NEVER_WAS = 60
_BEFORE_LEAP_DAY = datetime(1899, 12, 31)  # noqa: DTZ001 - a sheet knows no time zone
_SINCE_LEAP_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - nor here
_SINCE_1904 = datetime(1904, 1, 1)  # noqa: DTZ001 - nor here
_UNITS = {"[h]": 3600, "[m]": 60, "[s]": 1}
_HALVES = frozenset({"am/pm", "a/p"})
_NOON = 12
_LONGEST_NUMBER = 2
"""Letters that ask for a number; more ask for a name or, of a year, for all its digits."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """`seconds` since the workbook's first day; `in_halves`: hours are counted to twelve."""

    time: datetime
    seconds: int
    in_halves: bool


def is_date(pieces: Sequence[str]) -> bool:
    """Whether a form, in pieces, is one of dates or times."""
    return any(_part(piece) for piece in pieces)


def _part(piece: str) -> str:
    """ "y", "m", "d", "h", "s" or "[h]", "[m]", "[s]" for a part of a date, "" for anything else."""
    lowered = piece.casefold()
    if lowered.strip("[]") and lowered[0] == "[" and set(lowered[1:-1]) in ({"h"}, {"m"}, {"s"}):
        return f"[{lowered[1]}]"
    return lowered[0] if lowered[0] in "ymdhs" else ""


def date_shown(serial: Decimal, pieces: Sequence[str], *, since_1904: bool) -> str | None:
    """The moment `serial` days after the workbook's first, None for one that no calendar has."""
    if not 0 <= serial <= _LAST_DAY:
        return None
    seconds = int((serial * _SECONDS_A_DAY).to_integral_value())
    try:
        time = _epoch(serial, since_1904=since_1904) + timedelta(seconds=seconds)
    except OverflowError:
        return None
    in_halves = any(piece.casefold() in _HALVES for piece in pieces)
    moment = _Moment(time, seconds, in_halves)
    return "".join(_shown(piece, part, moment) for piece, part in zip(pieces, _parts(pieces), strict=True)).strip()


def _epoch(serial: Decimal, *, since_1904: bool) -> datetime:
    if since_1904:
        return _SINCE_1904
    return _BEFORE_LEAP_DAY if serial < _LEAP_DAY_THAT_NEVER_WAS else _SINCE_LEAP_DAY


def _parts(pieces: Sequence[str]) -> list[str]:
    """What each piece stands for; "minute" where an m stands beside hours or seconds."""
    parts = [_part(piece) for piece in pieces]
    asked = [at for at, part in enumerate(parts) if part]
    for before, at, after in zip([None, *asked], asked, [*asked[1:], None], strict=False):
        is_after_hours = before is not None and parts[before] in ("h", "[h]")
        is_before_seconds = after is not None and parts[after] == "s"
        if parts[at] == "m" and (is_after_hours or is_before_seconds):
            parts[at] = "minute"
    return parts


def _shown(piece: str, part: str, moment: _Moment) -> str:
    width = len(piece)
    if part in _UNITS:
        return str(moment.seconds // _UNITS[part]).rjust(width - len("[]"), "0")
    if part == "s":
        return _padded(moment.time.second, len(piece.partition(".")[0]))
    if part in _SHOWN:
        return _SHOWN[part](moment, width)
    return _literal(piece, moment)


def _year(moment: _Moment, width: int) -> str:
    return f"{moment.time.year:04}" if width > _LONGEST_NUMBER else f"{moment.time.year % 100:02}"


def _day(moment: _Moment, width: int) -> str:
    is_number = width <= _LONGEST_NUMBER
    return _padded(moment.time.day, width) if is_number else _named(moment.time.weekday() + 1, _DAYS, width)


def _hour(moment: _Moment, width: int) -> str:
    hour = moment.time.hour
    return _padded((hour - 1) % _NOON + 1 if moment.in_halves else hour, width)


_SHOWN: dict[str, Callable[[_Moment, int], str]] = {
    "y": _year,
    "m": lambda moment, width: _named(moment.time.month, _MONTHS, width),
    "d": _day,
    "h": _hour,
    "minute": lambda moment, width: _padded(moment.time.minute, width),
}


def _named(number: int, names: Sequence[str], width: int) -> str:
    if width <= 2:
        return _padded(number, width)
    return {3: names[number - 1][:3], 5: names[number - 1][:1]}.get(width, names[number - 1])


def _padded(number: int, width: int) -> str:
    return str(number).rjust(min(width, _LONGEST_NUMBER), "0")


def _literal(piece: str, moment: _Moment) -> str:
    lowered = piece.casefold()
    if lowered in _HALVES:
        word = "AM" if moment.time.hour < _NOON else "PM"
        return word if lowered == "am/pm" else word[0]
    if piece[0] == '"':
        return piece.strip('"')
    if piece[0] == "\\":
        return piece[1:]
    return "" if piece[0] in "[*@" else " " if piece[0] == "_" else piece

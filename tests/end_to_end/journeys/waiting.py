"""Cases that are not right yet, by what they wait for. Empty when all is done."""

WAITING: dict[str, str] = {}

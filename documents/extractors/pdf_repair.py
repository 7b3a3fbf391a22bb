"""A PDF that was cut off: its objects are there, but not the trailer that says which of them is the root."""

import re

_CATALOG = re.compile(rb"\b(\d{1,10}) (\d{1,5}) obj\b(?:(?!endobj).){0,2000}?/Type\s*/Catalog\b", re.DOTALL)


def with_trailer(data: bytes) -> bytes | None:
    """The file with a trailer that names its last catalogue; None when no catalogue is found in the open."""
    catalogs = _CATALOG.findall(data)
    if not catalogs:
        return None
    number, generation = catalogs[-1]
    return b"%b\nendstream\nendobj\ntrailer\n<</Root %b %b R>>\nstartxref\n0\n%%%%EOF\n" % (data, number, generation)

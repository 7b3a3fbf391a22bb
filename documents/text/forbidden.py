"""Characters that no canonical text holds: cleaning takes them out, and nothing may bring them back."""

import re

MOST_NAMED = 5

_PLANE_ENDS = "".join(chr(plane + last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF))
_FORBIDDEN = re.compile(f"[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{_PLANE_ENDS}]")

# How the UTF-8 form of such a character looks; some that are allowed look so too.
_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\t\n"))
_SUSPICIOUS = re.compile(rb"\xc2[\x80-\x9f]"), re.compile(rb"\xed[\xa0-\xbf]")
_SUSPICIOUS_PARTS = (b"\xbf\xbe", b"\xbf\xbf", b"\xef\xb7")


def check_characters(text: str) -> list[str]:
    """The problems in words, the first `MOST_NAMED` characters by name and place; ``[]`` for a clean text.

    Forbidden are controls but TAB and LF, surrogates, and the code points that Unicode promises never to assign.
    """
    found = [(match.start(), ord(match[0])) for match in _FORBIDDEN.finditer(text)] if _is_suspicious(text) else []
    if not found:
        return []
    named = ", ".join(f"U+{code:04X} at {at}" for at, code in found[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return [f"The text holds characters that no text may hold: {named}{more}."]


def _is_suspicious(text: str) -> bool:
    """Some milliseconds for a million characters, where a look at each would take a hundred."""
    data = text.encode(errors="surrogatepass")
    return (
        len(data.translate(None, _CONTROLS)) != len(data)
        or any(part in data for part in _SUSPICIOUS_PARTS)
        or any(pattern.search(data) for pattern in _SUSPICIOUS)
    )

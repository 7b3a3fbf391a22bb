"""XHTML for a reader of HTML, to which a tag that closes itself stays open: "<title/>" would swallow the document."""

import re

_VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
})  # fmt: skip
_CLOSES_ITSELF = re.compile(r"<([a-z][\w:-]*)(\s[^<>]*)?/>", re.IGNORECASE)


def as_html(source: str) -> str:
    """`source` with an end tag after each empty element that HTML does not know as one."""
    return _CLOSES_ITSELF.sub(_closed, source)


def _closed(match: re.Match[str]) -> str:
    name = match[1]
    return match[0] if name.casefold() in _VOID else f"<{name}{match[2] or ''}></{name}>"

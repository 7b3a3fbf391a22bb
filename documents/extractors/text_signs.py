"""What gives a format away at the start of a file. Each is asked about strangers' bytes, so none may take long."""

import re
from collections.abc import Callable

_PDF_HEADER = re.compile(rb"%PDF-\d")
_PDF_HEADER_WITHIN = 1024
_PDF_OBJECT = re.compile(rb"\d+ \d+ obj\b")
_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:(?><!--.*?-->)\s*)*+<(?:!doctype\s+html|html|head|body|title|meta)\b",
    re.IGNORECASE | re.DOTALL,
)
_MARKUP_START = re.compile(r"\s*<(?:!--|!doctype\b|\?xml\b|/?[a-z][a-z0-9:-]*+(?:[\s/>]|\Z))", re.IGNORECASE)
_MAIL_HEADER = re.compile(
    r"\A(?:From .*\n)?(?:[!-9;-~]+:.*\n(?:[ \t].*\n)*)*(?:mime-version|message-id|received):", re.IGNORECASE
)
_ANY_HEADER = re.compile(r"\A(?:From .*\n)?(?:from|to|date|subject|reply-to|return-path|sender):", re.IGNORECASE)

_MAILBOX_START = re.compile(r"From \S+ .*\d\d:\d\d.*\n[!-9;-~]+:")


def is_pdf(head: bytes) -> bool:
    """Print systems put lines before the header; but a text that mentions it has no objects after it."""
    match = _PDF_HEADER.search(head[:_PDF_HEADER_WITHIN])
    if match is None:
        return False
    return match.start() == 0 or _PDF_OBJECT.search(head[match.end() :]) is not None


def is_rtf(head: bytes) -> bool:
    """Its first group says so; blank lines before that are let pass."""
    return head.lstrip().startswith(b"{\\rtf")


def is_html(text: str) -> bool:
    """A page begins as one, after comments; a text that only speaks of tags does not."""
    return _HTML_START.match(text) is not None


def begins_with_markup(text: str) -> bool:
    """A tag or a comment comes first: enough for what is called a web page by its name."""
    return _MARKUP_START.match(text) is not None


def is_flat_open_document(media_type: str) -> Callable[[str], bool]:
    """A test for one XML file that is a whole OpenDocument file of that type, or a template for one."""
    start = re.compile(rf"\s*(?:<\?xml[^>]*\?>\s*)?<(?:[\w.-]+:)?document\s[^>]*:mimetype=[\"']{re.escape(media_type)}")
    return lambda text: start.match(text) is not None


def is_mailbox(text: str) -> bool:
    """A message under the envelope that a mailbox gives each of its own."""
    return _MAILBOX_START.match(_with_bare_line_ends(text)) is not None


def is_message(text: str) -> bool:
    """A memo begins as a message does; only a message has passed through a mail system."""
    return _MAIL_HEADER.match(_with_bare_line_ends(text)) is not None


def has_mail_header(text: str) -> bool:
    """Enough for what is called a message by its name."""
    return _ANY_HEADER.match(_with_bare_line_ends(text)) is not None


def _with_bare_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n")

"""What one message holds: the parts that are its text, the files attached to it, the messages attached to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from documents.extractors.mail_headers import AnyMessage, decode_bytes, readable

_DEEPEST = 30
_MOST_PARTS = 5000
_MESSAGES = frozenset({"message/rfc822", "message/global"})
_TEXTS = ("text/plain", "text/html")
_ENCODED = frozenset({"base64", "quoted-printable", "x-uuencode", "uuencode", "uue", "x-uue"})


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file that came with a message; `size` in bytes, None where it cannot be told."""

    name: str
    media_type: str
    size: int | None


@dataclass(slots=True)
class MailParts:
    """In the order of the message. `is_cut`: it has more parts, or deeper ones, than are looked at."""

    texts: list[AnyMessage] = field(default_factory=list)
    attachments: list[AttachedFile] = field(default_factory=list)
    messages: list[AnyMessage] = field(default_factory=list)
    is_cut: bool = False


def parts_of(message: AnyMessage) -> MailParts:
    """Walked with a stack of its own, to a limited depth: a message may be nested without end."""
    found = MailParts()
    stack = [(message, 0, True)]
    for _ in range(_MOST_PARTS):
        if not stack:
            return found
        part, depth, is_wanted = stack.pop()
        if part.get_content_maintype() != "multipart" or not part.is_multipart():
            _sort_in(found, part, is_wanted=is_wanted)
        elif depth >= _DEEPEST:
            found.is_cut = True
        else:
            chosen = [(child, depth + 1, is_wanted and is_shown) for child, is_shown in _shown_children(part)]
            stack.extend(reversed(chosen))
    found.is_cut = found.is_cut or bool(stack)
    return found


def text_of(part: AnyMessage, *, is_recoded: bool = False) -> str:
    """The text of a text part. `is_recoded`: the file was rewritten as UTF-8, whatever its parts say."""
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().casefold()
    charset = "utf-8" if is_recoded and encoding not in _ENCODED else _charset(part)
    return decode_bytes(_payload(part) or b"", charset)


def parameter(part: AnyMessage, name: str) -> str:
    """What a part says of its type ("format" of "text/plain; format=flowed"), in lower case; "" where nothing."""
    try:
        value = part.get_param(name, "")
    except (TypeError, ValueError, LookupError):  # what the library raises on one encoded wrongly
        return ""
    return value.strip().casefold() if isinstance(value, str) else ""


def _shown_children(part: AnyMessage) -> Iterator[tuple[AnyMessage, bool]]:
    """Each child, and whether its text is shown: of alternatives, one is."""
    children = children_of(part)
    best = _best_alternative(children) if part.get_content_subtype() == "alternative" else None
    return ((child, best is None or child is best) for child in children)


def children_of(part: AnyMessage) -> list[AnyMessage]:
    """The parts inside a part; none where it only says that it has some."""
    payload = part.get_payload()
    return cast("list[AnyMessage]", payload) if isinstance(payload, list) else []


def _best_alternative(children: Sequence[AnyMessage]) -> "AnyMessage | None":
    """The plainest that says something."""
    for kind in _TEXTS:
        for child in children:
            if child.get_content_type() == kind and not _is_attached(child) and text_of(child).strip():
                return child
    nested = [child for child in children if child.is_multipart()]
    return nested[-1] if nested else None


def _sort_in(found: MailParts, part: AnyMessage, *, is_wanted: bool) -> None:
    if part.get_content_type() in _MESSAGES and part.is_multipart():
        found.messages.extend(children_of(part)[:1])
    elif (part.get_content_type() not in _TEXTS and part.get_content_maintype() != "multipart") or _is_attached(part):
        found.attachments.append(_attachment(part))
    elif is_wanted:
        found.texts.append(part)


def _is_attached(part: AnyMessage) -> bool:
    disposition = str(part.get("Content-Disposition", "")).partition(";")[0].strip().casefold()
    return disposition == "attachment" or bool(_name(part))


def _attachment(part: AnyMessage) -> AttachedFile:
    payload = _payload(part)
    return AttachedFile(_name(part), part.get_content_type(), None if payload is None else len(payload))


def _name(part: AnyMessage) -> str:
    try:
        return readable(part.get_filename() or "")
    except (TypeError, ValueError, LookupError):  # what the library raises on a name encoded wrongly
        return ""


def _charset(part: AnyMessage) -> str | None:
    try:
        return part.get_content_charset()
    except (TypeError, ValueError, LookupError):
        return None


def _payload(part: AnyMessage) -> bytes | None:
    """None for a part that has parts of its own."""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else None

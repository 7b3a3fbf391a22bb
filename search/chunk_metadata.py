"""The seam: the only way that a chunk's metadata goes into Chroma and comes back.

Chroma keeps strings, integers, numbers, booleans and lists of one of these kinds; not all of them unchanged.
Seen with Chroma 1.5.9: one float in ten comes back different in its last digit, ``-0.0`` as ``0.0``, an
infinity as nothing, an integer beyond 64 bits as a float; a list of more than 5,461 values, or as many keys,
makes the whole collection unreadable; keys that begin with ``chroma:`` vanish. What Chroma keeps exactly is
written as it is, so that it can be filtered on; everything else is written as JSON in a string that says so;
what JSON does not give back equal either is refused.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeGuard

Stored = str | int | bool | list[str] | list[int] | list[bool]
"""What is written as the value of one key."""

JSON_MARK = "json:"
"""What a string begins with when the rest of it is JSON."""

MAX_KEYS = 32

MAX_LIST = 64
"""Longer lists go as JSON: Chroma binds six SQL variables a value, and more than 32,766 in a record break it."""

_INT64 = range(-(2**63), 2**63)
_UNCLEAN = re.compile("[\0\ud800-\udfff]")
_RESERVED_PREFIXES = ("chroma:", "$", "#")


class UnrepresentableMetadata(ValueError):  # noqa: N818 - says what is refused
    """A value or a key that would not be read back as it was written."""


def encode_metadata(values: Mapping[str, object]) -> dict[str, Stored]:
    """What to write so that ``decode_metadata`` gives ``values`` back, equal and with equal types.

    ``UnrepresentableMetadata`` where that cannot be; no value is ever changed to make it fit.
    """
    if len(values) > MAX_KEYS:
        raise UnrepresentableMetadata(f"{len(values)} keys; at most {MAX_KEYS} can be stored")
    return {_checked_key(key): _encode(key, value) for key, value in values.items()}


def decode_metadata(stored: Mapping[str, object]) -> dict[str, object]:
    """The values that were encoded; ``UnrepresentableMetadata`` for what cannot have been written here."""
    return {key: _decode(key, value) for key, value in stored.items()}


def chunk_metadata(
    *,
    document_id: int,
    collection_id: int,
    revision_id: int,
    generation: int,
    start: int,
    end: int,
    digest: str,
    page_spans: Sequence[Mapping[str, int]] = (),
    page_labels: Sequence[str | None] | None = None,
) -> dict[str, object]:
    """A chunk's own values: where it stands, and for a chunk of a paginated revision the pages that it meets.

    ``start`` and ``end`` are code points of the canonical text, ``digest`` is that text's. ``page_spans`` are
    the whole spans (``{"page", "start", "end"}``) that the chunk shares a character with, ``page_labels`` the
    labels of just these pages, in the same order; ``None`` where the file declares no labels at all. A chunk
    without pages has no page keys.
    """
    values: dict[str, object] = {
        "document_id": document_id,
        "collection_id": collection_id,
        "revision_id": revision_id,
        "generation": generation,
        "start": start,
        "end": end,
        "digest": digest,
    }
    if page_spans:
        values["page_spans"] = [dict(span) for span in page_spans]
        values["page_numbers"] = [span["page"] for span in page_spans]
    if page_spans and page_labels is not None:
        values["page_labels"] = _checked_labels(page_labels, len(page_spans))
    return values


def _checked_labels(labels: Sequence[str | None], pages: int) -> list[str | None]:
    if len(labels) != pages:
        raise ValueError(f"{len(labels)} page labels for {pages} pages")
    return list(labels)


def _checked_key(key: object) -> str:
    if type(key) is not str or not key or not _is_clean(key):
        raise UnrepresentableMetadata(
            f"{key!r} cannot be a key: it must be text, not empty, without NUL and surrogates"
        )
    if key.startswith(_RESERVED_PREFIXES):
        raise UnrepresentableMetadata(f"{key!r} begins like the keys that Chroma keeps for itself")
    return key


def _encode(key: str, value: object) -> Stored:
    if _is_kept_exactly(value):
        return value
    return JSON_MARK + _json_of(key, value)


def _is_kept_exactly(value: object) -> TypeGuard[Stored]:
    if type(value) is list:
        return (
            0 < len(value) <= MAX_LIST and len({type(one) for one in value}) == 1 and all(map(_is_exact_scalar, value))
        )
    return _is_exact_scalar(value)


def _is_exact_scalar(value: object) -> bool:
    # Exact types: a subclass (an IntEnum, a lazy string) would come back as its base class.
    if type(value) is str:
        return _is_clean(value) and not value.startswith(JSON_MARK)
    if type(value) is int:
        return value in _INT64
    return type(value) is bool


def _is_clean(text: str) -> bool:
    return _UNCLEAN.search(text) is None


def _json_of(key: str, value: object) -> str:
    try:
        text = json.dumps(value, allow_nan=False, separators=(",", ":"))
        back = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise UnrepresentableMetadata(f"the value of {key!r} cannot be stored: {error}") from error
    if not _same(value, back):
        raise UnrepresentableMetadata(f"the value of {key!r} would be read back changed: {value!r:.80}")
    return text


def _same(one: object, other: object) -> bool:
    """Equal, and of equal types all the way down: ``True`` is not 1, ``-0.0`` is not ``0.0``, a tuple is not
    a list.
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return _same(list(one), list(other)) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float):
        return repr(one) == repr(other)
    return one == other


def _decode(key: str, value: object) -> object:
    if type(value) is str and value.startswith(JSON_MARK):
        return _value_of_json(key, value.removeprefix(JSON_MARK))
    if _is_kept_exactly(value):
        return value
    raise UnrepresentableMetadata(f"the value of {key!r} was not written by this program: {value!r:.80}")


def _value_of_json(key: str, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnrepresentableMetadata(f"the value of {key!r} is not the JSON that it says it is: {error}") from error

"""How a file is made into one that its reader has not seen: by bytes, and by what its format is made of."""

import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence

Mutate = Callable[[bytes, random.Random, Sequence[bytes]], bytes]
"""The file, chance, and other files of its format to take pieces from."""

_MOST_INFLATED = 4 << 20
_NUMBERS = (
    b"0",
    b"-1",
    b"1",
    b"2",
    b"7",
    b"65535",
    b"65536",
    b"2147483647",
    b"4294967296",
    b"-2147483648",
    b"1e9",
    b"9" * 30,
)
_BYTES = (
    b"\0",
    b"\xff",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"\r",
    b"\n\n",
    b"\x0c",
    b"\x7f",
    b"\xed\xa0\x80",
    b"\xef\xbf\xbe",
)
_WORDS = (
    "\u202e",
    "\u0315\u0300",
    "\ufffe",
    "\U0001f468\u200d\U0001f469",
    "\xad",
    "-\n",
    "\x0b",
    "\u2028",
    "&#0;",
    "&#xD800;",
    "&#xFFFE;",
    "]]>",
)
_NUMBER = re.compile(rb"(?<![\w.])-?\d{1,12}(?![\w.])")
_TAG = re.compile(rb"<[^<>]{1,400}>")
_ELEMENT = re.compile(rb"<([\w:]+)\b[^<>]*>.{0,2000}?</\1>", re.DOTALL)
_ATTRIBUTE = re.compile(rb'([\w:]+)="([^"]*)"')
_PDF_NAME = re.compile(rb"/[A-Za-z]\w{1,20}")
_PDF_STREAM = re.compile(rb"(<<[^<>]*?(?:<<[^<>]*>>[^<>]*?)*>>)\s*stream\r?\n(.*?)endstream", re.DOTALL)


def mutated(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    """Changed once or a few times, most often the way that its format suggests."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        way = chance.choice(_ways(data)) if chance.random() < 0.75 else chance.choice(_OF_BYTES)
        data = way(data, chance, others)
    return data


def _ways(data: bytes) -> Sequence[Mutate]:
    if data.startswith(b"PK"):
        return (_change_part, _change_part, _change_part, _drop_part, _exchange_parts)
    if b"%PDF-" in data[:1024]:
        return (_change_number, _change_number, _exchange_names, _change_stream, _change_stream, _drop_keyword, _repeat)
    if b"<" in data[:2000]:
        return _OF_MARKUP
    return _OF_TEXT


# --- bytes ---


def _flip(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 2, 8, 32))):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _insert(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + chance.choice(_BYTES) * chance.choice((1, 1, 3, 500)) + data[place:]


def _truncate(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    return data[: chance.randint(0, len(data))]


def _remove(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    start, end = _range(data, chance)
    return data[:start] + data[end:]


def _repeat(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    start, end = _range(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 50)) + data[end:]


def _splice(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    other = chance.choice(others) if others else data
    start, end = _range(other, chance)
    place = chance.randint(0, len(data))
    return data[:place] + other[start:end] + data[place:]


def _range(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + chance.choice((1, 4, 30, 300, 3000)))


_OF_BYTES: Sequence[Mutate] = (_flip, _insert, _truncate, _remove, _repeat, _splice)


# --- text and markup ---


def _change_number(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    return _replace_one(_NUMBER, data, chance, lambda found: chance.choice(_NUMBERS))


def _insert_word(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + chance.choice(_WORDS).encode() * chance.choice((1, 1, 2, 300)) + data[place:]


def _repeat_line(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    place = chance.randrange(len(lines))
    return b"\n".join([*lines[:place], *[lines[place]] * chance.choice((2, 3, 1000)), *lines[place:]])


def _change_attribute(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    values = [b"", b"x" * 300, *_NUMBERS, *(word.encode() for word in _WORDS)]
    return _replace_one(_ATTRIBUTE, data, chance, lambda found: b'%b="%b"' % (found[1], chance.choice(values)))


def _exchange_attributes(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    values = [found[2] for found in _ATTRIBUTE.finditer(data)] or [b""]
    return _replace_one(_ATTRIBUTE, data, chance, lambda found: b'%b="%b"' % (found[1], chance.choice(values)))


def _drop_element(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    return _replace_one(_ELEMENT, data, chance, lambda found: b"")


def _repeat_element(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    return _replace_one(_ELEMENT, data, chance, lambda found: found[0] * chance.choice((2, 3, 200)))


def _nest_element(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    depth = chance.choice((2, 10, 120))

    def nested(found: re.Match[bytes]) -> bytes:
        start = _TAG.match(found[0])
        opening = start[0] if start else b"<%b>" % found[1]
        return opening * depth + found[0] + b"</%b>" % found[1] * depth

    return _replace_one(_ELEMENT, data, chance, nested)


def _drop_tag(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    return _replace_one(_TAG, data, chance, lambda found: b"")


def _exchange_tags(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    tags = _TAG.findall(data) or [b""]
    return _replace_one(_TAG, data, chance, lambda found: chance.choice(tags))


def _fill_text(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    words = chance.choice(_WORDS).encode() * chance.choice((1, 3, 300))
    return _replace_one(re.compile(rb">[^<>]+<"), data, chance, lambda found: found[0][:-1] + words + b"<")


_WELL_FORMED: Sequence[Mutate] = (
    _change_attribute,
    _exchange_attributes,
    _drop_element,
    _repeat_element,
    _nest_element,
    _change_number,
    _fill_text,
)
_OF_MARKUP: Sequence[Mutate] = (*_WELL_FORMED, _drop_tag, _exchange_tags, _insert_word)
_OF_TEXT: Sequence[Mutate] = (_insert_word, _repeat_line, _change_number, _splice, _repeat)


# --- ZIP containers ---


def _change_part(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    parts = _parts(data)
    names = [name for name in parts if name.endswith(("xml", "html", "rels", "opf", "ncx")) or name == "mimetype"]
    if not names:
        return _flip(data, chance, others)
    name = chance.choice(names)
    for _ in range(chance.choice((1, 1, 2, 5))):
        way = chance.choice(_WELL_FORMED) if chance.random() < 0.9 else chance.choice((*_OF_MARKUP, *_OF_BYTES))
        parts[name] = way(parts[name], chance, ())
    return _packed(parts)


def _drop_part(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    parts = _parts(data)
    if parts:
        del parts[chance.choice(list(parts))]
    return _packed(parts)


def _exchange_parts(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    parts, more = _parts(data), _parts(chance.choice(others)) if others else {}
    if parts:
        content = chance.choice([*parts.values(), *more.values()])
        parts[chance.choice([*parts, *more])] = content
    return _packed(parts)


def _parts(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if info.file_size < _MOST_INFLATED]
            return {info.filename: archive.read(info) for info in infos}
    except Exception:  # noqa: BLE001 - it was damaged before, and stays so
        return {}


def _packed(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


# --- PDF ---


def _exchange_names(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    names = _PDF_NAME.findall(data) or [b""]
    return _replace_one(_PDF_NAME, data, chance, lambda found: chance.choice(names))


def _drop_keyword(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    keywords = re.compile(rb"endobj|endstream|stream|xref|trailer|startxref|\bobj|<<|>>|\[|\]|\bR\b")
    return _replace_one(keywords, data, chance, lambda found: b"")


def _change_stream(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    """What a stream holds, unpacked, changed, and packed again; its length is not corrected half of the time."""

    def changed(found: re.Match[bytes]) -> bytes:
        facts, content = found[1], found[2].rstrip(b"\r\n")
        inflated = _inflated(content) if b"FlateDecode" in facts else None
        plain = content if inflated is None else inflated
        way = chance.choice((_change_number, _exchange_names, _flip, _insert, _repeat, _remove))
        new = way(plain, chance, ())
        new = new if inflated is None else zlib.compress(new, 1)
        if chance.random() < 0.5:
            facts = re.sub(rb"/Length\s+\d+(?:\s+\d+\s+R)?", b"/Length %d" % len(new), facts)
        return facts + b"\nstream\n" + new + b"\nendstream"

    return _replace_one(_PDF_STREAM, data, chance, changed)


def _inflated(content: bytes) -> bytes | None:
    try:
        return zlib.decompressobj().decompress(content, _MOST_INFLATED)
    except zlib.error:
        return None


def _replace_one(
    pattern: re.Pattern[bytes], data: bytes, chance: random.Random, new: Callable[[re.Match[bytes]], bytes]
) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return _flip(data, chance, ())
    one = chance.choice(found)
    return data[: one.start()] + new(one) + data[one.end() :]

"""Text of every kind that nests, repeats or goes on without a break."""

import base64
from typing import BinaryIO

from benchmarks.bomb_files.bomb import MEGABYTE, WORDS, Bomb, write_repeated

_MAIL = b"From: a@example.org\nTo: b@example.org\nSubject: Ferries\nMIME-Version: 1.0\nMessage-ID: <a@example.org>\n"


def _long_line(file: BinaryIO, size: float) -> None:
    write_repeated(file, WORDS, 450 * MEGABYTE * size)


def _long_row(file: BinaryIO, size: float) -> None:
    file.write(b"harbour,depth\nNorth,1\nSouth,2\n")
    write_repeated(file, b"North quay,7,", 450 * MEGABYTE * size)


def _open_quote(file: BinaryIO, size: float) -> None:
    file.write(b'harbour,depth\nNorth,1\n"')
    write_repeated(file, b"North quay,7\n", 100 * MEGABYTE * size)


def _empty_columns(file: BinaryIO, size: float) -> None:
    """Rows of nothing but delimiters."""
    file.write(b"harbour,depth\nNorth,1\n")
    write_repeated(file, b"," * 50_000 + b"\n", 100 * MEGABYTE * size)


def _deep_html(file: BinaryIO, size: float) -> None:
    file.write(b"<!doctype html><html><body>")
    write_repeated(file, b"<div>", 5 * MEGABYTE * size)
    file.write(WORDS)


def _deep_html_tables(file: BinaryIO, size: float) -> None:
    file.write(b"<!doctype html><html><body>")
    write_repeated(file, b"<table><tr><td>", 5 * MEGABYTE * size)
    file.write(WORDS)


def _deep_html_letters(file: BinaryIO, size: float) -> None:
    """Formatting that is never closed is opened again in each paragraph."""
    file.write(b"<!doctype html><html><body>")
    file.writelines(b'<p><b id="%d"><i class="%d">x' % (number, number) for number in range(int(20_000 * size)))


def _wide_html_table(file: BinaryIO, size: float) -> None:
    cell = b'<td colspan="1000000000" rowspan="1000000000">Far</td>'
    file.write(b"<!doctype html><html><body><table>" + (b"<tr>" + cell * 100 + b"</tr>") * 100 + b"</table>")


def _html_of_entities(file: BinaryIO, size: float) -> None:
    file.write(b"<!doctype html><!DOCTYPE a [<!ENTITY x 'y'>]><html><body><p>")
    write_repeated(file, b"&amp;&x;&#x41;&NotEqualTilde;", 50 * MEGABYTE * size)


def _deep_markdown(file: BinaryIO, size: float) -> None:
    for sign in (b"> ", b"* ", b"[", b"![", b"*a **a ", b"`", b"<"):
        write_repeated(file, sign, MEGABYTE * size)
        file.write(b"\n\n")


def _deep_brackets(file: BinaryIO, size: float) -> None:
    write_repeated(file, b'{"a":[', 50 * MEGABYTE * size)


def _deep_rtf(file: BinaryIO, size: float) -> None:
    file.write(b"{\\rtf1\\ansi ")
    write_repeated(file, b"{\\b ", 20 * MEGABYTE * size)
    file.write(WORDS)


def _marks(file: BinaryIO, size: float) -> None:
    """One letter with a million accents, in the worst order for composing them."""
    file.write(b"a")
    write_repeated(file, "\u0315\u0300\u05ae\u0300\u0315".encode(), 20 * MEGABYTE * size)


def _hyphens(file: BinaryIO, size: float) -> None:
    """A line end with a hyphen after each word, and each word a new one."""
    file.writelines(b"ferry%dq-\nboat " % number for number in range(int(1_000_000 * size)))


def _spaces(file: BinaryIO, size: float) -> None:
    file.write(b"a")
    write_repeated(file, b" \t\n\n \r\n\x0c", 100 * MEGABYTE * size)
    file.write(b"b")


def _many_parts(file: BinaryIO, size: float) -> None:
    file.write(_MAIL + b"Content-Type: multipart/mixed; boundary=b\n\n")
    write_repeated(file, b"--b\nContent-Type: text/plain\n\n" + WORDS + b"\n", 82 * 10_000 * size)
    file.write(b"--b--\n")


def _deep_parts(file: BinaryIO, size: float) -> None:
    file.write(_MAIL)
    file.writelines(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
        for number in range(int(10_000 * size))
    )
    file.write(b"Content-Type: text/plain\n\n" + WORDS)


def _deep_messages(file: BinaryIO, size: float) -> None:
    file.writelines(_MAIL + b"Content-Type: message/rfc822\n\n" for _ in range(int(10_000 * size)))
    file.write(_MAIL + b"\n" + WORDS)


def _long_header(file: BinaryIO, size: float) -> None:
    file.write(_MAIL + b"Cc: ")
    write_repeated(file, b"=?utf-8?b?ZmVycnk=?= <a@example.org>,\n ", 20 * MEGABYTE * size)
    file.write(b"\n\n" + WORDS)


def _many_headers(file: BinaryIO, size: float) -> None:
    file.write(_MAIL)
    write_repeated(file, b"Received: from a by b\n", 20 * MEGABYTE * size)
    file.write(b"\n" + WORDS)


def _large_attachment(file: BinaryIO, size: float) -> None:
    file.write(_MAIL + b"Content-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\n")
    write_repeated(file, base64.encodebytes(bytes(57)), 300 * MEGABYTE * size)


TEXT_BOMBS = (
    Bomb("450-mb-line.txt", _long_line),
    Bomb("450-mb-row.csv", _long_row),
    Bomb("open-quote.csv", _open_quote),
    Bomb("empty-columns.csv", _empty_columns),
    Bomb("deep-elements.html", _deep_html),
    Bomb("deep-tables.html", _deep_html_tables),
    Bomb("deep-letters.html", _deep_html_letters),
    Bomb("wide-table.html", _wide_html_table),
    Bomb("entities.html", _html_of_entities),
    Bomb("deep-signs.md", _deep_markdown),
    Bomb("deep-brackets.txt", _deep_brackets),
    Bomb("deep-groups.rtf", _deep_rtf),
    Bomb("accents.txt", _marks),
    Bomb("hyphens.txt", _hyphens),
    Bomb("blank-space.txt", _spaces),
    Bomb("10000-parts.eml", _many_parts),
    Bomb("deep-parts.eml", _deep_parts),
    Bomb("deep-messages.eml", _deep_messages),
    Bomb("long-header.eml", _long_header),
    Bomb("many-headers.eml", _many_headers),
    Bomb("large-attachment.eml", _large_attachment),
)

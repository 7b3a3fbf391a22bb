"""HTML: what a reader of the page sees, in its order."""

import pytest

from documents.extractors.html import decode_html
from documents.extractors.media_types import HTML

from .conftest import Read


def text_of(read: Read, body: str) -> str:
    return read(f"<!doctype html><meta charset=utf-8><body>{body}".encode(), HTML).text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>one\n  two</p><p>three<br>four</p>", "one two\n\nthree\nfour"),
        ("one<div>two</div>three", "one\n\ntwo\n\nthree"),
        ("<p>a <b>b</b><i>c</i> d</p>", "a bc d"),
        ("<p>1 &lt; 2 &amp; &eacute;&#x1F98A;</p>", "1 < 2 & é🦊"),
        ("<ul><li>a<li>b <b>c</b></ul><p>d", "• a\n• b c\n\nd"),
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
        ("<ol><li>a<ol><li>x<li>y</ol><li hidden>no<li>b</ol><ol><li>z</ol>", "1. a\n1. x\n2. y\n3. b\n1. z"),
        ("<pre>  a\n    b\n</pre>", "a\n    b"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a | b\n1 | 2"),
        ("<table><tr><td>a<td><p>b</p><p>c</p></table>", "a\n\nb\n\nc"),
        ("<table><tr><td>a<td><table><tr><td>x<td>y<tr><td>z<td>w</table></table>", "a\n\nx | y\nz | w"),
        ("<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>", "東京"),
        ("a<script>no</script><style>no</style><template>no</template><noscript>no</noscript>b", "ab"),
        ("<nav>no</nav><p hidden>no</p><p style='x:y; DISPLAY : none'>no</p>yes", "yes"),
        ("<p>inter\u00adna\u00adtional</p>", "international"),
        ("<details><summary>s</summary>d</details>", "s\n\nd"),
        ("<textarea>typed</textarea>", "typed"),
    ],
)
def test_visible_text_in_order(read: Read, body: str, text: str) -> None:
    assert text_of(read, body) == text


def test_headings_are_places_that_index_the_text(read: Read) -> None:
    outcome = read(b"<!doctype html><title>T &amp; t</title><p>a<h1>One <em>1</em></h1><p>b<h2>Two</h2>c", HTML)
    assert outcome.title == "T & t"
    assert [(place.label, outcome.text[place.start : place.end]) for place in outcome.places] == [
        ("One 1", "One 1\n\nb\n\n"),
        ("Two", "Two\n\nc"),
    ]


def test_html_has_no_pages(read: Read) -> None:
    outcome = read(b"<!doctype html><p>text", HTML)
    assert (outcome.pages, outcome.page_labels, outcome.page_sources) == (None, None, None)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("<meta charset='koi8-r'>Да".encode("koi8-r"), "Да"),
        ("<meta http-equiv=Content-Type content='text/html; charset=shift_jis'>日本".encode("shift_jis"), "日本"),
        ("<?xml version='1.0' encoding='iso-8859-2'?>Łódź".encode("iso8859-2"), "Łódź"),
        ("<meta charset=iso-8859-1>“quoted”".encode("cp1252"), "“quoted”"),
        ("<meta charset=windows-1252>really UTF-8: é".encode(), "é"),
        ("<meta charset=no-such-thing>café".encode("cp1252"), "café"),
        ("<p>é".encode("utf-16"), "é"),
    ],
)
def test_the_encoding_is_told_declared_or_guessed_in_this_order(data: bytes, text: str) -> None:
    assert text in decode_html(data).text


def test_nesting_without_end_is_read(read: Read) -> None:
    assert text_of(read, "<div>" * 20_000 + "deep") == "deep"
    assert text_of(read, "<table><tr><td>" * 300 + "deep") == "deep"

"""Small files of the formats that samples and corpus are short of."""

import io
import zipfile

_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = " ".join(
    f'xmlns:{prefix}="{_OASIS}:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("style", "style"),
        ("draw", "drawing"),
        ("presentation", "presentation"),
        ("svg", "svg-compatible"),
    )
)
_MAIL = """From: "M. Brandt" <brandt@example.org>
To: =?utf-8?q?Harbour_Office?= <office@example.org>
Date: Fri, 1 Mar 2024 09:00:00 +0100
Subject: =?utf-8?b?VGlkZSBnYXVnZQ==?=
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/alternative; boundary="inner"

--inner
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

The gauge is read at seven=2E Caf=E9.
--inner
Content-Type: text/html; charset=utf-8

<p>The gauge is read at <b>seven</b>.</p>
--inner--
--outer
Content-Type: message/rfc822

From: a@example.org
Subject: Forwarded

Words of the forwarded message.
--outer
Content-Type: application/pdf; name*=utf-8''pl%C3%A4ne.pdf
Content-Disposition: attachment; filename*0="pla"; filename*1="ne.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--outer--
"""
_HTML = """<!doctype html><html><head><meta charset="utf-8"><title>Gauges</title></head><body>
<h1>Gauges</h1><p>Read at <b>seven</b><br>and at nine&nbsp;&amp; later.</p><ul><li>One<ul><li>Two</li></ul></li></ul>
<table><caption>Visits</caption><tr><th colspan="2">Name</th></tr><tr><td rowspan="2">North</td><td>1</td></tr></table>
<pre>  kept   as is</pre><details><summary>More</summary><p>Hidden</p></details><select><option>A</option></select>
<ruby>漢<rt>kan</rt></ruby><svg><text>Drawn</text></svg><template><p>No</p></template></body></html>
"""
_MARKDOWN = """---
title: Visitor notes
---
# Notes *on* gauges

1. One
   - Two
     > Quoted `code`

| Name | Depth |
|:-----|------:|
| North | [1](http://example.org "t") |

```python
print("x")
```

<div>Raw &amp; ready</div>

Setext
------
A footnote[^1] and ![picture](a.png).

[^1]: Its words.
"""
_CSV = 'harbour;depth;note\nNorth;1,5;"first\nsecond"\nSouth;2;"a ""quoted"" word"\n;;\nEast;3;x\n'


def own_seeds() -> dict[str, bytes]:
    """File name and content."""
    return {
        "own.eml": _MAIL.encode(),
        "own.html": _HTML.encode(),
        "own.md": _MARKDOWN.encode(),
        "own.csv": _CSV.encode(),
        "own.tsv": _CSV.replace(";", "\t").encode("utf-16"),
        "own.epub": _epub(),
        "own.odt": _open_document("text", _ODT),
        "own.ods": _open_document("spreadsheet", _ODS),
        "own.odp": _open_document("presentation", _ODP),
    }


_ODT = (
    '<office:text><text:h text:outline-level="1">Heading</text:h><text:p>Words<text:s text:c="3"/>and<text:tab/>a'
    '<text:line-break/>line<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
    "<text:note-body><text:p>Note</text:p></text:note-body></text:note></text:p>"
    '<text:list><text:list-item><text:p>One</text:p><text:list><text:list-item text:start-value="3">'
    "<text:p>Two</text:p></text:list-item></text:list></text:list-item></text:list>"
    '<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Cell</text:p>'
    "</table:table-cell></table:table-row></table:table></office:text>"
)
_ODS = (
    '<office:spreadsheet><table:table table:name="Q3"><table:table-row table:number-rows-repeated="2">'
    '<table:table-cell office:value-type="float" office:value="1.5"><text:p>1.5</text:p></table:table-cell>'
    '<table:table-cell table:number-columns-repeated="3"/><table:table-cell office:value-type="date" '
    'office:date-value="2024-03-01"><text:p>1 March</text:p><office:annotation><text:p>Note</text:p>'
    "</office:annotation></table:table-cell></table:table-row></table:table></office:spreadsheet>"
)
_ODP = (
    '<office:presentation><draw:page draw:name="one"><draw:frame svg:x="1cm" svg:y="2cm" presentation:class="title">'
    "<draw:text-box><text:p>Title</text:p></draw:text-box></draw:frame><draw:g><draw:frame><draw:text-box>"
    "<text:p>Grouped</text:p></draw:text-box></draw:frame></draw:g><presentation:notes><draw:frame><draw:text-box>"
    "<text:p>Spoken</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation>"
)


def _open_document(kind: str, body: str) -> bytes:
    content = f"<office:document-content {_NAMES}><office:body>{body}</office:body></office:document-content>"
    return _zip({"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content})


def _epub() -> bytes:
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        '<dc:title>Book</dc:title></metadata><manifest><item id="a" href="a.xhtml" '
        'media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="n" href="n.xhtml" properties="nav" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b" linear="no"/></spine></package>'
    )
    head = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head>'
    return _zip(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "OPS/book.opf": package,
            "OPS/a.xhtml": f'{head}<body><h1 id="one">One</h1><p>Words &amp; words.</p></body></html>',
            "OPS/b.xhtml": f"{head}<body><p>More words.</p></body></html>",
            "OPS/n.xhtml": f'{head}<body><nav epub:type="toc"><ol><li><a href="a.xhtml#one">First</a></li><li>'
            '<a href="b.xhtml">Second</a></li></ol></nav></body></html>',
        }
    )


def _zip(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()

"""Small presentations, workbooks and OpenDocument files for tests, written part by part."""

import zipfile
from collections.abc import Mapping, Sequence

from .docx_files import R_STRICT, R, relationships, zip_file

_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OPEN_XML = "application/vnd.openxmlformats-officedocument"
A, P, X, C = (
    f"http://schemas.openxmlformats.org/{name}/2006/{part}"
    for name, part in (
        ("drawingml", "main"),
        ("presentationml", "main"),
        ("spreadsheetml", "main"),
        ("drawingml", "chart"),
    )
)
_STRICT = {
    A: "http://purl.oclc.org/ooxml/drawingml/main",
    P: "http://purl.oclc.org/ooxml/presentationml/main",
    X: "http://purl.oclc.org/ooxml/spreadsheetml/main",
    R: R_STRICT,
}
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
ODF_NAMES = " ".join(
    f'xmlns:{prefix}="{_OASIS}:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("style", "style"),
        ("draw", "drawing"),
        ("presentation", "presentation"),
        ("svg", "svg-compatible"),
        ("manifest", "manifest"),
    )
)


def xml(root: str, content: str, attributes: str = "") -> str:
    """A part with this root element, whose prefixes are a, p, x, c and r."""
    return (
        f'<{root} xmlns:a="{A}" xmlns:p="{P}" xmlns:x="{X}" xmlns:c="{C}" xmlns:r="{R}" {attributes}>{content}</{root}>'
    )


def slide(*shapes: str, attributes: str = "") -> str:
    """A slide of these shapes."""
    return xml("p:sld", f"<p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld>", attributes)


def shape(text: str, *, at: tuple[int, int] | None = None, placeholder: str = "", properties: str = "") -> str:
    """A shape of lines of text; `at` is (top, left), `placeholder` the attributes of its p:ph."""
    mark = f"<p:ph {placeholder}/>" if placeholder else ""
    place = f'<a:xfrm><a:off y="{at[0]}" x="{at[1]}"/></a:xfrm>' if at else ""
    lines = "".join(f"<a:p>{properties}<a:r><a:t>{line}</a:t></a:r></a:p>" for line in text.split("\n"))
    return (
        f"<p:sp><p:nvSpPr><p:nvPr>{mark}</p:nvPr></p:nvSpPr><p:spPr>{place}</p:spPr><p:txBody>{lines}</p:txBody></p:sp>"
    )


def make_pptx(
    *slides: str, related: Mapping[int, Mapping[str, str]] | None = None, main: str = "deck.xml", strict: bool = False
) -> bytes:
    """A presentation; `related` are, by number of the slide, kind -> XML of parts that it relates to."""
    names = [f"s{len(slides) - number}.xml" for number in range(len(slides))]
    entries = "".join(f'<p:sldId r:id="slide{number}"/>' for number in range(len(slides)))
    targets = [(f"slide{number}", f"{R}/slide", name) for number, name in enumerate(names)]
    parts = {
        main: xml("p:presentation", f"<p:sldIdLst>{entries}</p:sldIdLst>"),
        **dict(zip(names, slides, strict=True)),
    }
    relations = {main: targets}
    for number, further in (related or {}).items():
        name = names[number - 1]
        relations[name] = [(kind, f"{R}/{kind}", f"{kind}{number}.xml") for kind in further]
        parts |= {f"{kind}{number}.xml": content for kind, content in further.items()}
    return _open_xml("ppt", main, f"{_OPEN_XML}.presentationml.presentation.main+xml", parts, relations, strict=strict)


def sheet(rows: str, further: str = "") -> str:
    """A worksheet of these x:row."""
    return xml("x:worksheet", f"<x:sheetData>{rows}</x:sheetData>{further}")


def make_xlsx(
    sheets: Sequence[tuple[str, str]],
    *,
    hidden: str = "",
    strings: Sequence[str] = (),
    styles: str = "",
    properties: str = "",
    related: Mapping[str, str] | None = None,
    strict: bool = False,
) -> bytes:
    """A workbook of (name, worksheet); `related` are kind -> XML of parts of the first sheet."""
    entries = "".join(
        f'<x:sheet name="{name}" r:id="sheet{number}" state="{"hidden" if name == hidden else "visible"}"/>'
        for number, (name, _) in enumerate(sheets)
    )
    targets = [(f"sheet{number}", f"{R}/worksheet", f"w{number}.xml") for number in range(len(sheets))]
    parts = {
        "book.xml": xml("x:workbook", f"<x:workbookPr {properties}/><x:sheets>{entries}</x:sheets>"),
        "strings.xml": xml("x:sst", "".join(f"<x:si>{string}</x:si>" for string in strings)),
        "styles.xml": xml("x:styleSheet", styles),
        **{f"w{number}.xml": content for number, (_, content) in enumerate(sheets)},
        **{f"{kind}.xml": content for kind, content in (related or {}).items()},
    }
    relations = {
        "book.xml": [
            *targets,
            ("strings", f"{R}/sharedStrings", "strings.xml"),
            ("styles", f"{R}/styles", "styles.xml"),
        ],
        "w0.xml": [(kind, f"{R}/{kind}", f"{kind}.xml") for kind in related or {}],
    }
    return _open_xml("xl", "book.xml", f"{_OPEN_XML}.spreadsheetml.sheet.main+xml", parts, relations, strict=strict)


def make_odf(kind: str, body: str, *, automatic: str = "", styles: str = "", manifest: str = "") -> bytes:
    """An OpenDocument file; `kind` is "text", "spreadsheet" or "presentation"."""
    content = (
        f"<office:document-content {ODF_NAMES}><office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    files = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": content,
        "styles.xml": f"<office:document-styles {ODF_NAMES}>{styles}</office:document-styles>",
        "META-INF/manifest.xml": f"<manifest:manifest {ODF_NAMES}>{manifest}</manifest:manifest>",
    }
    return zip_file(files, zipfile.ZIP_STORED)


def make_flat_odf(kind: str, body: str, *, automatic: str = "", styles: str = "", title: str = "") -> bytes:
    """The same as one XML file."""
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document {ODF_NAMES} office:mimetype="{mimetype}">'
        f'<office:meta xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></office:meta>{styles}'
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document>"
    ).encode()


def _open_xml(
    folder: str,
    main: str,
    content_type: str,
    parts: Mapping[str, str],
    relations: Mapping[str, list[tuple[str, str, str]]],
    *,
    strict: bool,
) -> bytes:
    override = f'<Override PartName="/{folder}/{main}" ContentType="{content_type}"/>'
    files = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">{override}</Types>',
        "_rels/.rels": relationships([("main", f"{R}/officeDocument", f"{folder}/{main}")]),
        **{f"{folder}/{name}": content for name, content in parts.items()},
        **{f"{folder}/_rels/{name}.rels": relationships(entries) for name, entries in relations.items()},
    }
    return zip_file({name: _strict(content) for name, content in files.items()} if strict else files)


def _strict(content: str) -> str:
    for transitional, strict in _STRICT.items():
        content = content.replace(transitional, strict)
    return content

"""Small Word documents for tests, written part by part."""

import io
import zipfile
from collections.abc import Mapping

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
W_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
R_STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def make_docx(
    body: str,
    parts: Mapping[str, str] | None = None,
    *,
    main: str = "document.xml",
    strict: bool = False,
    chunks: Mapping[str, bytes] | None = None,
) -> bytes:
    """A document with this body. `parts` are kind -> XML of further parts ("styles", "footnotes", "header"…).

    `chunks` are files taken in whole, by their name, which is their r:id too.
    """
    relations = R_STRICT if strict else R
    extra, taken = parts or {}, chunks or {}
    files = {
        "[Content_Types].xml": _content_types(main),
        "_rels/.rels": relationships([("main", f"{relations}/officeDocument", f"word/{main}")]),
        f"word/{main}": word_xml("document", f"<w:body>{body}</w:body>", strict=strict),
        f"word/_rels/{main}.rels": relationships(
            [
                *((kind, f"{relations}/{kind}", f"{kind}.xml") for kind in extra),
                *((name, f"{relations}/aFChunk", name) for name in taken),
            ]
        ),
        **{f"word/{name}": data for name, data in taken.items()},
        **{f"word/{kind}.xml": xml for kind, xml in extra.items()},
    }
    return zip_file(files)


def word_xml(root: str, content: str, *, strict: bool = False) -> str:
    """A part with this root element and content."""
    w, r = (W_STRICT, R_STRICT) if strict else (W, R)
    return f'<w:{root} xmlns:w="{w}" xmlns:r="{r}" xmlns:mc="{MC}">{content}</w:{root}>'


def paragraph(text: str, properties: str = "") -> str:
    """A paragraph of one run."""
    return f"<w:p><w:pPr>{properties}</w:pPr>{run(text)}</w:p>"


def run(text: str) -> str:
    """A run of text."""
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def relationships(entries: list[tuple[str, str, str]]) -> str:
    """A relationships part from (id, type, target)."""
    items = "".join(f'<Relationship Id="{i}" Type="{t}" Target="{target}"/>' for i, t, target in entries)
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{items}</Relationships>'


def zip_file(files: Mapping[str, str | bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP container of these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _content_types(main: str) -> str:
    override = f'<Override PartName="/word/{main}" ContentType="{MAIN_TYPE}"/>'
    return f'<Types xmlns="{_PACKAGE}/content-types">{override}</Types>'

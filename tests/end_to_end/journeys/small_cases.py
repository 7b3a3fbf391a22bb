"""A small file of our own for each kind of the corpus, in the words of its cases: so that a clone proves them alone.

What there is to say of scans, columns and passwords is said beside the parts that do that.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pypdf import PdfWriter
from pypdf.annotations import FreeText
from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from tests.documents.extractors.docx_files import MC, make_docx, paragraph, run, word_xml, zip_file
from tests.documents.extractors.epub_files import make_epub
from tests.documents.extractors.locked_files import locked_docx, locked_pdf
from tests.documents.extractors.office_files import make_pptx, make_xlsx, shape, sheet, slide
from tests.documents.extractors.pdf_files import make_pdf, raw_pdf, rewrite_pdf
from tests.documents.picture_files import drawn_pdf, line

FERRY = "The ferry leaves the northern pier at seven."
WITHOUT_PAGES = {"outcome": "indexed", "paginated": False, "page_metadata": "none"}


@dataclass(frozen=True, slots=True)
class Small:
    """A case whose file is made when it is wanted: some are large before they are packed."""

    kind: str
    name: str
    make: Callable[[], bytes]
    expect: dict[str, Any]

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.name}"

    def case(self, content: bytes) -> dict[str, Any]:
        """In the shape of the corpus."""
        digest = hashlib.sha256(content).hexdigest()
        return {"id": self.id, "kind": self.kind, "file": self.name, "sha256": digest, "expect": self.expect}


def small_cases() -> list[Small]:
    return [Small(*row) for row in (*_pdfs(), *_office(), *_texts())]


Rows = list[tuple[str, str, Callable[[], bytes], dict[str, Any]]]


def quoted(text: str, *pages: int, label: str | None = None) -> dict[str, Any]:
    return {"text": text, "pages": list(pages), "labels": [label] * len(pages)}


def paginated(pages: int, *quotes: dict[str, Any], with_text: list[int] | None = None, **more: Any) -> dict[str, Any]:
    shared = {"encrypted": False, "outcome": "indexed", "pages": pages, "page_labels": None}
    return shared | {"pages_with_text": with_text or list(range(1, pages + 1)), "quotes": list(quotes)} | more


def _pdfs() -> Rows:
    return [
        (
            "page_labels",
            "labels.pdf",
            lambda: rewrite_pdf(make_pdf("Preface.", FERRY), _label_pages),
            paginated(2, quoted(FERRY, 2, label="1"), page_labels=["i", "1"], page_labels_agree_pdfium=True),
        ),
        (
            "blank_pages",
            "blank.pdf",
            lambda: make_pdf(FERRY, "", "The end."),
            paginated(3, quoted("The end.", 3), with_text=[1, 3]),
        ),
        ("repeated_text", "twice.pdf", lambda: make_pdf(FERRY, FERRY), paginated(2, quoted(FERRY, 1, 2))),
        (
            "cross_page",
            "across.pdf",
            lambda: make_pdf("The harbour master keeps the spare", "key under the third bollard of the quay."),
            paginated(
                2,
                cross_page_quotes=[
                    {"first": "keeps the spare", "second": "key under the third bollard", "pages": [1, 2]}
                ],
            ),
        ),
        (
            "encrypted_empty_password",
            "open.pdf",
            lambda: locked_pdf("", FERRY, owner="owner"),
            paginated(1, quoted(FERRY, 1)) | {"encrypted": True},
        ),
        (
            "encrypted_unknown_password",
            "locked.pdf",
            lambda: locked_pdf("secret", FERRY),
            {"encrypted": True, "outcome": "stored_reported"},
        ),
        (
            "encrypted_unknown_password",
            "locked.docx",
            lambda: locked_docx("secret", FERRY),
            {"encrypted": True, "outcome": "stored_reported"},
        ),
        (
            "rotation_boxes",
            "turned.pdf",
            lambda: drawn_pdf(line("TURNEDNEEDLE"), page="/MediaBox[0 0 600 800]/Rotate 90"),
            _turned(),
        ),
        (
            "nul_bytes",
            "controls.pdf",
            lambda: make_pdf("before\u00adafter and what follows"),
            paginated(1, must_find_query=["follows"], must_not_contain=["\0", "\u00ad"]),
        ),
        (
            "forms_annotations",
            "remark.pdf",
            lambda: rewrite_pdf(make_pdf(FERRY), _add_remark),
            paginated(1, should_find_query=["seagulls"]),
        ),
        (
            "attachments_js",
            "script.pdf",
            lambda: rewrite_pdf(make_pdf(FERRY), _add_script),
            paginated(1, quoted(FERRY, 1), must_not_contain=["alert"]),
        ),
        ("damaged_pdf", "cut.pdf", lambda: make_pdf(FERRY, FERRY)[:-400], {"outcome": "indexed_or_reported"}),
        (
            "damaged_pdf",
            "none.pdf",
            lambda: b"%PDF-1.7\nnothing of a PDF follows\n",
            {"outcome": "rejected", "pdfium_error": "no"},
        ),
        (
            "empty_input",
            "no-pages.pdf",
            lambda: raw_pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"),
            {"outcome": "rejected"},
        ),
        (
            "huge",
            "many.pdf",
            lambda: make_pdf(*(f"Sheet {n}: the same words." for n in range(1, 61))),
            paginated(60, quoted("Sheet 57: the same", 57)),
        ),
    ]


def _turned() -> dict[str, Any]:
    rects = {
        "tolerance": 0.02,
        "items": [
            {
                "page": 1,
                "word": "TURNEDNEEDLE",
                "rect_frac_topleft": [0.625, 0.25, 0.643, 0.5088],
                "page_size_displayed_pt": [800.0, 600.0],
            }
        ],
    }
    return paginated(1, quoted("TURNEDNEEDLE", 1), highlight_rects=rects)


def _label_pages(writer: PdfWriter) -> None:
    writer.set_page_label(0, 0, style="/r")
    writer.set_page_label(1, 1, style="/D")


def _add_remark(writer: PdfWriter) -> None:
    writer.add_annotation(0, FreeText(text="Mind the seagulls", rect=(50, 550, 200, 650)))


def _add_script(writer: PdfWriter) -> None:
    script = {NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("app.alert('no')")}
    writer.root_object[NameObject("/OpenAction")] = DictionaryObject(script)
    writer.add_attachment("evil.html", b"<script>alert(1)</script>")


def _office() -> Rows:
    copies = (
        f'<mc:Choice Requires="wps">{_text_box("A box")}</mc:Choice><mc:Fallback>{_text_box("A box")}</mc:Fallback>'
    )
    box = f'<w:r><mc:AlternateContent xmlns:mc="{MC}">{copies}</mc:AlternateContent></w:r>'
    tracked = f"<w:p><w:ins>{run('put in')}</w:ins><w:del><w:r><w:delText>taken out</w:delText></w:r></w:del></w:p>"
    table = f"<w:tbl><w:tr><w:tc>{paragraph('Left cell')}</w:tc><w:tc>{paragraph('Right cell')}</w:tc></w:tr></w:tbl>"
    notes = word_xml("footnotes", f'<w:footnote w:id="2">{paragraph("A note about seagulls.")}</w:footnote>')
    reference = f'<w:p>{run("See below.")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    page_break = f'<w:p>{run("Before.")}<w:r><w:br w:type="page"/></w:r>{run("Behind the break.")}</w:p>'
    cell = '<x:row r="9"><x:c r="ZZ9" t="inlineStr"><x:is><x:t>far corner</x:t></x:is></x:c></x:row>'
    entities = '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><w>&c;</w>'
    return [
        (
            "docx_tables",
            "table.docx",
            lambda: make_docx(table),
            WITHOUT_PAGES | {"must_contain": ["Left cell", "Right cell"]},
        ),
        (
            "docx_notes_comments",
            "note.docx",
            lambda: make_docx(reference, {"footnotes": notes}),
            WITHOUT_PAGES | {"must_contain": ["A note about seagulls."]},
        ),
        (
            "docx_textbox_sdt",
            "box.docx",
            lambda: make_docx(f"<w:p>{box}</w:p>"),
            WITHOUT_PAGES | {"must_occur_once": ["A box"]},
        ),
        (
            "docx_package",
            "strict.docx",
            lambda: make_docx(paragraph(FERRY), strict=True, main="document2.xml"),
            WITHOUT_PAGES | {"must_contain": [FERRY]},
        ),
        (
            "docx_pagebreaks_headers",
            "break.docx",
            lambda: make_docx(page_break),
            WITHOUT_PAGES | {"must_contain": ["Behind the break."]},
        ),
        (
            "docx_tracked",
            "tracked.docx",
            lambda: make_docx(tracked),
            WITHOUT_PAGES | {"must_contain": ["put in"], "must_not_contain": ["taken out"]},
        ),
        ("damaged_office", "cut.docx", lambda: make_docx(paragraph(FERRY))[:200], {"outcome": "rejected_or_reported"}),
        ("empty_input", "empty.docx", lambda: b"", {"outcome": "rejected"}),
        (
            "bomb",
            "bomb.docx",
            lambda: zip_file(_package() | {"word/document.xml": b"<w:document>" + b" " * (200 << 20)}),
            {"outcome": "rejected_or_reported", "max_seconds": 60, "max_rss_mb": 1000},
        ),
        (
            "xml_attack",
            "entities.docx",
            lambda: zip_file(_package() | {"word/document.xml": entities}),
            {"outcome": "rejected_or_reported", "max_seconds": 30},
        ),
        (
            "office_other",
            "slides.pptx",
            lambda: make_pptx(slide(shape("A rectangle shape"))),
            WITHOUT_PAGES | {"page_metadata": "slide", "must_contain": ["A rectangle shape"]},
        ),
        (
            "office_other",
            "far.xlsx",
            lambda: make_xlsx([("Sheet", sheet(cell))]),
            WITHOUT_PAGES | {"must_contain": ["far corner"], "max_seconds": 20},
        ),
        (
            "office_other",
            "book.epub",
            lambda: make_epub({"one.xhtml": f"<p>{FERRY}</p>"}),
            WITHOUT_PAGES | {"must_contain": [FERRY]},
        ),
    ]


def _text_box(text: str) -> str:
    return f"<w:pict><w:txbxContent>{paragraph(text)}</w:txbxContent></w:pict>"


def _package() -> dict[str, str | bytes]:
    types = 'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"'
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    target = f'<Relationship Id="m" Type="{relation}" Target="word/document.xml"/>'
    return {
        "[Content_Types].xml": f'<Types {types}><Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{namespace}">{target}</Relationships>',
    }


def _texts() -> Rows:
    tags = "Finding </mark><script>alert(1)</script> and {{7*7}} near bergamot."
    family = "👩\u200d👩\u200d👧 and 🇨🇭 precede persimmon; 𝒜𝓁𝓅𝒽𝒶 too. " * 60
    markers = "## Page 3\n\nThe third page boy.\n\n--- Page 2 ---\n"
    mail = "Subject: Test\nContent-Type: text/plain\n\nRoses are red.\n"
    return [
        (
            "ligature_hyphen",
            "ligature.txt",
            "o\ufb03ce of the harbour".encode,
            WITHOUT_PAGES | {"must_find_query": ["harbour"], "must_contain": ["harbour"]},
        ),
        ("astral_surrogate", "family.txt", family.encode, WITHOUT_PAGES | {"must_find_query": ["persimmon"]}),
        (
            "scripts",
            "scripts.txt",
            "你好世界 Привет, мир שלום".encode,
            WITHOUT_PAGES | {"must_find_query": ["你好世界", "Привет, мир"]},
        ),
        (
            "text_encoding",
            "quotes.txt",
            lambda: "Written in \u201cwindows\u201d by \u0160imon.".encode("cp1252"),
            WITHOUT_PAGES | {"must_contain": ["\u201cwindows\u201d"], "must_not_contain": ["\x93", "\ufffd"]},
        ),
        (
            "text_encoding",
            "letter.eml",
            lambda: mail.encode("utf-16"),
            {"outcome": "indexed_or_rejected", "must_contain": ["Roses are red"], "must_not_contain": ["\0"]},
        ),
        (
            "newlines",
            "lines.txt",
            lambda: b"One.\r\nTwo.\rThe needle is marzipan.\n",
            WITHOUT_PAGES | {"must_contain": ["The needle is marzipan."], "must_not_contain": ["\r"]},
        ),
        (
            "formfeed_markers",
            "feed.txt",
            f"Minutes.\f{FERRY}".encode,
            WITHOUT_PAGES | {"must_contain": [FERRY], "must_not_contain": ["\f"]},
        ),
        (
            "formfeed_markers",
            "marks.md",
            markers.encode,
            WITHOUT_PAGES | {"must_contain": ["--- Page 2 ---"]},
        ),
        (
            "normalisation",
            "nfd.txt",
            lambda: unicodedata.normalize("NFD", "le café était fermé").encode(),
            WITHOUT_PAGES | {"must_contain_nfc": ["le café était fermé"], "must_find_query": ["café"]},
        ),
        (
            "huge",
            "line.txt",
            lambda: (b"word " * 40_000) + b"theendword",
            WITHOUT_PAGES | {"must_find_query": ["theendword"]},
        ),
        (
            "stored_xss",
            "tags.txt",
            tags.encode,
            WITHOUT_PAGES
            | {"must_find_query": ["bergamot"], "html_must_not_contain": ["<script>alert", "</mark><script"]},
        ),
        (
            "wrong_type",
            "notes.txt",
            lambda: make_pdf(FERRY),
            paginated(1, quoted(FERRY, 1), must_not_contain=["endobj", "%PDF"]),
        ),
        ("wrong_type", "x.pdf", FERRY.encode, {"outcome": "rejected_or_indexed"}),
        (
            "filename",
            "..\\..\\quote\"'<b>.pdf",
            lambda: make_pdf(FERRY),
            paginated(1, quoted(FERRY, 1), no_500=True, html_must_not_contain=["<b>."]),
        ),
    ]

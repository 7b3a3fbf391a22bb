"""PDF: every physical page in order, its text cleaned once, its labels only as declared."""

import io
from importlib.metadata import version
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText, Text
from pypdf.constants import PageLabelStyle
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, TextStringObject

from documents.extractors import pdf, pdf_pages, pdf_second_reader
from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import PDF
from documents.extractors.pdf_characters import join_surrogates
from documents.extractors.pdf_structure import PdfStructure
from documents.text import render_plain

from .conftest import Read
from .pdf_files import FONT, content_stream, make_pdf, raw_pdf, rewrite_pdf

PDFIUM = f"pypdfium2 {version('pypdfium2')}"
PYPDF = f"pypdf {version('pypdf')}"


def page_texts(read: Read, data: bytes) -> list[str]:
    return [page.text for page in read(data, PDF).pages or ()]


def failure(read: Read, data: bytes) -> ExtractionFailure:
    with pytest.raises(ExtractionFailure) as caught:
        read(data, PDF)
    return caught.value


def test_pages_without_ink_keep_their_number(read: Read) -> None:
    outcome = read(make_pdf("one", "", "three"), PDF)
    assert [(page.number, page.text) for page in outcome.pages or ()] == [(1, "one"), (2, ""), (3, "three")]
    assert outcome.page_sources == ("text layer", "none", "text layer")
    assert outcome.page_problems == (None,) * 3
    assert outcome.text == ""


def bare_page(drawing: str, **entries: str) -> bytes:
    """A page without text; `entries` are of its dictionary."""
    more = "".join(f"/{name} {value}" for name, value in entries.items())
    return raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R{more}>>",
        f"<</Length {len(drawing)}>>\nstream\n{drawing}\nendstream",
    )


@pytest.mark.parametrize(
    "data",
    [
        bare_page("0 0 100 100 re f"),
        bare_page("BI /W 1 /H 1 /CS /G /BPC 8 ID x EI"),
        bare_page("", Annots="[<</Type/Annot/Subtype/Stamp/Rect[0 0 99 99]>>]"),
        bare_page("", Annots="[<</Type/Annot/Subtype/FreeText/Rect[0 0 99 99]>>]"),
    ],
    ids=["lines", "a picture", "a stamp", "an empty text box"],
)
def test_a_page_that_shows_something_and_has_no_text_lacks_a_text_layer(read: Read, data: bytes) -> None:
    outcome = read(data, PDF)
    assert (outcome.page_sources, outcome.page_problems) == (("none",), ("no-text-layer",))


@pytest.mark.parametrize(
    "data",
    [bare_page(""), bare_page("q Q"), bare_page("", Annots="[<</Type/Annot/Subtype/Link/Rect[0 0 99 99]>>]")],
    ids=["empty", "nothing drawn", "a link"],
)
def test_a_page_on_which_nothing_is_drawn_is_blank_and_lacks_nothing(read: Read, data: bytes) -> None:
    outcome = read(data, PDF)
    assert (outcome.page_sources, outcome.page_problems) == (("none",), (None,))


def test_a_page_is_called_blank_only_where_both_readers_see_the_same_pages(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PdfStructure, "page_count", 7)
    assert read(bare_page(""), PDF).page_problems == ("no-text-layer",)


def test_identical_pages_are_all_there(read: Read) -> None:
    assert page_texts(read, make_pdf("same", "same", "same")) == ["same"] * 3


def test_a_file_without_declared_labels_has_none(read: Read) -> None:
    assert read(make_pdf("one", "two"), PDF).page_labels is None


def test_declared_labels_are_given_for_every_page(read: Read) -> None:
    def label(writer: PdfWriter) -> None:
        writer.set_page_label(0, 1, style=PageLabelStyle.LOWERCASE_ROMAN)
        writer.set_page_label(2, 3, style=PageLabelStyle.DECIMAL, prefix="A-", start=7)

    assert read(rewrite_pdf(make_pdf("a", "b", "c", ""), label), PDF).page_labels == ("i", "ii", "A-7", "A-8")


def test_the_title_is_the_declared_one_unless_it_is_a_file_name(read: Read) -> None:
    assert read(make_pdf("x", title="Tide tables"), PDF).title == "Tide tables"
    assert read(make_pdf("x", title="draft 3.docx"), PDF).title is None
    assert read(make_pdf("x"), PDF).title is None


def test_a_word_broken_at_a_line_end_is_joined_by_a_word_of_another_page(read: Read) -> None:
    lines = "It was imple-) Tj 0 -14 Td (mented at once, so self-) Tj 0 -14 Td (publishing began."
    pages = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R/Resources<</Font<</F1 7 0 R>>>>>>",
        content_stream(lines),
        content_stream("Once more it was implemented."),
        FONT,
    )
    first, _ = page_texts(read, pages)
    assert "implemented at once" in first
    assert "self-publishing" in first


def test_surrogates_become_their_character() -> None:
    assert join_surrogates("a\ud83d\ude00b\ud800") == "a😀b\ud800"


def annotate(*annotations: DictionaryObject) -> bytes:
    def add(writer: PdfWriter) -> None:
        for annotation in annotations:
            writer.add_annotation(1, annotation)

    return rewrite_pdf(make_pdf("one", "", "three"), add)


def test_comments_and_text_boxes_are_read_on_their_page(read: Read) -> None:
    data = annotate(
        FreeText(text="left blank on purpose", rect=(50, 50, 200, 200)), Text(text="a remark", rect=(10, 10, 20, 20))
    )
    outcome = read(data, PDF)
    assert [page.text.strip() for page in outcome.pages or ()] == ["one", "left blank on purpose\na remark", "three"]
    assert outcome.page_sources == ("text layer",) * 3


def test_hidden_comments_are_not(read: Read) -> None:
    hidden = Text(text="hidden", rect=(10, 10, 20, 20))
    hidden[NameObject("/F")] = NumberObject(2)
    assert page_texts(read, annotate(hidden)) == ["one", "", "three"]


def form_field(**entries: Any) -> DictionaryObject:
    field = DictionaryObject({NameObject("/Type"): NameObject("/Annot"), NameObject("/Subtype"): NameObject("/Widget")})
    field[NameObject("/Rect")] = ArrayObject([NumberObject(0)] * 4)
    for key, value in entries.items():
        field[NameObject(f"/{key}")] = value
    return field


def test_form_values_are_read_on_their_page(read: Read) -> None:
    pair = ArrayObject([TextStringObject("NL"), TextStringObject("Netherlands")])
    parent = DictionaryObject({NameObject("/FT"): NameObject("/Tx"), NameObject("/V"): TextStringObject("inherited")})
    data = annotate(
        form_field(FT=NameObject("/Tx"), V=TextStringObject("TIDE-7")),
        form_field(FT=NameObject("/Ch"), V=TextStringObject("NL"), Opt=ArrayObject([pair])),
        form_field(FT=NameObject("/Btn"), V=NameObject("/Yes")),
        form_field(FT=NameObject("/Tx"), V=TextStringObject("secret"), Ff=NumberObject(1 << 13)),
        form_field(Parent=parent),
    )
    assert page_texts(read, data)[1].strip().split("\n") == ["TIDE-7", "Netherlands", "inherited"]


def encrypt(user: str, owner: str, algorithm: str = "AES-256") -> bytes:
    return rewrite_pdf(make_pdf("guarded"), lambda writer: writer.encrypt(user, owner, algorithm=algorithm))


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
def test_a_file_that_opens_without_a_password_is_read(read: Read, algorithm: str) -> None:
    assert page_texts(read, encrypt("", "owner", algorithm)) == ["guarded"]


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_a_file_that_needs_a_password_says_so(read: Read, algorithm: str) -> None:
    assert failure(read, encrypt("user", "owner", algorithm)).code == "password-needed"


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.4\nnot a PDF\n%%EOF\n",
        b"%PDF-1.4",
        raw_pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"),
        raw_pdf("<</Type/Catalog>>"),
    ],
)
def test_a_file_without_pages_is_damaged(read: Read, data: bytes) -> None:
    assert failure(read, data).code == "damaged"


def one_page(pages: str, *more: str) -> bytes:
    return raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        pages,
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        content_stream("still here"),
        FONT,
        *more,
    )


@pytest.mark.parametrize(
    "pages",
    [
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Pages/Kids[3 0 R]/Count 9999999999>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1000000>>",
        "<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>",
        "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 3>>",
        "<</Type/Pages/Kids[3 0 R 99 0 R]/Count 2>>",
    ],
)
def test_page_trees_that_lie_or_loop_give_the_pages_that_are_there(read: Read, pages: str) -> None:
    texts = page_texts(read, one_page(pages, "<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>"))
    assert texts[0] == "still here"
    assert set(texts[1:]) <= {"", "still here"}
    assert len(texts) < 10


def test_a_page_that_cannot_be_read_is_told_and_keeps_its_number(read: Read) -> None:
    outcome = read(one_page("<</Type/Pages/Kids[99 0 R 3 0 R]/Count 2>>"), PDF)
    assert [page.text for page in outcome.pages or ()] == ["", "still here"]
    assert outcome.page_problems == ("unreadable", None)
    assert outcome.page_extractors == (None, PDFIUM)
    assert outcome.page_sources == ("none", "text layer")
    assert outcome.notes == ()


def test_sound_pages_name_their_reader_and_no_problem_the_blank_ones_too(read: Read) -> None:
    outcome = read(make_pdf("one", "", "three"), PDF)
    assert outcome.page_extractors == (PDFIUM,) * 3
    assert outcome.page_problems == (None,) * 3


def spoil_contents(data: bytes, page: int) -> bytes:
    """The packed content of a page overwritten with zeros; its length stays."""
    reader = PdfReader(io.BytesIO(data))
    packed = reader.pages[page - 1]["/Contents"].get_object()._data  # type: ignore[attr-defined]
    assert data.count(packed) == 1
    return data.replace(packed, bytes(len(packed)))


def test_a_page_whose_content_cannot_be_unpacked_is_not_called_blank(read: Read) -> None:
    outcome = read(spoil_contents(make_pdf("one " * 50, "", "three"), 1), PDF)
    assert [page.text for page in outcome.pages or ()] == ["", "", "three"]
    assert outcome.page_problems == ("unreadable", None, None)
    assert outcome.page_extractors == (None, PDFIUM, PDFIUM)


def test_a_file_of_which_no_page_can_be_read_is_damaged(read: Read) -> None:
    """It is not said to be without text, as a scan is: nobody could look."""
    whole = one_page("<</Type/Pages/Kids[3 0 R]/Count 1>>")
    assert failure(read, whole.replace(b"/Contents 4 0 R", b"/Contents 9 0 R")).code == "damaged"


def test_a_page_that_pdfium_fails_on_is_read_by_pypdf(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = pdf_pages._page_text
    told = iter([None])
    monkeypatch.setattr(pdf_pages, "_page_text", lambda page: next(told, "") if "two" in sound(page) else sound(page))
    outcome = read(make_pdf("one", "two", "three"), PDF)
    assert [page.text for page in outcome.pages or ()] == ["one", "two", "three"]
    assert outcome.page_problems == (None, "second-reader", None)
    assert outcome.page_extractors == (PDFIUM, PYPDF, PDFIUM)


def only_for_pypdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """pdfium opens no file at its path, as if it were too damaged for it."""

    def read_bytes_only(source: Any) -> Any:
        return pdf_pages.read_with_pdfium(source) if isinstance(source, bytes) else None

    monkeypatch.setattr(pdf, "read_with_pdfium", lambda source: None)
    monkeypatch.setattr(pdf_second_reader, "read_with_pdfium", read_bytes_only)


def test_a_file_that_pdfium_cannot_open_is_read_by_pypdf(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    only_for_pypdf(monkeypatch)
    outcome = read(make_pdf("one", "", "three"), PDF)
    assert [page.text for page in outcome.pages or ()] == ["one", "", "three"]
    assert outcome.page_extractors == (PYPDF,) * 3
    assert outcome.page_problems == (None, "no-text-layer", None)  # whether anything is drawn there, pypdf cannot tell
    assert "The file is damaged" in outcome.notes[0]


def test_a_page_of_it_that_pypdf_fails_on_is_read_by_pdfium(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    only_for_pypdf(monkeypatch)
    monkeypatch.setattr(PdfStructure, "page_text", lambda self, number: None if number == 2 else "by pypdf")
    outcome = read(make_pdf("one", "two", "three"), PDF)
    assert [page.text for page in outcome.pages or ()] == ["by pypdf", "two", "by pypdf"]
    assert outcome.page_problems == (None, "second-reader", None)
    assert outcome.page_extractors == (PYPDF, PDFIUM, PYPDF)


def test_a_page_that_neither_reads_is_told(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    only_for_pypdf(monkeypatch)
    outcome = read(spoil_contents(make_pdf("one " * 50, "two"), 1), PDF)
    assert outcome.page_problems == ("unreadable", None)
    assert outcome.page_extractors == (None, PYPDF)


def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes(read: Read) -> None:
    whole = one_page("<</Type/Pages/Kids[3 0 R]/Count 1>>")
    outcome = read(whole[: whole.index(b"xref")], PDF)
    assert [page.text for page in outcome.pages or ()] == ["still here"]
    assert "damaged" in outcome.notes[0]


def test_a_page_of_glyph_numbers_has_no_text(read: Read) -> None:
    rubbish = "<</Length 37>>\nstream\nBT /F1 12 Tf 72 700 Td <01020304> Tj ET\nendstream"
    font = (
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<<>>/FirstChar 0/LastChar 9"
        "/Widths[1 1 1 1 1 1 1 1 1 1]/Encoding<</Type/Encoding/Differences[0/g0/g1/g2/g3/g4/g5/g6/g7/g8/g9]>>>>"
    )
    data = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        rubbish,
        font,
    )
    outcome = read(data, PDF)
    assert [page.text for page in outcome.pages or ()] == [""]
    assert outcome.page_sources == ("none",)
    assert outcome.page_problems == ("unusable-text-layer",)
    assert outcome.page_extractors == (PDFIUM,)


def test_a_page_of_numbered_glyphs_has_no_text(read: Read) -> None:
    outcome = read(make_pdf("(cid:12)(cid:7) (cid:31)" * 9, "The mark (cid:12) stands for a glyph."), PDF)
    assert [page.text for page in outcome.pages or ()] == ["", "The mark (cid:12) stands for a glyph."]
    assert outcome.page_problems == ("unusable-text-layer", None)


def test_the_outline_gives_places_where_its_lines_stand(read: Read) -> None:
    data = make_pdf("Scope\nWhat it is about.", "more\nTerms\nThe terms.", outline=[("Scope", 1), ("Terms", 2)])
    outcome = read(data, PDF)
    text, _ = render_plain(outcome.pages or ())
    assert [(place.label, text[place.start :].split("\n")[0]) for place in outcome.places] == [
        ("Scope", "Scope"),
        ("Terms", "Terms"),
    ]

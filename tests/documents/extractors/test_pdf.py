"""PDF: every physical page in order, its text cleaned once, its labels only as declared."""

from typing import Any

import pytest
from pypdf import PdfWriter
from pypdf.annotations import FreeText, Text
from pypdf.constants import PageLabelStyle
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, TextStringObject

from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import PDF
from documents.extractors.pdf_pages import join_surrogates
from documents.text import render_plain

from .conftest import Read
from .pdf_files import FONT, content_stream, make_pdf, raw_pdf, rewrite_pdf


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
    assert outcome.text == ""


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


def test_a_page_that_cannot_be_read_is_noted_and_keeps_its_number(read: Read) -> None:
    outcome = read(one_page("<</Type/Pages/Kids[99 0 R 3 0 R]/Count 2>>"), PDF)
    assert [page.text for page in outcome.pages or ()] == ["", "still here"]
    assert outcome.notes == ("Damaged, and not read: page 1.",)


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


def test_the_outline_gives_places_where_its_lines_stand(read: Read) -> None:
    data = make_pdf("Scope\nWhat it is about.", "more\nTerms\nThe terms.", outline=[("Scope", 1), ("Terms", 2)])
    outcome = read(data, PDF)
    text, _ = render_plain(outcome.pages or ())
    assert [(place.label, text[place.start :].split("\n")[0]) for place in outcome.places] == [
        ("Scope", "Scope"),
        ("Terms", "Terms"),
    ]

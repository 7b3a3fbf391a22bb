"""The sample documents show what they are made to show."""

from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText
from documents.extractors.sandbox import extract_confined
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type
from documents.text import PAGE_SEPARATOR, check_page_spans, page_for_offset, render_plain
from kb_project.samples import SAMPLE_FILES

from .limits import ROOMY


def read_sample(suffix: str, limits: Limits = ROOMY) -> ExtractedText:
    path = next(path for path in SAMPLE_FILES.values() if path.suffix == suffix)
    head = path.read_bytes()[:HEAD_BYTES]
    return extract_confined(path, sniff_media_type(head, lambda: path.open("rb"), path.name), limits)


def test_the_handbook_has_roman_front_matter_and_a_blank_page() -> None:
    handbook = read_sample(".pdf")
    pages = handbook.pages or ()
    assert handbook.page_labels == ("i", "ii", "iii", "1", "2", "3", "4", "5", "6")
    assert [page.number for page in pages if not page.text] == [7]
    assert [place.label for place in handbook.places][-2:] == ["4 Storms and failures", "5 The log and the archive"]


def test_the_answer_to_the_sample_question_crosses_a_page_break() -> None:
    text, spans = render_plain(read_sample(".pdf").pages or ())
    assert check_page_spans(text, spans, 9) == []
    start = text.index("When more\nthan twenty centimetres of silt have gathered")
    end = text.index("the well must be flushed at the next spring tide.")
    assert (page_for_offset(spans, start), page_for_offset(spans, end)) == (5, 6)
    assert text[start:end].count(PAGE_SEPARATOR) == 1


def test_the_running_lines_repeat() -> None:
    pages = read_sample(".pdf").pages or ()
    assert sum(page.text.startswith("Field Handbook - North Quay Station\n") for page in pages) == 7


def test_the_agreement_has_headings_a_table_and_a_footnote_and_no_pages() -> None:
    agreement = read_sample(".docx")
    assert agreement.pages is None
    assert "3.1 Response time" in [place.label for place in agreement.places]
    assert "Radar sensor | every month | check against the test plate | the Harbour Office" in agreement.text
    assert "Footnote 1: A working day" in agreement.text


def test_the_notes_have_headings_and_none_of_them_in_the_code_block() -> None:
    notes = read_sample(".md")
    assert [place.label for place in notes.places][-2:] == ["Taking data home", "House rules"]

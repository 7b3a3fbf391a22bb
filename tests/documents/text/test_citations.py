import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, Place, TextSpan, build_citation, pages_for_span, render_plain, text_sha256
from tests.strategies import awkward_text, rendered, texts_with_span

TEXT, SPANS = render_plain([PageText(6, "the end of a sentence"), PageText(7, "that began before")])
LABELS = [None, None, None, None, None, "iv", "v"]


PASSAGE = TextSpan(4, 27)


def cite(text=TEXT, span=PASSAGE, **known):
    return build_citation(
        document_id=7,
        title="Annual report",
        revision_number=2,
        text_sha256=text_sha256(text),
        text=text,
        span=span,
        **known,
    )


def test_the_record_is_the_one_shape():
    citation = cite(page_spans=SPANS, page_count=120, page_labels=LABELS, url="https://kb.example/documents/7/#passage")
    assert citation.as_dict() == {
        "document": {"id": 7, "title": "Annual report"},
        "revision": {"number": 2, "text_sha256": hashlib.sha256(TEXT.encode()).hexdigest()},
        "start": 4,
        "end": 27,
        "unit": "code point",
        "quote": "end of a sentence\n\nthat",
        "prefix": "the ",
        "suffix": " began before",
        "pages": [
            {"number": 6, "label": "iv", "start": 4, "end": 21},
            {"number": 7, "label": "v", "start": 23, "end": 27},
        ],
        "page_count": 120,
        "place": None,
        "locator": "pp. iv–v (pages 6–7 of 120)",
        "url": "https://kb.example/documents/7/#passage",
    }


def test_a_document_without_pages_has_no_page_in_its_record():
    heading = Place("heading", "3.2 Renewal", 0, 100)
    record = cite(places=[heading]).as_dict()
    assert (record["pages"], record["page_count"], record["url"]) == (None, None, None)
    assert record["place"] == {"kind": "heading", "label": "3.2 Renewal", "start": 0, "end": 100}
    assert record["locator"] == "§ 3.2 Renewal"


@pytest.mark.parametrize(
    ("words", "place", "locator"),
    [
        ("one", "1", "slide 1"),
        ("one\n\n", "1", "slide 1"),
        ("\n\ntwo", "2", "slide 2"),
        ("one\n\ntwo", "1", "slides 1–2"),
        ("begins \none\n\ntwo ends", "1", "slides 1–2"),
        ("begins \no", "1", "slide 1"),
        ("o ends", "2", "slide 2"),
        ("begins", None, ""),
    ],
)
def test_a_passage_is_cited_by_the_places_of_its_first_and_last_ink(words, place, locator):
    text = "begins \none\n\ntwo ends"
    slides = [Place("slide", "1", 8, 12), Place("slide", "2", 12, 16)]
    start = text.index(words)
    citation = cite(text, TextSpan(start, start + len(words)), places=iter(slides))
    record = citation.as_dict()
    assert record["locator"] == locator
    assert (record["place"] and record["place"]["label"]) == place
    assert record.keys() == cite().as_dict().keys()


def test_a_place_from_the_outline_stands_beside_the_pages():
    citation = cite(page_spans=SPANS, page_count=7, places=[Place("heading", "Risk", 0, 100)])
    assert citation.place.label == "Risk"
    assert citation.locator == "pp. 6–7 of 7"


def test_a_page_without_a_label_has_none_in_the_record():
    pages = cite(page_spans=SPANS, page_count=7, page_labels=["", *LABELS[1:6], " "]).pages
    assert [page.label for page in pages] == ["iv", None]


def test_a_passage_inside_a_separator_has_no_page():
    citation = cite(span=TextSpan(21, 23), page_spans=SPANS, page_count=7)
    assert citation.pages == ()
    assert citation.locator == ""


@given(rendered.flatmap(lambda drawn: texts_with_span(text=st.just(drawn[0])).map(lambda found: (*found, drawn[1]))))
def test_the_quote_and_its_pages_are_cut_from_the_text(drawn):
    text, span, spans = drawn
    citation = cite(text, span, page_spans=spans, page_count=99)
    assert citation.prefix + citation.quote + citation.suffix in text
    assert text[span.start : span.end] == citation.quote
    assert tuple(page.number for page in citation.pages) == pages_for_span(spans, span.start, span.end)
    assert all(span.start <= page.start < page.end <= span.end for page in citation.pages)


@given(awkward_text)
def test_a_record_survives_json(text):
    record = cite(text, TextSpan(0, len(text))).as_dict()
    assert json.loads(json.dumps(record)) == record


@pytest.mark.parametrize("span", [TextSpan(-1, 2), TextSpan(0, 1000), TextSpan(9, 3)])
def test_a_span_outside_the_text_is_not_cited(span):
    with pytest.raises(ValueError, match="not within"):
        cite(span=span)


def test_the_digest_is_that_of_the_utf8_form():
    assert text_sha256("é") == hashlib.sha256(b"\xc3\xa9").hexdigest()

"""The forms of a citation: each says the same, none breaks on what it holds, and the JSON ones can be read back."""

import json
import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from documents.text import Place, TextSpan, build_citation, has_ink, text_sha256
from documents.text.citation_formats import CITATION_FORMATS, CitationDetails, format_citation, quoted
from documents.text.citation_parts import citation_key, page_range
from documents.text.citation_reading import read_citation
from documents.text.rendering import render_plain
from documents.text.values import PageText
from tests.strategies import awkward_text

JSON_FORMS = ("json", "csl-json", "web-annotation")
DETAILS = CitationDetails(
    original_url="https://kb.example/documents/7/file/?revision=2",
    text_url="https://kb.example/api/v1/documents/7/text/?v=ab",
    media_type="application/pdf",
    read_at=datetime(2026, 3, 1, 12, 30, tzinfo=UTC),
    accessed=date(2026, 4, 9),
)
# The names of csl-data.json that are used here; it allows no others.
CSL_STRINGS = {"title", "page", "number-of-pages", "section", "URL", "version", "note", "id", "type"}


def cite(text="the end of a sentence", span=None, title="Annual report", **known):
    return build_citation(
        document_id=7,
        title=title,
        revision_number=2,
        text_sha256=text_sha256(text),
        text=text,
        span=span or TextSpan(0, len(text)),
        url=known.pop("url", "https://kb.example/documents/7/passages/4-27/?v=ab#passage"),
        **known,
    )


def cite_pages(labels=None, page_count=120):
    text, spans = render_plain([PageText(6, "the end of a sentence"), PageText(7, "that began before")])
    return cite(text, TextSpan(4, 27), page_spans=spans, page_count=page_count, page_labels=labels)


LABELLED = cite_pages([None] * 5 + ["iv", "v"] + [None] * 113)
PLACED = cite(places=[Place("heading", "3.2 Renewal", 0, 21)])


def written(code, citation):
    return format_citation(code, citation, DETAILS)


def test_every_form_is_named_and_written():
    assert list(CITATION_FORMATS) == ["text", "markdown", "link", "bibtex", "csl-json", "web-annotation", "json"]
    assert all(written(code, LABELLED).endswith("\n") for code in CITATION_FORMATS)
    with pytest.raises(KeyError):
        written("pdf", LABELLED)


def test_the_text_names_words_title_printed_and_counted_pages_and_link():
    assert written("text", LABELLED) == (
        "“end of a sentence that” — Annual report, pp. iv–v (pages 6–7 of 120)."
        " https://kb.example/documents/7/passages/4-27/?v=ab#passage\n"
    )


def test_markdown_is_a_quotation_with_its_source():
    assert written("markdown", LABELLED) == (
        "> end of a sentence\n>\n> that\n\n— [Annual report, pp. iv–v (pages 6–7 of 120)]"
        "(<https://kb.example/documents/7/passages/4-27/?v=ab#passage>)\n"
    )


def test_without_an_address_nothing_links_and_nothing_is_missing():
    citation = cite(url="")
    assert written("text", citation) == "“the end of a sentence” — Annual report.\n"
    assert written("markdown", citation).endswith("— Annual report\n")
    assert "url" not in written("bibtex", citation)
    assert "URL" not in json.loads(written("csl-json", citation))[0]


def test_bibtex_has_pages_in_its_own_dashes_and_a_key_that_does_not_know_the_title():
    entry = written("bibtex", LABELLED)
    assert entry.startswith(f"@misc{{{citation_key(LABELLED)},\n  title = {{{{Annual report}}}},\n  pages = {{iv--v}},")
    assert "  urldate = {2026-04-09},\n" in entry
    assert citation_key(cite(title="Renamed: café")) == citation_key(cite())
    assert re.fullmatch(r"[a-z0-9-]+", citation_key(cite()))


def test_csl_json_uses_only_what_its_schema_knows():
    (item,) = json.loads(written("csl-json", LABELLED))
    assert {name for name, value in item.items() if isinstance(value, str)} <= CSL_STRINGS
    assert set(item) - CSL_STRINGS == {"accessed", "custom"}
    assert item["page"] == "iv–v"
    assert item["accessed"] == {"date-parts": [[2026, 4, 9]]}
    assert item["custom"]["citation"] == LABELLED.as_dict()


def test_a_web_annotation_has_the_selectors_of_the_standard():
    annotation = json.loads(written("web-annotation", LABELLED))
    assert annotation["@context"] == "http://www.w3.org/ns/anno.jsonld"
    assert (annotation["type"], annotation["motivation"]) == ("Annotation", "highlighting")
    target = annotation["target"]
    assert target["source"]["id"] == DETAILS.original_url
    assert target["state"]["schema:sha256"] == LABELLED.text_sha256
    assert target["state"]["sourceDate"] == "2026-03-01T12:30:00Z"
    quote, position, *pages = target["selector"]
    assert quote == {
        "type": "TextQuoteSelector",
        "exact": "end of a sentence\n\nthat",
        "prefix": "the ",
        "suffix": " began before",
    }
    assert position == {"type": "TextPositionSelector", "start": 4, "end": 27}
    assert [(page["conformsTo"], page["value"]) for page in pages] == [
        ("http://tools.ietf.org/rfc/rfc8118", "page=6"),
        ("http://tools.ietf.org/rfc/rfc8118", "page=7"),
    ]


@pytest.mark.parametrize("code", CITATION_FORMATS)
def test_a_document_without_pages_has_no_page_in_any_form(code):
    shown = written(code, PLACED).replace('"pages": null', "").replace('"page_count": null', "")
    assert "page" not in shown.lower()
    assert code == "link" or "3.2 Renewal" in shown


def test_the_place_stands_in_the_fields_for_it():
    (item,) = json.loads(written("csl-json", PLACED))
    assert item["section"] == "3.2 Renewal"
    assert item["note"].startswith("§ 3.2 Renewal; ")
    assert json.loads(written("csl-json", cite(places=[Place("slide", "4", 0, 21)])))[0]["section"] == "slide 4"


def test_a_passage_over_two_places_has_both_in_the_field_for_them():
    chapters = [Place("heading", "One", 0, 10), Place("heading", "Two", 10, 99)]
    (item,) = json.loads(written("csl-json", cite(places=chapters)))
    assert item["section"] == "One – Two"
    assert item["note"].startswith("§ One – § Two; ")


@pytest.mark.parametrize(
    ("labels", "expected"),
    [(None, "6–7"), (["", "", "", "", "", "iv", ""], "6–7"), ([""] * 5 + ["A-3", "A-4"], "A-3–A-4"),
     ([""] * 5 + ["xx", "1"], "xx, 1")],
)  # fmt: skip
def test_a_range_of_pages_is_printed_where_every_page_has_a_label(labels, expected):
    assert page_range(cite_pages(labels, page_count=7)) == expected


def test_a_page_that_is_not_cited_breaks_the_range():
    text, spans = render_plain([PageText(1, "one"), PageText(2, " "), PageText(3, "three")])
    citation = cite(text, page_spans=spans, page_count=3, page_labels=["i", "ii", "ii"])
    assert page_range(citation) == "i, ii"


@pytest.mark.parametrize(
    ("words", "expected"),
    [("plain", "“plain”"), ('he said "no"', '“he said "no"”'), ("he said “no”", "«he said “no”»"),
     ("“a” «b» ‹c» 「d」", "““a” «b» ‹c» 「d」”")],
)  # fmt: skip
def test_quotation_marks_around_a_quote_are_others_than_those_in_it(words, expected):
    assert quoted(words) == expected


def test_words_from_right_to_left_keep_their_direction_to_themselves():
    assert written("text", cite("שלום", title="דוח")).startswith("\u2068“שלום”\u2069 — \u2068דוח\u2069. ")
    assert "\u2068" not in written("text", LABELLED)


def test_a_line_feed_ends_no_line_of_a_form():
    assert written("text", cite("one\ntwo\n\nthree", title="A\ntitle")).count("\n") == 1
    assert "annote = {one two three}" in written("bibtex", cite("one\ntwo\n\nthree"))


@pytest.mark.parametrize("title", ["100% R&D_costs #1 $ {x} ~ ^ \\", "}{", "{{{", "@misc{x,", "naïve – „Zitat“"])
def test_bibtex_keeps_every_sign_of_a_title_apart_from_its_own(title):
    entry = written("bibtex", cite(title=title))
    assert balanced(entry)
    assert not re.search(r"(?<!\\)[%#&$_]", re.search(r"title = (.*)", entry)[1])
    assert "naïve" not in title or "naïve – „Zitat“" in entry


def balanced(entry):
    depth = 0
    for brace in re.findall(r"[{}]", entry):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


@given(awkward_text, st.text(st.sampled_from("{}\\%$#&_~^<>|\"'@, \nab"), max_size=20))
def test_the_braces_of_bibtex_balance_and_close_only_at_the_end(text, title):
    entry = written("bibtex", cite("{" + text + "}\\" + title, title=title))
    assert balanced(entry)
    assert entry.endswith("\n}\n")
    assert balanced(entry[: -len("}\n")] + "}")


MARKDOWN = MarkdownIt("commonmark")


def rendered_text(markdown):
    """The words and the links that a Markdown reader shows, and every kind of block and span that it sees."""
    words, links, kinds = [], [], set()
    for token in MARKDOWN.parse(markdown):
        kinds.add(token.type)
        for child in token.children or ():
            kinds.add(child.type)
            words.append(child.content if child.type == "text" else " ")
            links += [child.attrs["href"]] if child.type == "link_open" else []
        words.append(" ")
    return " ".join("".join(words).split()), links, kinds


PLAIN_KINDS = {"blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close", "inline", "text"} | {
    "link_open",
    "link_close",
}
marked_text = st.text(st.sampled_from("*_`[]()<>#+-=!|~&\\.:1a \n\t>"), max_size=30)


@given(marked_text, marked_text)
def test_markdown_shows_the_very_words_and_one_link_whatever_they_hold(quote, title):
    quote = f"x {quote}"
    shown, links, kinds = rendered_text(written("markdown", cite(quote, title=title)))
    assert shown.startswith(" ".join(quote.split()))
    assert " ".join(title.split()) in shown
    assert links == ([cite().url] if title.strip() else links)
    assert kinds <= PLAIN_KINDS


@given(marked_text.filter(has_ink))
def test_markdown_sees_no_list_heading_or_code_where_a_quote_begins_like_one(quote):
    shown, _, kinds = rendered_text(written("markdown", cite(quote)))
    assert " ".join(quote.split()) in shown.replace("  ", " ")
    assert kinds <= PLAIN_KINDS


def test_an_address_stays_one_address():
    citation = cite(url="https://kb.example/a b/(c)/{d}/<e>/\\é?v=1%20#passage")
    assert "(<https://kb.example/a%20b/%28c%29/%7Bd%7D/%3Ce%3E/%5C%C3%A9?v=1%20#passage>)" in written(
        "markdown", citation
    )
    assert balanced(written("bibtex", citation))


@given(st.data(), st.sampled_from(JSON_FORMS))
def test_what_is_written_as_json_is_read_back(data, code):
    text = data.draw(awkward_text.filter(has_ink))
    inked = [at for at in range(len(text)) if has_ink(text[at])]
    at = data.draw(st.sampled_from(inked))
    citation = cite(text, TextSpan(data.draw(st.integers(0, at)), data.draw(st.integers(at + 1, len(text)))))
    cited = read_citation(written(code, citation))
    assert (cited.document_id, cited.text_sha256) == (7, citation.text_sha256)
    assert (cited.start, cited.end) == (citation.start, citation.end)
    assert (cited.quote, cited.prefix, cited.suffix) == (citation.quote, citation.prefix, citation.suffix)


@pytest.mark.parametrize("code", JSON_FORMS)
def test_the_pages_that_a_form_names_are_read_back(code):
    cited = read_citation(written(code, LABELLED))
    assert cited.pages == (6, 7)
    assert cited.title == "Annual report"
    assert cited.locator in (None, LABELLED.locator)

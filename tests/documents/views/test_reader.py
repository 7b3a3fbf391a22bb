"""The reader: it opens where the address says, finds words, and never names a page that is not there."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from documents.models import Document, Revision
from documents.services import pictures
from documents.services.pictures import PageMarks, PageRect, PageSize, PictureUnavailable
from documents.text import Place
from documents.text.finding import Occurrences, find_occurrences
from documents.views import reader_hits, reader_pictures
from tests.documents.views.conftest import House
from tests.factories import DOCX, add_revision, make_document


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of one size, and a rectangle for each span: what is drawn is tested where it is drawn."""

    def sizes(revision: Any) -> tuple[PageSize, ...]:
        return (PageSize(612.0, 792.0),) * (revision.page_count or 0)

    def marks(revision: Any, number: int, spans: Any) -> PageMarks:
        rects = tuple((PageRect(0.1, 0.1, 0.2, 0.2),) if span.start < span.end else () for span in spans)
        return PageMarks(number, sizes(revision)[0], rects)

    monkeypatch.setattr(reader_pictures, "page_sizes", sizes)
    monkeypatch.setattr(reader_pictures, "page_marks", marks)
    monkeypatch.setattr("documents.templatetags.pictures_tags.page_sizes", sizes)


def read(client: Client, document: Document, **asked: Any) -> str:
    response = client.get(reverse("document-read", args=[document.pk]), asked)
    assert response.status_code == 200
    return response.content.decode()


def unit(client: Client, document: Document, number: int, **asked: Any) -> str:
    response = client.get(reverse("document-read-unit", args=[document.pk, number]), asked)
    assert response.status_code == 200
    return response.content.decode()


def layout(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="reader-layout" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def shown_page(page: str) -> str:
    found = re.search(r'class="reader-pages">.*?<h2 class="page-rule"[^>]*><span>(.*?)</span>', page, re.DOTALL)
    assert found
    return found[1]


def told(page: str) -> str:
    found = re.search(r"<p [^>]*data-elsewhere>(.*?)</p>", page, re.DOTALL)
    assert found
    return re.sub(r"<[^>]*>", "", found[1])


def goes_to(client: Client, document: Document, **asked: Any) -> str:
    response = client.get(reverse("document-read", args=[document.pk]), asked)
    assert response.status_code == 302
    return str(response["Location"])


@pytest.mark.parametrize("name", ["document-read", "document-read-unit"])
def test_nobody_signs_in_first_and_strangers_find_nothing(house: House, name: str) -> None:
    address = reverse(name, args=[house.document.pk, 1] if name.endswith("unit") else [house.document.pk])
    assert Client().get(address)["Location"].startswith(reverse("login"))
    assert house.stranger.get(address).status_code == 404
    assert house.reader.get(address).status_code == 200
    assert house.reader.post(address).status_code == 405


def test_the_reader_is_the_first_tab(house: House) -> None:
    tabs = re.search(r'<nav class="tabs".*?</nav>', read(house.reader, house.document), re.DOTALL)
    assert tabs
    assert re.findall(r">([A-Z]\w+)</a>", tabs[0])[0] == "Read"


def test_it_opens_at_the_page_of_the_address(house: House) -> None:
    page = read(house.reader, house.document, page=3)
    assert shown_page(page) == "p. 1 (page 3 of 3)"
    assert "The notice period is six months." in page
    assert "Front matter." not in page


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({}, "p. i (page 1 of 3)"),
        ({"page": "0"}, "p. i (page 1 of 3)"),
        ({"page": "-4"}, "p. i (page 1 of 3)"),
        ({"page": "iv"}, "p. i (page 1 of 3)"),
        ({"page": "٣"}, "p. i (page 1 of 3)"),
        ({"page": "9" * 2000}, "p. 1 (page 3 of 3)"),
        ({"page": "4"}, "p. 1 (page 3 of 3)"),
        ({"page": "2", "zoom": "1e9", "view": "x", "beside": "<b>", "hit": "\0"}, "p. ii (page 2 of 3)"),
        ({"page": "2", "q": "\0", "hit": "9" * 99}, "p. ii (page 2 of 3)"),
    ],
)
def test_whatever_the_address_holds_a_page_is_shown(house: House, asked: dict[str, str], shown: str) -> None:
    assert shown_page(read(house.reader, house.document, **asked)) == shown


def test_a_fragment_is_one_page_and_there_is_none_beyond_the_last(house: House) -> None:
    assert "Front matter." in unit(house.reader, house.document, 1)
    for number in (0, 4, 10**30):
        address = reverse("document-read-unit", args=[house.document.pk, 1]).replace("/1/", f"/{number}/")
        assert house.reader.get(address).status_code == 404


def test_the_size_of_each_page_is_known_before_its_picture(house: House) -> None:
    page = read(house.reader, house.document, page=2, zoom="100")
    assert '<svg class="strut" viewBox="0 0 612.0 792.0" width="816"' in page
    assert layout(page)["sizes"] == [[3, 612.0, 792.0]]
    assert "style=" not in page


def test_a_page_is_asked_for_by_its_label_or_its_number(house: House) -> None:
    address = goes_to(house.reader, house.document, go="ii", page="1", q="notice", zoom="100")
    assert address == "?page=2&label=ii&q=notice&zoom=100#reader"
    assert "hit=1" in goes_to(house.reader, house.document, go="ii", q="notice", hit="1")
    assert goes_to(house.reader, house.document, go="1") == "?page=3&label=1#reader"
    assert goes_to(house.reader, house.document, label="ii") == "?page=2&label=ii#reader"
    assert "page=3" in goes_to(house.reader, house.document, go="page 3 of 3")


def test_a_number_in_the_address_wins_over_the_label_beside_it(house: House) -> None:
    assert shown_page(read(house.reader, house.document, page=1, label="ii")) == "p. i (page 1 of 3)"


def test_an_unknown_page_is_said_and_the_page_stays(house: House) -> None:
    page = read(house.reader, house.document, page=2, go="<b>xii</b>")
    assert "No page has the label “&lt;b&gt;xii&lt;/b&gt;”, and the pages count from 1 to 3." in page
    assert shown_page(page) == "p. ii (page 2 of 3)"


def test_a_label_that_repeats_offers_its_pages(house: House) -> None:
    document = make_document(pages=["One.", "Two.", "Three."], labels=["1", "2", "1"], collection=house.collection)
    page = read(house.reader, document, page=2, go="1")
    assert "Several pages have the label “1”. Which one?" in page
    assert ">p. 1 of 3</a>" in page
    assert ">p. 1 (page 3 of 3)</a>" in page
    assert shown_page(page) == "p. 2 of 3"


def test_corrected_labels_are_the_ones_that_count(house: House) -> None:
    house.document.revisions.update(page_labels=["A-1", "A-2", "A-3"])
    assert shown_page(read(house.reader, house.document, page=3)) == "p. A-3 (page 3 of 3)"
    assert "page=2" in goes_to(house.reader, house.document, go="A-2")


def found_document(house: House) -> Document:
    pages = ["A notice.", "Nothing.", "Notice and notice", "given. The NO-\nTICE ends."]
    return make_document(pages=pages, labels=["i", "ii", "iii", "iv"], collection=house.collection)


def test_words_are_found_and_counted_and_marked(house: House) -> None:
    document = found_document(house)
    page = read(house.reader, document, q="notice", hit=2)
    assert shown_page(page) == "p. iii (page 3 of 4)"
    assert ">2 of 4</output>" in page
    assert '<mark data-number="2" class="current">Notice</mark>' in page
    assert '<mark data-number="3">notice</mark>' in page
    assert page.count('<rect class="evidence"') == 1
    assert page.count('<rect class="word"') == 1
    assert "hit=1" in page
    assert "hit=3" in page
    assert layout(page)["hits"] == [1, 1, 2, 2, 1, 1]


def test_words_are_looked_for_from_the_page_on(house: House) -> None:
    document = found_document(house)
    assert goes_to(house.reader, document, q="notice", **{"from": 1}) == "?page=1&label=i&q=notice&hit=1#reader"
    assert goes_to(house.reader, document, q="notice", **{"from": 2}) == "?page=3&label=iii&q=notice&hit=2#reader"
    assert goes_to(house.reader, document, q="zebra", **{"from": 2}) == "?page=2&label=ii&q=zebra#reader"
    assert goes_to(house.reader, document, q="a notice", **{"from": 9}) == "?page=4&label=iv&q=a+notice#reader"


def test_the_page_that_is_named_is_never_left(house: House) -> None:
    document = found_document(house)
    page = read(house.reader, document, q="notice", page=2)
    assert shown_page(page) == "p. ii (page 2 of 4)"
    assert ">4 found</output>" in page
    assert told(page) == "“notice” is not here. The next place: p. iii (page 3 of 4)"
    assert re.search(r'href="\?page=3&amp;label=iii&amp;q=notice&amp;hit=2#reader" aria-label="Next place"', page)
    assert re.search(r'href="\?page=1&amp;label=i&amp;q=notice&amp;hit=1#reader" aria-label="Previous place"', page)
    stays = read(house.reader, document, q="notice", page=2, hit=4)
    assert shown_page(stays) == "p. ii (page 2 of 4)"
    assert ">4 of 4</output>" in stays
    assert ">2 of 4</output>" in read(house.reader, document, q="notice", page=3)


def test_past_the_last_place_the_search_starts_over_only_when_asked(house: House) -> None:
    document = found_document(house)
    page = read(house.reader, document, q="a notice", page=4)
    assert shown_page(page) == "p. iv (page 4 of 4)"
    assert told(page) == "“a notice” is neither here nor further on. The first place: p. i (page 1 of 4)"
    last = read(house.reader, document, q="notice", page=4)
    assert re.search(r'href="\?page=1&amp;label=i&amp;q=notice&amp;hit=1#reader" aria-label="Next place"', last)


def test_thousands_of_places_are_all_reached_and_told_in_few_words(house: House) -> None:
    document = make_document(pages=["One notice, another notice."] * 1200, collection=house.collection)
    page = read(house.reader, document, q="notice", page=1100)
    assert shown_page(page) == "p. 1100 of 1200"
    assert ">2,199 of 2,400</output>" in page
    assert shown_page(read(house.reader, document, q="notice", hit=2400)) == "p. 1200 of 1200"
    assert len(page) < 45_000


def test_where_places_are_not_counted_that_is_said(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_hits, "MOST_HITS", 2)
    page = read(house.reader, make_document(pages=["An owl"] * 4, collection=house.collection), q="owl", page=3)
    assert told(page) == "Places this far on are not counted. The last that is: p. 2 of 4"
    assert ">more than 2 found</output>" in page


def test_a_text_is_searched_once_for_all_its_pages(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []

    def find(text: str, *asked: Any) -> Occurrences:
        searched.append(text)
        return find_occurrences(text, *asked)

    monkeypatch.setattr(reader_hits, "find_occurrences", find)
    document = make_document(pages=["A heron.", "Two herons."], collection=house.collection)
    other = make_document(pages=["No heron at all."], collection=house.collection)
    for number in (1, 2, 1):
        assert "<mark" in unit(house.reader, document, number, q="heron")
    assert "<mark" in unit(house.reader, other, 1, q="heron")
    assert "<mark" in unit(house.reader, document, 2, q="herons")
    assert len(searched) == 3


def test_a_page_full_of_places_marks_those_about_the_one_that_is_shown(house: House) -> None:
    document = make_document(pages=["a " * 3000], collection=house.collection)
    page = unit(house.reader, document, 1, q="a", hit=2900)
    assert page.count("<mark") == 1000
    assert '<mark data-number="2900" class="current">' in page


def test_a_place_across_a_page_break_is_on_both_pages(house: House) -> None:
    document = found_document(house)
    asked = {"q": "notice given", "hit": 1}
    assert layout(read(house.reader, document, **asked))["crossing"] == {"1": 4}
    for number, words in ((3, "notice"), (4, "given")):
        page = unit(house.reader, document, number, **asked)
        assert f'<mark data-number="1" class="current">{words}</mark>' in page
        assert '<rect class="evidence"' in page
    assert "<mark" not in unit(house.reader, document, 2, **asked)


def test_words_that_are_not_there_are_said_to_be_missing(house: House) -> None:
    page = read(house.reader, house.document, q="<zebra>", page=3)
    assert "“&lt;zebra&gt;” does not stand in this text." in page
    assert "data-found" not in page
    assert shown_page(page) == "p. 1 (page 3 of 3)"


def test_more_places_than_are_counted_are_said_to_be_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_hits, "MOST_HITS", 1000)
    document = make_document(pages=["an emu " * 1200], collection=house.collection)
    assert ">1 of more than 1,000</output>" in read(house.reader, document, q="emu")


def test_the_reader_has_one_box_to_search_and_a_link_to_search_by_meaning(house: House) -> None:
    page = read(house.reader, house.document)
    assert page.count('type="search"') == 1
    assert re.search(rf'href="/\?document={house.document.pk}">Search by meaning</a>', page)


def test_what_a_document_is_and_may_be_done_with_is_folded_until_something_is_to_be_told(house: House) -> None:
    page = read(house.editor, house.document)
    about = page[page.index("<details>") : page.index('<nav class="tabs"')]
    assert "About this document" in about
    assert "Download original" in about
    assert "Rename" in about
    Revision.objects.filter(document=house.document).update(status="FAILED", failure_code="damaged")
    assert re.search(r"<details open>\s*<summary>About this document", read(house.editor, house.document))


def test_the_outline_leads_to_pages(house: House) -> None:
    places = [Place("heading", "One <b>", 0, 4), Place("heading", "Three", 12, 18)]
    document = make_document(
        pages=["One.", "Two.", "Three."], labels=["i", "ii", "iii"], places=places, collection=house.collection
    )
    page = read(house.reader, document, page=2)
    assert re.search(r'href="\?page=1&amp;label=i#reader" data-go="1">One &lt;b&gt;</a>', page)
    assert re.search(r'href="\?page=3&amp;label=iii#reader" data-go="3">Three</a>', page)


def test_the_original_opens_at_the_page(house: House) -> None:
    page = read(house.reader, house.document, page=3)
    assert re.search(r'href="[^"]*/original/\?revision=1#page=3"[^>]*>Original</a>', page)


def test_a_page_without_text_says_so_and_shows_its_picture(house: House) -> None:
    page = unit(house.reader, house.document, 2)
    assert "This page has no text that could be read." in page
    assert "/pages/2/picture/?w=960" in page


def test_a_document_without_any_text_still_shows_its_pages(house: House) -> None:
    document = make_document(pages=["", ""], collection=house.collection)
    page = read(house.reader, document, page=2, q="a")
    assert "No page of this document has text" in page
    assert "/pages/2/picture/" in page


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"status": "FAILED", "failure_code": "damaged"}, "The file is damaged and cannot be read."),
        ({"status": "EXTRACTING"}, "This file has not been read yet."),
    ],
)
def test_what_was_not_read_says_why(house: House, state: dict[str, str], sentence: str) -> None:
    nothing = {"text": None, "text_sha256": "", "page_count": None, "page_spans": None, "page_sources": None}
    house.document.revisions.update(**state, **nothing, page_labels=None, declared_page_labels=None)
    page = read(house.reader, house.document, page=5, go="iv", q="notice")
    assert sentence in page
    assert 'id="reader"' not in page


def test_a_file_without_text_or_pages_says_so(house: House) -> None:
    document = make_document(text=" \n", collection=house.collection)
    page = read(house.reader, document)
    assert "blank space only" in page
    assert "this page" not in page.partition("<main")[2].partition("</main>")[0].lower()


def test_an_older_revision_can_be_read_and_says_what_it_is(house: House) -> None:
    add_revision(house.document, pages=["Wholly new words."])
    old = read(house.reader, house.document, revision=1, page=1, q="matter")
    assert "You read revision 1, not the current one." in old
    assert "revision=1" in goes_to(house.reader, house.document, revision=1, go="ii")
    assert "not the current one" not in read(house.reader, house.document)
    address = reverse("document-read", args=[house.document.pk])
    assert house.reader.get(address, {"revision": 9}).status_code == 404


def test_a_document_without_pages_is_read_in_parts_and_names_no_page(house: House) -> None:
    text = "# Alpha\n\n" + "Words of alpha. \n\n" * 4000 + "# Beta\n\nThe <i>last</i> zebra."
    places = [Place("heading", "Alpha", 0, 20), Place("heading", "Beta", text.index("# Beta"), len(text))]
    document = make_document(text=text, places=places, collection=house.collection, media_type=DOCX)
    page = read(house.reader, document)
    reader = page[page.index('<div id="reader"') :]
    assert "1 of 2" in reader
    assert "page" not in re.sub(r"<[^>]*>", " ", reader.partition("reader-layout")[0]).lower()
    assert "picture" not in reader.partition("reader-layout")[0]
    assert 'href="?part=2#reader" data-go="2">Beta</a>' in reader
    assert told(read(house.reader, document, q="zebra", part=1)).endswith("The next place: part 2 of 2")
    second = read(house.reader, document, q="zebra")
    assert "The &lt;i&gt;last&lt;/i&gt;" in second
    assert '<mark data-number="1" class="current">zebra</mark>' in second
    assert read(house.reader, document, go="iv", label="x")


def test_the_parts_together_are_the_text(house: House) -> None:
    text = "".join(f"Line {number} of many.\n" for number in range(6000))
    document = make_document(text=text, collection=house.collection, media_type=DOCX)
    count = layout(read(house.reader, document))["count"]
    shown = [unit(house.reader, document, number) for number in range(1, count + 1)]
    assert count > 1
    assert "".join(re.search(r"<div[^>]*>(Line.*?)</div>", part, re.DOTALL)[1] for part in shown) == text  # type: ignore[index]


def test_the_script_knows_the_document_in_few_words(house: House) -> None:
    document = make_document(pages=["Words."] * 1200, collection=house.collection)
    page = read(house.reader, document, page=600)
    assert len(page) < 40_000
    assert layout(page)["labels"] == {}
    assert layout(house_page := read(house.reader, house.document))["labels"] == {"1": "i", "2": "ii", "3": "1"}
    assert "data-go" in house_page


def test_every_choice_is_a_link_that_keeps_the_place(house: House) -> None:
    page = read(house.reader, house.document, page=2, q="notice", hit=1, beside="text")
    assert 'href="?page=2&amp;label=ii&amp;q=notice&amp;hit=1&amp;zoom=150&amp;beside=text#reader"' in page
    assert 'href="?page=2&amp;label=ii&amp;q=notice&amp;hit=1&amp;view=one&amp;beside=text#reader"' in page
    assert 'href="?page=1&amp;label=i&amp;q=notice&amp;hit=1&amp;beside=text#reader"' in page


def test_pages_are_there_even_where_their_sizes_cannot_be_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(revision: Any) -> None:
        raise PictureUnavailable("damaged")

    monkeypatch.setattr(reader_pictures, "page_sizes", refuse)
    monkeypatch.setattr("documents.templatetags.pictures_tags.page_sizes", refuse)
    page = read(house.reader, house.document, page=1)
    assert "The page is damaged and cannot be drawn." in page
    assert layout(page)["sizes"] == [[3, 595.3, 841.9]]
    assert "Front matter." in page


def test_a_fragment_is_kept_by_the_reader_alone(house: House) -> None:
    response = house.reader.get(reverse("document-read-unit", args=[house.document.pk, 1]))
    assert "private" in response["Cache-Control"]
    assert "no-cache" in response["Cache-Control"]
    assert pictures.PICTURE_WIDTHS[0] == 160

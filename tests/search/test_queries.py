"""Asking: what is found, by whom, how it is shown, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.extractors.media_types import PPTX, XLSX
from documents.extractors.registry import extract
from documents.models import Document, Revision
from documents.text import Place, TextSpan
from search.asked import parse_query
from search.candidates import ONLY_COMMON_WORDS, Candidate
from search.facets import Chosen
from search.lexical import search_vector_of
from search.marks import Mark
from search.models import Chunk
from search.queries import LEFT_OUT, _asked_marks, passage, search, warm_up
from search.shell import Operator
from tests.documents.extractors.limits import ROOMY
from tests.documents.extractors.office_files import make_pptx, make_xlsx, shape, sheet, slide
from tests.factories import (
    DOCX,
    add_revision,
    index,
    make_admin,
    make_collection,
    make_document,
    make_group,
    make_user,
)
from tests.search.test_asked import ABUSE

pytestmark = pytest.mark.usefixtures("index_db")


def titles(query: str, user: Any = None, **options: Any) -> list[str]:
    return [group.document.title for group in search(user=user or make_admin(), query=query, **options).groups]


def excerpt_text(hit: Any) -> str:
    return "".join(segment.text for segment in hit.excerpt.segments)


# --- what is found --------------------------------------------------------------------------------------------------


def test_words_and_meaning_are_fused_and_both_ranks_are_told() -> None:
    index(make_document(text="The notice period is six months.", title="right"), make_document(text="Oranges."))
    (group,) = search(user=make_admin(), query="notice period").groups
    (hit,) = group.hits
    assert group.document.title == "right"
    assert (hit.word_rank, hit.meaning_rank) == (1, 1)
    assert hit.score > 0


def test_a_part_number_that_only_words_find_is_not_lost() -> None:
    index(make_document(text="Order part TIKA-1226 today.", title="right"))
    index(*(make_document(text=f"Order part number {n} for today's machine.") for n in range(12)))
    assert titles("TIKA-1226")[0] == "right"


def test_an_empty_library_and_an_empty_query_are_answered() -> None:
    assert search(user=make_admin(), query="anything").groups == []
    index(make_document(text="Something."))
    page = search(user=make_admin(), query="  ")
    assert (page.groups, page.problems, page.total_passages) == ([], [], 0)


def test_an_excluded_word_and_a_phrase_also_bind_what_meaning_finds() -> None:
    index(
        make_document(text="bergamot draft clause", title="draft"), make_document(text="bergamot clause", title="final")
    )
    assert titles("bergamot clause -draft") == ["final"]
    assert titles('clause "bergamot clause"') == ["final"]


def test_only_the_current_text_is_found() -> None:
    document = make_document(text="The bergamot clause.", title="right")
    index(document)
    add_revision(document, text="The lemon clause.")
    assert titles("bergamot") == []
    index(document)
    assert titles("lemon") == ["right"]
    assert titles("bergamot") == []


def test_a_failed_newer_revision_leaves_the_old_text_found() -> None:
    document = make_document(text="The bergamot clause.", title="right")
    index(document)
    Revision.objects.create(
        document=document,
        number=2,
        file="x",
        uploaded_name="x",
        media_type="x/x",
        size=1,
        status="FAILED",
        failure_code="damaged",
    )
    assert titles("bergamot") == ["right"]


def test_nothing_typed_is_an_error() -> None:
    index(make_document(text="An ordinary text with 100 words."))
    user = make_admin()
    for typed in ABUSE:
        search(user=user, query=typed)


@settings(max_examples=25)
@given(st.text(max_size=60))
def test_no_text_is_an_error(typed: str) -> None:
    if not Chunk.objects.exists():
        index(make_document(text="An ordinary text with 100 words."))
    search(user=AnonymousUser(), query=typed)
    search(user=Operator(), query=typed)


ABSURD: list[dict[str, Any]] = [
    {"page": 0}, {"page": -1}, {"page": "abc"}, {"page": 99999999999}, {"page": 10**30}, {"page": None},
    {"page": 1e400},
    {"per_page": 0}, {"per_page": -5}, {"per_page": 1e9}, {"per_page": "x"}, {"per_page": float("nan")},
    {"document_id": "DROP"}, {"document_id": -1}, {"document_id": 2**63}, {"document_id": 10**40}, {"document_id": 0},
    {"chosen": Chosen(collection=(2**70, -1, 2**63))}, {"chosen": Chosen(type=("\0",))},
    {"chosen": Chosen(type=("'--",), tag=("\0", "%"), year=(0, 99999), text=("x",))},
    {"like": "x"}, {"like": "1/2-1"}, {"like": "9" * 18 + "/0-9"}, {"order": "x"},
]  # fmt: skip


def test_no_page_and_no_filter_is_an_error() -> None:
    index(make_document(text="An ordinary text."))
    user = make_admin()
    for options in ABSURD:
        assert search(user=user, query="ordinary", **options).page == 1, options


# --- by whom --------------------------------------------------------------------------------------------------------


def test_staff_find_what_their_groups_may_read_and_nobody_finds_nothing() -> None:
    ours, theirs = make_group(), make_group()
    index(
        make_document(text="The bergamot clause.", title="ours", collection=make_collection(readers=[ours])),
        make_document(text="The bergamot clause, too.", title="theirs", collection=make_collection(readers=[theirs])),
        make_document(text="Bergamot for editors.", title="edited", collection=make_collection(editors=[ours])),
    )
    assert set(titles("bergamot", make_user(groups=[ours]))) == {"ours", "edited"}
    assert titles("bergamot", make_user(groups=[theirs])) == ["theirs"]
    assert titles("bergamot", make_user()) == []
    assert titles("bergamot", AnonymousUser()) == []
    assert titles("bergamot", make_user(is_active=False, is_superuser=True)) == []
    assert len(titles("bergamot")) == 3


def test_counts_tell_nothing_of_what_may_not_be_read() -> None:
    ours = make_group()
    index(
        make_document(text="The bergamot clause.", collection=make_collection(readers=[ours])),
        *(make_document(text=f"The bergamot clause {n}.") for n in range(5)),
    )
    page = search(user=make_user(groups=[ours]), query="bergamot")
    assert (page.total_documents, page.total_passages, page.dropped) == (1, 1, 0)


def test_a_filter_for_a_collection_that_may_not_be_read_finds_nothing() -> None:
    ours = make_group()
    mine, other = make_collection(readers=[ours]), make_collection()
    index(
        make_document(text="The bergamot clause.", title="ours", collection=mine),
        make_document(text="The bergamot clause!", title="theirs", collection=other),
    )
    user = make_user(groups=[ours])
    assert titles("bergamot", user, chosen=Chosen(collection=(other.pk,))) == []
    assert titles("bergamot", user, chosen=Chosen(collection=(mine.pk, other.pk))) == ["ours"]
    theirs = Document.objects.get(title="theirs")
    assert titles("bergamot", user, document_id=theirs.pk) == []


def test_a_moved_document_is_seen_by_its_new_readers_at_once() -> None:
    ours, theirs = make_group(), make_group()
    document = make_document(text="The bergamot clause.", title="moved", collection=make_collection(readers=[ours]))
    index(document)
    Document.objects.filter(pk=document.pk).update(collection=make_collection(readers=[theirs]))
    before = search(user=make_user(groups=[ours]), query="bergamot")
    assert (before.groups, before.total_documents, before.total_passages) == ([], 0, 0)
    assert titles("bergamot", make_user(groups=[theirs])) == ["moved"]


def test_filters_by_type_collection_and_document() -> None:
    shelf = make_collection()
    pdf = make_document(pages=["The bergamot clause."], title="pdf", collection=shelf)
    docx = make_document(text="The bergamot clause.", title="docx", media_type=DOCX)
    index(pdf, docx)
    assert titles("bergamot", chosen=Chosen(type=(DOCX,))) == ["docx"]
    assert titles("bergamot", chosen=Chosen(collection=(shelf.pk,))) == ["pdf"]
    assert titles("bergamot", document_id=docx.pk) == ["docx"]


# --- how it is shown ------------------------------------------------------------------------------------------------


def test_an_excerpt_is_the_canonical_text_with_whole_words_marked() -> None:
    text = "Before it. The café’s ﬁnances were renewed twice. After it."
    index(make_document(text=text))
    (hit,) = search(user=make_admin(), query="renewal of cafe finance").hits
    assert excerpt_text(hit) == text[hit.excerpt.start : hit.excerpt.end]
    for segment in hit.excerpt.segments:
        assert segment.text == text[segment.start : segment.end]
    assert [one.text for one in hit.excerpt.segments if one.marked] == ["café’s", "ﬁnances", "renewed"]
    evidence = "".join(one.text for one in hit.excerpt.segments if one.in_passage)
    assert evidence == "The café’s ﬁnances were renewed twice."


def test_offsets_are_right_after_emoji_and_beyond_the_first_chunks() -> None:
    text = "👩‍👩‍👧 first. " * 200 + "The bergamot clause é. " + "last 🇩🇪. " * 200
    index(make_document(text=text))
    hit = search(user=make_admin(), query="bergamot").hits[0]
    assert hit.citation.quote == text[hit.span.start : hit.span.end]
    assert excerpt_text(hit) == text[hit.excerpt.start : hit.excerpt.end]
    assert [one.text for one in hit.excerpt.segments if one.marked] == ["bergamot"]


def test_a_passage_over_a_page_break_cites_both_pages() -> None:
    pages = ["Nothing here.", "measures that prevent", "unauthorized copying of works", "The end."]
    index(make_document(pages=pages))
    (hit,) = search(user=make_admin(), query="measures that prevent unauthorized copying").hits
    assert hit.citation.pages is not None
    assert {page.number for page in hit.citation.pages} >= {2, 3}
    assert hit.locator == "pp. 1–4 of 4"
    for page in hit.citation.pages:
        assert hit.citation.quote[page.start - hit.span.start : page.end - hit.span.start] == pages[page.number - 1]


OVER_PAGES = [
    ("reconstruction", ["It would need recon-\n41", "struction before winter.\n42"], ["recon", "struction"]),
    ('"need reconstruction before"', ["It would need recon-\n\n41", "struction before.\n42"], None),
    ("reconstr*", ["It would need recon-", "struction before."], ["recon", "struction"]),
    ('"prevent unauthorized"', ["measures that prevent", "unauthorized copying."], ["prevent", "unauthorized"]),
    ('"prevent unauthorized"', ["measures that prevent\n12", "unauthorized copying.\n13"], ["prevent", "unauthorized"]),
    (
        '"that prevent unauthorized copying"',
        ["Works Act\nmeasures that prevent\n- 12 -", "Works Act\nunauthorized copying.\n- 13 -"],
        ["that prevent", "unauthorized copying"],
    ),
]


@pytest.mark.parametrize(("query", "pages", "marked"), OVER_PAGES)
def test_words_and_phrases_that_a_page_break_divides_are_found_and_cited_to_both_pages(
    query: str, pages: list[str], marked: list[str] | None
) -> None:
    index(document := make_document(pages=["A cover.", *pages, "The end."]))
    (hit,) = search(user=make_admin(), query=query).hits
    marks = [one.text for one in hit.excerpt.segments if one.marked]
    assert [one for one in marks if one.strip()] == (marked or ["need recon", "struction before"])
    assert hit.word_rank == 1
    assert hit.evidence_locator == "pp. 2–3 of 4"
    assert {page.number for page in hit.citation.pages or ()} >= {2, 3}
    view = passage(user=make_admin(), document_id=document.pk, start=hit.span.start, end=hit.span.end, query=query)
    assert view is not None
    assert [one.text for one in view.excerpt.segments if one.marked] == marks


def test_a_phrase_over_a_hyphen_at_a_line_end_is_found_as_it_is_read() -> None:
    index(make_document(text="We learn that the inhabi-\ntants live there.", title="right"))
    index(make_document(text="The inhabi of tants live.", title="wrong"))
    assert titles('"the inhabitants live"') == ["right"]
    assert titles('"the inhabi-tants live"') == ["right"]
    assert titles('"live inhabitants"') == titles('"learn inhabitants"') == []


def test_words_that_only_stand_side_by_side_in_the_index_are_no_phrase() -> None:
    index(make_document(pages=["It would need recon-", "struction before winter"], title="it"))
    for phrase in ('"winter reconstruction"', '"winter would need"', '"reconstruction would"', '"0 reconstruction"'):
        assert titles(phrase) == [], phrase


def test_an_index_of_an_earlier_release_still_answers() -> None:
    index(make_document(pages=["It would need recon-\n41", "struction before winter.\n42"], title="old"))
    vector = search_vector_of("It would need recon-\n41\n\nstruction before winter.\n42", "english")
    Chunk.objects.update(seams=[], search_vector=vector)
    assert titles("winter") == ["old"]
    assert titles('"reconstruction"') == []


def test_a_docx_is_cited_by_its_heading_and_never_by_a_page() -> None:
    text = "3.2 Renewal\nThe bergamot clause renews itself."
    place = Place("heading", "3.2 Renewal", 0, len(text))
    index(make_document(text=text, places=[place], media_type=DOCX))
    (hit,) = search(user=make_admin(), query="bergamot").hits
    assert hit.locator == "§ 3.2 Renewal"
    assert hit.citation.place == place
    assert hit.citation.pages is None
    assert hit.citation.page_count is None
    assert {one.page for one in hit.excerpt.segments} == {None}


def test_labels_and_page_numbers_are_both_told() -> None:
    index(make_document(pages=["The bergamot clause.", "x"], labels=["iv", "1"]))
    (hit,) = search(user=make_admin(), query='"bergamot clause"').hits
    assert hit.locator == "pp. iv, 1 (pages 1–2 of 2)"


def test_the_evidence_names_its_own_pages_and_the_passage_all_of_its() -> None:
    pages = ["Nothing here.", "The bergamot clause.", "The end."]
    index(make_document(pages=pages, labels=["i", "ii", "1"]))
    (hit,) = search(user=make_admin(), query="bergamot").hits
    assert hit.evidence_locator == "p. ii (page 2 of 3)"
    assert hit.locator == "pp. i–ii, 1 (pages 1–3 of 3)"


def test_the_evidence_names_its_own_slide_and_the_passage_all_of_its() -> None:
    show = make_pptx(slide(shape("Bergamot grows.")), slide(shape("Quince ripens.")), slide(shape("Medlar bletts.")))
    index(read_into_library(show, PPTX))
    (hit,) = search(user=make_admin(), query="quince").hits
    assert (hit.evidence_locator, hit.locator) == ("slide 2", "slides 1–3")
    assert hit.citation.as_dict()["locator"] == "slides 1–3"
    assert hit.citation.place is not None
    assert hit.citation.place.label == "1"
    opened = passage(user=make_admin(), document_id=hit.document.pk, start=hit.evidence.start, end=hit.citation.end)
    assert opened is not None
    assert opened.citation.locator == "slides 2–3"


def test_a_row_of_a_hidden_sheet_is_cited_by_that_sheet() -> None:
    rows = [
        f'<x:row r="{n}"><x:c r="A{n}" t="inlineStr"><x:is><x:t>{word}</x:t></x:is></x:c></x:row>'
        for n, word in enumerate(["Bergamot", "Quince", "Medlar"], 1)
    ]
    book = make_xlsx([("Q3", sheet(rows[0])), ("Hidden one", sheet(rows[1] + rows[2]))], hidden="Hidden one")
    index(read_into_library(book, XLSX))
    (hit,) = search(user=make_admin(), query="quince").hits
    assert hit.locator == "sheet Q3 – sheet Hidden one!A2:A3"
    opened = passage(
        user=make_admin(), document_id=hit.document.pk, start=hit.citation.quote.index("Quince"), end=hit.citation.end
    )
    assert opened is not None
    assert opened.citation.locator == "sheet Hidden one!A2:A3"


def read_into_library(data: bytes, media_type: str) -> Document:
    """A document with the text and places that its extractor finds in `data`."""
    with NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        found = extract(Path(file.name), media_type, ROOMY)
    return make_document(text=found.text, places=found.places, media_type=media_type)


def test_no_excerpt_begins_or_ends_within_a_word() -> None:
    sentence = (
        "The extraordinarily uninterruptible counterrevolutionary clause number {n} is about nothing in particular"
    )
    text = ". ".join([sentence.format(n=n) + ", and so on and so forth" * 8 for n in range(60)])
    index(make_document(text=text))
    (group,) = search(user=make_admin(), query="clause").groups
    for hit in group.hits:
        start, end = hit.excerpt.start, hit.excerpt.end
        assert text[max(0, start - 1) : start].strip() == ""
        assert text[end : end + 1].strip() == ""
        assert (hit.left_out.before, hit.left_out.after) == (start > 0, end < len(text))


def test_words_that_name_the_document_are_not_marked_in_what_it_says() -> None:
    found = Candidate(1, 1, 1, TextSpan(0, 30), 1.0, 1, 1, named_by=("Vertexia", "agreement"))
    asked = parse_query("Vertexia agreement notice")
    marks = [Mark(TextSpan(0, 8), 0), Mark(TextSpan(9, 18), 1), Mark(TextSpan(19, 25), 2)]
    assert _asked_marks(asked, found, marks) == marks[2:]
    assert _asked_marks(asked, found, marks[:2]) == marks[:2]


def test_it_is_known_whether_words_were_left_out_around_an_excerpt() -> None:
    filler = "Filler of another kind about nothing at all. " * 40  # more of it than any excerpt has
    index(make_document(text="The bergamot clause.\n"), make_document(text=f"{filler}The bergamot clause. {filler}"))
    known = {(hit.left_out.before, hit.left_out.after) for hit in search(user=make_admin(), query="bergamot").hits}
    assert known == {(False, False), (True, True)}


def test_the_link_holds_the_span_and_the_digest(settings: Any) -> None:
    settings.PUBLIC_URL = "https://kb.example"
    index(document := make_document(text="The bergamot clause."))
    (hit,) = search(user=make_admin(), query="bergamot").hits
    digest = Revision.objects.get(document=document).text_sha256
    assert hit.url == f"/documents/{document.pk}/passages/0-20/?v={digest}#passage"
    assert hit.citation.url == "https://kb.example" + hit.url


def test_one_document_is_one_group_with_three_passages_and_a_count_of_the_rest() -> None:
    clauses = [f"The bergamot clause {n} is here. " + f"Filler {n} about nothing at all. " * 60 for n in range(6)]
    index(make_document(text="".join(clauses), title="long"), make_document(text="bergamot", title="short"))
    page = search(user=make_admin(), query="bergamot")
    group = next(one for one in page.groups if one.document.title == "long")
    assert len(group.hits) == 3
    assert group.more >= 3
    assert page.total_passages == sum(len(one.hits) + one.more for one in page.groups)


def test_overlapping_chunks_are_shown_once() -> None:
    index(make_document(text="The bergamot clause is said again and again. " * 100))
    hits = search(user=make_admin(), query="bergamot").hits
    spans = sorted((hit.span.start, hit.span.end) for hit in hits)
    assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_searching_one_document_pages_through_its_passages() -> None:
    clauses = [f"The bergamot clause {n} is here. " + f"Filler {n} about nothing at all. " * 60 for n in range(6)]
    index(document := make_document(text="".join(clauses)))
    seen: list[tuple[int, int]] = []
    for number in range(1, 10):
        page = search(user=make_admin(), query="bergamot", document_id=document.pk, per_page=2, page=number)
        seen += [(hit.span.start, hit.span.end) for hit in page.hits]
        if not page.has_next:
            break
    assert len(seen) == len(set(seen)) == page.total_passages >= 6


def test_pages_are_stable_complete_and_clamped() -> None:
    index(*(make_document(text=f"The bergamot clause {n}.") for n in range(13)))
    user = make_admin()
    pages = [search(user=user, query="bergamot clause", page=number, per_page=5) for number in (1, 2, 3)]
    seen = [group.document.pk for page in pages for group in page.groups]
    assert len(seen) == len(set(seen)) == 13
    assert [page.has_next for page in pages] == [True, True, False]
    beyond = search(user=user, query="bergamot clause", page=99, per_page=5)
    assert beyond.page == 3
    assert [group.document.pk for group in beyond.groups] == seen[10:]


# --- what it costs --------------------------------------------------------------------------------------------------


@contextmanager
def counted_queries() -> Iterator[CaptureQueriesContext]:
    with CaptureQueriesContext(connection) as captured:
        yield captured


def test_the_number_of_queries_does_not_grow_with_the_results_and_no_whole_text_is_loaded() -> None:
    user = make_admin()
    index(*(make_document(text="The bergamot clause.") for _ in range(2)))
    search(user=user, query="bergamot clause")  # what its words are stemmed to is asked once
    with counted_queries() as few:
        search(user=user, query="bergamot clause")
    index(*(make_document(text=f"The bergamot clause. {n}") for n in range(10)))
    with counted_queries() as many:
        search(user=user, query="bergamot clause")
    assert len(few) == len(many)
    assert not [
        one["sql"] for one in many if '."text",' in one["sql"].replace('SUBSTR("documents_revision"."text",', "")
    ]


# --- what cannot be answered ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["%", "_", '"', "(((", "-bergamot", '-"bergamot clause"'])
def test_what_asks_for_nothing_finds_nothing_and_says_why(typed: str) -> None:
    index(make_document(text="The bergamot clause of 100% (((."))
    page = search(user=make_admin(), query=typed)
    assert (page.groups, page.total_passages, len(page.problems)) == ([], 0, 1)


def test_stop_words_are_answered_by_meaning_and_it_is_said() -> None:
    index(make_document(text="To be, or not to be.", title="right"))
    page = search(user=make_admin(), query="to be or not to be")
    assert [group.document.title for group in page.groups] == ["right"]
    assert page.problems == [ONLY_COMMON_WORDS]


DAMAGE: list[dict[str, Any]] = [
    {"page_spans": [7]},
    {"page_spans": [{"page": "1", "start": 0, "end": 20}]},
    {"page_spans": [{"page": 9, "start": 0, "end": 20}]},
    {"page_spans": [{"page": 2, "start": 0, "end": 9}, {"page": 1, "start": 9, "end": 20}]},
    {"page_spans": []},
    {"page_labels": ["i"]},
    {"page_labels": "iv"},
    {"places": [{"kind": "wrong", "label": "", "start": 0, "end": 20}]},
]


@pytest.mark.parametrize("columns", DAMAGE, ids=str)
def test_a_hit_whose_pages_cannot_be_proved_is_dropped_counted_and_told(columns: dict[str, Any]) -> None:
    damaged = make_document(pages=["The bergamot clause.", "Another page."])
    index(damaged, make_document(text="A bergamot clause.", title="sound"))
    Revision.objects.filter(document=damaged).update(**columns)
    page = search(user=make_admin(), query="bergamot clause")
    assert [group.document.title for group in page.groups] == ["sound"]
    assert page.dropped == 1
    assert page.problems == [LEFT_OUT]


# --- before the first question ----------------------------------------------------------------------------------------


def test_a_web_process_warms_up_before_and_after_there_is_an_index() -> None:
    warm_up()
    index(make_document(text="The ferry leaves at noon."))
    warm_up()


def test_a_web_process_warms_up_though_the_vector_store_is_gone(settings: Any) -> None:
    settings.CHROMA_URL = "http://127.0.0.1:1"
    warm_up()

"""The search page, the passage that a citation opens, and the stage of a document."""

import html
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode
from hypothesis import given
from hypothesis import settings as examples

from documents.models import Document, Revision
from documents.text import Place, TextSpan
from search import queries
from search.results import SearchPage
from tests.factories import DOCX, add_revision, index, make_collection, make_document, make_group, make_user
from tests.strategies import ANYTHING_TYPED

SEARCH = reverse("search")
PAGES = ["Of this agreement.", "", "Notice to terminate is given in writing\nsix months ahead & <b>never</b> later."]


@pytest.fixture(autouse=True)
def hashed_words(settings: Any) -> None:
    settings.EMBEDDING_BACKEND = "hash"


@pytest.fixture
def group(db: Any) -> Any:
    return make_group()


@pytest.fixture
def reader(group: Any) -> Client:
    client = Client()
    client.force_login(make_user(groups=[group]), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def lease(group: Any) -> Document:
    collection = make_collection("Contracts", readers=[group])
    document = make_document(pages=PAGES, labels=["i", "ii", "1"], title="Lease", collection=collection)
    index(document)
    return document


def passage_link(document: Document, words: str) -> str:
    revision = document.revisions.with_text().get(pk=document.current_revision_id)
    start = revision.text.index(words)
    return queries.passage_path(document.pk, TextSpan(start, start + len(words)), revision.text_sha256)


def passage_text(page: str) -> str:
    column = re.search(r'<div class="prose.*?">(.*)<p class="verified">', page, re.DOTALL)
    assert column
    parts = re.findall(r'<span class="passage"[^>]*>(.*?)</span>', column[1], re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", "", "".join(parts)))


def test_a_result_names_document_locator_and_passage_and_links_to_it(reader: Client, lease: Document) -> None:
    page = reader.get(SEARCH, {"q": "terminate notice"}).content.decode()
    assert "1 passage" in page
    assert "Lease" in page
    assert '<p class="locator">p. 1 (page 3 of 3)</p>' in page
    assert "The whole passage: pp. i, 1 (pages 1, 3 of 3)." in page
    assert re.search(r"<mark>Notice</mark>", page)
    link = html.unescape(re.search(r'class="open" href="([^"]+)"', page)[1])  # type: ignore[index]
    assert link.endswith("#passage")
    assert reader.get(link).status_code == 200


def test_text_and_query_are_never_markup(reader: Client, lease: Document) -> None:
    page = reader.get(SEARCH, {"q": "never <script>x</script>"}).content.decode()
    assert "<b>" not in page
    assert "<script>x" not in page
    assert "&lt;b&gt;" in page


def test_documents_of_others_are_not_found(lease: Document) -> None:
    client = Client()
    client.force_login(make_user(groups=[make_group()]), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(SEARCH, {"q": "terminate"}).content.decode()
    assert "Lease" not in page
    assert "No passage found" in page
    assert client.get(passage_link(lease, "Notice")).status_code == 404
    assert client.get(reverse("document-stage", args=[lease.pk])).status_code == 404


def test_htmx_gets_the_results_alone_and_caches_know_it(reader: Client, lease: Document) -> None:
    response = reader.get(SEARCH, {"q": "terminate"}, HTTP_HX_REQUEST="true")
    page = response.content.decode()
    assert "<html" not in page
    assert "<mark>" in page
    assert "<title>terminate" in page
    assert "HX-Request" in response["Vary"]
    restored = reader.get(SEARCH, {"q": "terminate"}, HTTP_HX_REQUEST="true", HTTP_HX_HISTORY_RESTORE_REQUEST="true")
    assert "<html" in restored.content.decode()


def test_filters_come_from_the_address_and_those_of_others_are_left_out(reader: Client, lease: Document) -> None:
    other = make_collection()

    def found(**asked: Any) -> bool:
        return "<mark>" in reader.get(SEARCH, {"q": "terminate"} | asked).content.decode()

    assert found(collection=lease.collection_id)
    assert found(collection=other.pk)
    assert found(document=lease.pk)
    assert found(type="application/pdf")
    assert not found(type=DOCX)
    assert found(page="x", type="nonsense")


def test_no_result_says_what_to_do_and_which_filters_hide_some(reader: Client, lease: Document) -> None:
    page = reader.get(SEARCH, {"q": "zebra", "type": DOCX}).content.decode()
    assert "Filters are in force" in page
    assert "Check the spelling" in page


def test_an_empty_library_says_what_to_do_first(reader: Client, group: Any) -> None:
    assert "Ask an administrator" in reader.get(SEARCH).content.decode()
    make_collection(editors=[group])
    assert reverse("upload") in reader.get(SEARCH).content.decode()
    assert "Upload the first document" in reader.get(SEARCH).content.decode()


def test_problems_are_said_beside_the_results(reader: Client, lease: Document, monkeypatch: Any) -> None:
    found = SearchPage(query="x", problems=["Meaning could not be searched."])
    monkeypatch.setattr(queries, "search", lambda **asked: found)
    assert "Meaning could not be searched." in reader.get(SEARCH, {"q": "x"}).content.decode()


def test_more_results_are_a_link_that_keeps_the_question(reader: Client, lease: Document, monkeypatch: Any) -> None:
    real = queries.search
    monkeypatch.setattr(queries, "search", lambda **asked: replace(real(**asked), has_next=True))
    page = reader.get(SEARCH, {"q": "terminate"}).content.decode()
    assert 'rel="next" href="/?q=terminate&amp;page=2"' in page


def test_a_passage_is_shown_word_for_word_in_its_context(reader: Client, lease: Document) -> None:
    words = "agreement.\n\nNotice to terminate is given in writing\nsix months ahead & <b>never</b>"
    page = reader.get(passage_link(lease, words)).content.decode()
    assert passage_text(page) == words.replace("\n\n", "")
    assert "p. i (page 1 of 3)" in page
    assert "p. 1 (page 3 of 3)" in page
    assert "pp. i, 1 (pages 1, 3 of 3)" in page
    assert page.count('id="passage"') == 1
    revision = lease.current_revision
    assert f"<code>8–{8 + len(words)}</code> of text <code>{revision.text_sha256[:8]}</code>" in page


def test_a_passage_that_begins_between_two_pages_has_its_anchor(reader: Client, lease: Document) -> None:
    page = reader.get(passage_link(lease, "\n\nNotice to terminate")).content.decode()
    assert passage_text(page) == "Notice to terminate"
    assert page.count('id="passage"') == 1
    between = reader.get(passage_link(lease, "\n\n"))
    assert between.status_code == 404
    assert "Verified" not in between.content.decode()


def test_dots_stand_only_where_words_were_left_out(reader: Client, lease: Document) -> None:
    assert "…" not in reader.get(passage_link(lease, "Notice to terminate")).content.decode()
    assert "…" not in reader.get(SEARCH, {"q": "terminate notice"}).content.decode()
    long = make_document(text="Filler of some length. " * 400 + "A bergamot.", collection=lease.collection)
    index(long)
    page = reader.get(passage_link(long, "A bergamot")).content.decode()
    assert page.count("…") == 1
    assert page.index("…") < page.rindex("A bergamot")


def test_a_question_that_is_too_long_is_kept_and_told_of(reader: Client, lease: Document) -> None:
    asked = {"q": "約" * 900}
    page = reader.get(SEARCH, asked).content.decode()
    assert "too long to be searched" in page
    assert "約" * 900 in page
    assert "too long to be searched" in reader.get(SEARCH, asked, HTTP_HX_REQUEST="true").content.decode()


def test_a_passage_without_pages_names_its_heading_and_no_page(reader: Client, lease: Document) -> None:
    places = [Place("heading", "Renewal", 0, 40)]
    text = "Renewal\n\nIt is renewed once, in writing."
    document = make_document(text=text, media_type=DOCX, places=places, collection=lease.collection)
    page = reader.get(passage_link(document, "renewed once")).content.decode()
    assert "§ Renewal" in page
    assert "page-rule" not in page
    assert passage_text(page) == "renewed once"


def test_a_link_to_an_older_text_opens_what_was_cited_and_says_so(reader: Client, lease: Document) -> None:
    link = passage_link(lease, "Notice to terminate")
    add_revision(lease, pages=["All is new."])
    page = reader.get(link).content.decode()
    assert passage_text(page) == "Notice to terminate"
    assert "You see revision 1, which was cited" in page
    assert reverse("document-text", args=[lease.pk]) in page


@pytest.mark.parametrize(
    ("span", "digest"),
    [("0-5", "0" * 64), ("0-5", "nonsense"), ("5-5", None), ("9-5", None), ("0-99999", None), ("0-" + "9" * 30, None)],
)
def test_nothing_is_shown_in_the_place_of_a_passage_that_is_not_there(
    reader: Client, lease: Document, span: str, digest: str | None
) -> None:
    asked = urlencode({"v": lease.current_revision.text_sha256 if digest is None else digest})
    response = reader.get(f"/documents/{lease.pk}/passages/{span}/?{asked}")
    assert response.status_code == 404
    assert "This passage is not here" in response.content.decode()
    assert "Notice" not in response.content.decode()


def test_the_way_back_leads_to_the_place_among_the_results_and_nowhere_else(reader: Client, lease: Document) -> None:
    asked = {"from": "q=to terminate&page=2&n=3&of=41"}
    page = reader.get(passage_link(lease, "Notice").replace("#", "&" + urlencode(asked) + "#")).content.decode()
    revision = lease.revisions.with_text().get(pk=lease.current_revision_id)
    start = (revision.text or "").index("Notice")
    assert f'href="/?q=to+terminate&amp;page=2#hit-{lease.pk}-{start}"' in page
    assert "(3 of 41)" in page
    evil = passage_link(lease, "Notice").replace("#", "&" + urlencode({"from": '"><script>//evil.example'}) + "#")
    assert "<script>//" not in reader.get(evil).content.decode()


STEP = reverse("step")


def step_links(page: str) -> dict[str, str]:
    return {rel: html.unescape(url) for rel, url in re.findall(r'rel="(prev|next) nofollow" href="([^"]+)"', page)}


def test_the_next_and_previous_result_are_one_step_away_and_the_ends_say_so(reader: Client, group: Any) -> None:
    collection = make_collection("Two", readers=[group])
    for title in ("One", "Other"):
        index(make_document(pages=["A notice is given."], title=title, collection=collection))
    page = reader.get(SEARCH, {"q": "notice"}).content.decode()
    links = [html.unescape(url) for url in re.findall(r'class="open" href="([^"]+)"', page)]
    assert len(links) == 2
    first = reader.get(links[0]).content.decode()
    assert "(1 of 2)" in first
    assert "First result" in first
    assert step_links(first).keys() == {"next"}
    second = reader.get(step_links(first)["next"])
    assert second["Location"] == links[1]
    last = reader.get(second["Location"]).content.decode()
    assert "Last result" in last
    assert reader.get(step_links(last)["prev"])["Location"] == links[0]
    beyond = reader.get(step_links(first)["next"].replace(*_places(links)), follow=True)
    assert beyond.redirect_chain == [("/?q=notice", 302)]
    assert "That was the last result." in beyond.content.decode()


def _places(links: list[str]) -> tuple[str, str]:
    """How two links name their passages in a step, as the address spells it."""
    first, second = (re.match(r"/documents/(\d+)/passages/(\d+)-(\d+)/", link) for link in links)
    assert first
    assert second
    return "{}%2F{}-{}".format(*first.groups()), "{}%2F{}-{}".format(*second.groups())


@pytest.mark.parametrize("asked", [{}, {"from": "q=notice"}, {"from": "q=" + "x" * 2000, "at": "x"}, {"at": "1/2-٣"}])
def test_a_step_from_nowhere_leads_to_the_results(reader: Client, lease: Document, asked: dict[str, str]) -> None:
    response = reader.get(STEP, asked | {"to": "previous"}, follow=True)
    assert response.status_code == 200
    assert response.resolver_match.url_name == "search"


def test_steps_are_for_those_who_signed_in_and_find_nothing_of_others(reader: Client, lease: Document) -> None:
    asked = {"from": "q=terminate", "at": "x"}
    assert reverse("login") in Client().get(STEP, asked)["Location"]
    stranger = Client()
    stranger.force_login(make_user(groups=[make_group()]), backend="django.contrib.auth.backends.ModelBackend")
    assert "passages" in reader.get(STEP, asked)["Location"]
    assert "passages" not in stranger.get(STEP, asked)["Location"]


def test_a_passage_of_a_pdf_shows_its_pages_and_one_without_pages_shows_none(reader: Client, lease: Document) -> None:
    page = reader.get(passage_link(lease, "agreement.\n\nNotice")).content.decode()
    assert page.count("<figcaption>") == 2
    assert "p. 1 (page 3 of 3)" in page
    note = make_document(text="A note of no pages.", collection=lease.collection)
    assert "<figcaption>" not in reader.get(passage_link(note, "note")).content.decode()


def test_more_passages_of_a_document_are_named_with_their_pages(reader: Client, group: Any) -> None:
    pages = [f"Notice number {n} is given. " + f"Filler{n} words follow here. " * 60 for n in range(1, 6)]
    document = make_document(pages=pages, collection=make_collection(readers=[group]))
    index(document)
    page = reader.get(SEARCH, {"q": "notice given"}).content.decode()
    assert re.search(r'\d more passages? in this document</a> <span class="soft">on pp?\. \d', page)


def test_only_a_pdf_has_a_thumbnail_and_it_opens_the_passage(reader: Client, lease: Document) -> None:
    page = reader.get(SEARCH, {"q": "terminate"}).content.decode()
    link = re.search(r'class="open" href="([^"]+)"', page)[1]  # type: ignore[index]
    assert f'<a class="thumb" href="{link}" tabindex="-1" aria-hidden="true">' in page
    index(make_document(text="A bergamot grows.", collection=lease.collection))
    assert 'class="thumb"' not in reader.get(SEARCH, {"q": "bergamot"}).content.decode()


def test_a_stage_asks_again_until_there_is_nothing_to_wait_for(reader: Client, lease: Document) -> None:
    address = reverse("document-stage", args=[lease.pk])
    ready = reader.get(address).content.decode()
    assert "Ready: 3 pages, 1 without text" in ready
    assert "hx-get" not in ready
    Revision.objects.filter(document=lease).update(status="EXTRACTING")
    reading = reader.get(address).content.decode()
    assert "Reading" in reading
    assert f'hx-get="{address}"' in reading


def test_the_page_of_a_document_that_became_ready_is_loaded_again(reader: Client, lease: Document) -> None:
    address = reverse("document-stage", args=[lease.pk])
    headers = {"HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": f"http://testserver{lease.get_absolute_url()}"}
    assert reader.get(address, **headers)["HX-Refresh"] == "true"
    assert "HX-Refresh" not in reader.get(address, HTTP_HX_REQUEST="true")
    Revision.objects.filter(document=lease).update(status="EXTRACTING")
    assert "HX-Refresh" not in reader.get(address, **headers)


def test_every_page_has_its_own_title(reader: Client, lease: Document) -> None:
    titles = [
        re.search(r"<title>(.*?)</title>", reader.get(address).content.decode(), re.DOTALL)[1]  # type: ignore[index]
        for address in (SEARCH, f"{SEARCH}?q=rent", passage_link(lease, "Notice"), lease.get_absolute_url())
    ]
    assert titles == ["Search · Pincite", "rent · Pincite", "Lease, p. 1 (page 3 of 3) · Pincite", "Lease · Pincite"]


# --- the language of questions --------------------------------------------------------------------------------------


def test_filters_in_the_question_are_chips_that_take_them_out(reader: Client, lease: Document) -> None:
    page = reader.get(SEARCH, {"q": "terminate type:pdf title:lease"}).content.decode()
    assert "<mark>terminate</mark>" in page
    assert re.findall(r'<a class="chip on" href="([^"]+)">(.*?) <span', page) == [
        ("/?q=terminate+title%3Alease", "Type: PDF"),
        ("/?q=terminate+type%3Apdf", "Title: “lease”"),
    ]


def test_a_filter_that_nothing_answers_is_told_in_a_sentence(reader: Client, lease: Document) -> None:
    page = reader.get(SEARCH, {"q": "terminate collection:<b>Nowhere"}).content.decode()
    assert "No collection is called “&lt;b&gt;Nowhere”." in page
    assert "each can be removed above" in page


@examples(max_examples=60)
@given(ANYTHING_TYPED)
@pytest.mark.long
def test_whatever_is_typed_has_an_answer(reader: Client, lease: Document, typed: str) -> None:
    response = reader.get(SEARCH, {"q": typed.encode("utf-8", "replace")})
    assert response.status_code == 200


def test_the_reader_looks_for_the_words_without_the_filters(reader: Client, lease: Document) -> None:
    page = reader.get(SEARCH, {"q": "terminate type:pdf"}).content.decode()
    link = html.unescape(re.search(r'class="open" href="([^"]+)"', page)[1])  # type: ignore[index]
    passage = reader.get(link).content.decode()
    assert "q=terminate&quot;" not in passage
    assert re.search(r"/read/\?[^\"]*q=terminate\"", html.unescape(passage))


def test_a_word_that_nothing_has_is_offered_as_it_may_be_meant(reader: Client, lease: Document) -> None:
    page = reader.get(SEARCH, {"q": "agreemnt type:pdf"}).content.decode()
    assert 'Did you mean <a href="/?q=agreement+type%3Apdf">agreement type:pdf</a>?' in page

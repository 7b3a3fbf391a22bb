"""The page with every form of a citation, its files, and the page that takes one back."""

import html
import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from documents.models import Document, Revision
from documents.text import Place, TextSpan
from documents.text.citation_formats import CITATION_FORMATS
from documents.text.citation_reading import MOST_CHARACTERS, read_citation
from search import queries
from search.citing import cite_path
from tests.factories import DOCX, add_revision, make_collection, make_document, make_group, make_user

VERIFY = reverse("verify")
PAGES = ["Of this agreement.", "Notice to terminate is given in writing & <b>never</b> later."]
WORDS = "Notice to terminate"


@pytest.fixture
def group(db: Any) -> Any:
    return make_group()


def signed_in(*groups: Any) -> Client:
    client = Client(enforce_csrf_checks=False)
    client.force_login(make_user(groups=groups), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def reader(group: Any) -> Client:
    return signed_in(group)


@pytest.fixture
def lease(group: Any) -> Document:
    collection = make_collection(readers=[group])
    return make_document(pages=PAGES, labels=["i", "1"], title="Lease", collection=collection)


def cite_url(document: Document, words: str = WORDS, code: str = "") -> str:
    revision = Revision.objects.with_text().get(pk=document.current_revision_id)
    start = (revision.text or "").index(words)
    url = reverse("passage-cite", args=[document.pk, start, start + len(words)]) + f"?v={revision.text_sha256}"
    return f"{url}&format={code}" if code else url


def content(client: Client, document: Document, code: str, words: str = WORDS) -> str:
    return client.get(cite_url(document, words, code)).content.decode()


def shown(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_every_form_can_be_read_copied_and_saved(reader: Client, lease: Document) -> None:
    page = reader.get(cite_url(lease)).content.decode()
    for code, form in CITATION_FORMATS.items():
        assert f'data-copy-from="#words-{code}"' in page
        assert f"&amp;format={code}" in page
        block = re.search(rf'<div[^>]*id="words-{code}"[^>]*>(.*?)</div>', page, re.DOTALL)
        assert block
        assert html.unescape(block[1]) == content(reader, lease, code)
        assert f">{form.name}<" in page


@pytest.mark.parametrize("code", CITATION_FORMATS)
def test_a_form_is_a_file_of_its_type_named_after_the_document(reader: Client, lease: Document, code: str) -> None:
    answer = reader.get(cite_url(lease, code=code))
    form = CITATION_FORMATS[code]
    assert answer["Content-Type"].startswith(form.media_type)
    assert answer["Content-Disposition"] == f'attachment; filename="Lease.{form.extension}"'
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("title", "name"),
    [("../../etc/passwd", "etc passwd"), ("Ünïcode – “x”", "Ünïcode – “x”"), ("\u202e<>", "citation"),
     ('a"b\\c', "a b c"), ("x" * 300, "x" * 60), ("हिन्दी", "हिन्दी")],
)  # fmt: skip
def test_a_title_is_no_danger_as_the_name_of_a_file(reader: Client, lease: Document, title: str, name: str) -> None:
    Document.objects.filter(pk=lease.pk).update(title=title)
    disposition = unquote(reader.get(cite_url(lease, code="bibtex"))["Content-Disposition"])
    assert disposition.endswith((f"{name}.bib", f'"{name}.bib"'))
    assert "\n" not in disposition


def test_what_is_given_names_the_original_at_its_page_and_can_be_read_back(reader: Client, lease: Document) -> None:
    target = json.loads(content(reader, lease, "web-annotation"))["target"]
    assert target["source"]["id"].endswith(f"/documents/{lease.pk}/file/?revision=1")
    assert target["state"]["cached"].endswith(f"/documents/{lease.pk}/text/?v={target['state']['schema:sha256']}")
    assert target["selector"][2]["value"] == "page=2"
    for code in ("json", "csl-json", "web-annotation"):
        assert read_citation(content(reader, lease, code)).quote == WORDS


def test_a_docx_is_cited_by_its_place_and_has_no_page(reader: Client, group: Any) -> None:
    places = [Place("heading", "3.2 Renewal", 0, 30)]
    memo = make_document(
        text="Renewed every year, unless not.",
        places=places,
        title="Memo",
        media_type=DOCX,
        collection=make_collection(readers=[group]),
    )
    assert "Memo, § 3.2 Renewal." in content(reader, memo, "text", "Renewed every year")
    item = json.loads(content(reader, memo, "csl-json", "Renewed every year"))[0]
    assert "page" not in item
    assert "page" not in item["note"]


def test_an_unknown_form_and_an_unknown_passage_are_not_there(reader: Client, lease: Document) -> None:
    assert reader.get(cite_url(lease, code="docx")).status_code == 404
    assert reader.get(cite_url(lease).replace("?v=", "?v=0")).status_code == 404
    assert reader.get(reverse("passage-cite", args=[lease.pk, 9000, 9001])).status_code == 404
    assert reader.post(cite_url(lease)).status_code == 405


@pytest.mark.parametrize("code", ["", "bibtex"])
def test_citations_are_given_to_those_who_may_read(lease: Document, code: str) -> None:
    answer = Client().get(cite_url(lease, code=code))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("login"))
    assert signed_in(make_group()).get(cite_url(lease, code=code)).status_code == 404


# --- verifying ---


def verdict(client: Client, text: str, **more: Any) -> str:
    answer = client.post(VERIFY, {"text": text} | more)
    assert answer.status_code == 200, shown(answer.content.decode())
    return shown(answer.content.decode())


def verdict_links(client: Client, text: str) -> str:
    page = client.post(VERIFY, {"text": text}).content.decode()
    return " ".join(re.findall(r'href="([^"]*)"', page))


@pytest.mark.parametrize("code", ["json", "csl-json", "web-annotation"])
def test_what_was_copied_is_verified_with_its_place_and_a_link(reader: Client, lease: Document, code: str) -> None:
    answer = reader.post(VERIFY, {"text": content(reader, lease, code)})
    page = answer.content.decode()
    assert "Exact" in shown(page)
    assert "Lease, p. 1 (page 2 of 2)" in shown(page)
    revision = Revision.objects.with_text().get(document=lease)
    span = TextSpan(20, 20 + len(WORDS))
    assert f'href="{queries.passage_path(lease.pk, span, revision.text_sha256)}"' in page


def test_a_file_is_verified_and_counts_before_what_is_pasted(reader: Client, lease: Document) -> None:
    file = SimpleUploadedFile("c.json", content(reader, lease, "json").encode("utf-8-sig"))
    assert "Exact" in verdict(reader, "{}", file=file)


def test_the_page_of_a_citation_verifies_it_at_a_click(reader: Client, lease: Document) -> None:
    page = reader.get(cite_url(lease)).content.decode()
    record = re.search(r'name="text" value="([^"]*)"', page)
    assert record
    assert "Exact" in verdict(reader, html.unescape(record[1]).replace("\n", "\r\n"))


def test_an_altered_quote_is_not_found_and_a_wrong_page_is_told(reader: Client, lease: Document) -> None:
    record = content(reader, lease, "json")
    assert "Not found" in verdict(reader, record.replace("to terminate", "to continue"))
    lie = json.loads(record)
    lie["pages"][0]["number"] = 9
    told = verdict(reader, json.dumps(lie))
    assert "The citation names the page 9; the words stand on 2." in told


def tampered(form: Any, key: str, value: Any) -> str:
    """A record, CSL item or annotation with another page than it had."""
    if key == "fragment":
        form["target"]["selector"][2]["value"] = value
    elif key in ("number", "label"):
        form["pages"][0][key] = value
    else:
        (form[0] if isinstance(form, list) else form)[key] = value
    return json.dumps(form)


@pytest.mark.parametrize(
    ("code", "key", "value"),
    [("json", "number", 3), ("json", "label", "99"), ("json", "locator", "p. 99"), ("csl-json", "page", "77"),
     ("web-annotation", "fragment", "page=6")],
)  # fmt: skip
def test_a_false_page_is_a_warning_and_never_exact_alone(
    reader: Client, lease: Document, code: str, key: str, value: Any
) -> None:
    lie = tampered(json.loads(content(reader, lease, code)), key, value)
    page = reader.post(VERIFY, {"text": lie}).content.decode()
    assert "Exact words, but the citation says something else that is not so" in shown(page)
    assert "✓" not in page
    assert "exactly where" not in shown(page)
    section = page[page.index('<section class="verdict"') :]
    assert '<p class="notice">' not in section[: section.index("</section>")]


def test_a_replaced_text_says_where_its_words_stand_now(reader: Client, lease: Document) -> None:
    record = content(reader, lease, "json")
    add_revision(lease, pages=["A new cover.", *PAGES])
    told = verdict(reader, record)
    assert "Revision 1 has been replaced. In revision 2, which is current, the words stand here:" in told
    assert "Lease, p. 3 of 3" in told
    assert "word by word" not in told
    add_revision(lease, pages=["Nothing of it is left in here at all."])
    assert "the words cannot be found in the current one" in verdict(reader, record)


def test_words_that_the_newer_text_has_edited_are_told_as_edited_word_by_word(reader: Client, lease: Document) -> None:
    record = content(reader, lease, "json", "Notice to terminate is given in writing")
    add_revision(lease, pages=["A new cover.", PAGES[1].replace("writing", "person")])
    page = reader.post(VERIFY, {"text": record}).content.decode()
    assert "In revision 2, which is current, this passage has been edited:" in shown(page)
    assert "the words stand here" not in shown(page)
    assert "writing<span" in page[page.index("<del>") : page.index("</del>")]
    assert "person<span" in page[page.index("<ins>") : page.index("</ins>")]


FURNISHED = [f"Field Handbook - North Quay\nOn page {n} it says {word}\nthird edition - {n}"
             for n, word in enumerate(["one", "two", "three", "four"], 1)]  # fmt: skip


def test_what_people_read_leaves_out_running_heads_and_what_programs_read_does_not(reader: Client, group: Any) -> None:
    handbook = make_document(pages=FURNISHED, collection=make_collection(readers=[group]))
    words = "it says two\nthird edition - 2\n\nField Handbook - North Quay\nOn page 3"
    for code in ("text", "markdown", "bibtex"):
        assert "it says two [...] On page 3" in content(reader, handbook, code, words).replace("\\", "")
    assert json.loads(content(reader, handbook, "json", words))["quote"] == words
    for code in ("json", "csl-json", "web-annotation"):
        assert read_citation(content(reader, handbook, code, words)).quote == words
    assert "✓ Exact" in verdict(reader, content(reader, handbook, "csl-json", words))


def test_words_that_were_edited_are_shown_beside_those_that_stand(reader: Client, lease: Document) -> None:
    edited = content(reader, lease, "json", "Notice to terminate is given in writing").replace("writing", "writings", 1)
    digest = Revision.objects.get(document=lease).text_sha256
    told = verdict(reader, edited.replace(digest, "0" * 64))
    assert "Moved" in told
    assert "Some of the words differ from those that were cited." in told
    assert "given in writings" in told


def test_words_are_never_markup(reader: Client, lease: Document) -> None:
    text = content(reader, lease, "json", "<b>never</b>")
    assert b"<b>never" not in reader.post(VERIFY, {"text": text}).content
    assert b"<b>never" not in reader.get(cite_url(lease, "<b>never</b>")).content
    assert b"<script>" not in reader.post(VERIFY, {"text": "<script>"}).content


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "Paste a citation, or choose a file"), ("{", "This is not JSON."), ("{}", "none of the JSON forms"),
     ("[{}, {}]", "These are several citations."), ("[" * (MOST_CHARACTERS + 1), "longer than any citation"),
     ('{"document": {"id": "7"}, "revision": {}, "quote": "x", "start": 0, "end": 1}', "(document.id)"),
     ('{"x": "\0"}', "Null characters are not allowed."), ('{"x": NaN}', "This is not JSON.")],
    ids=lambda value: value[:20],
)  # fmt: skip
def test_what_is_no_citation_is_refused_in_a_sentence(reader: Client, db: Any, text: str, sentence: str) -> None:
    answer = reader.post(VERIFY, {"text": text})
    assert answer.status_code == 400
    assert sentence in shown(answer.content.decode())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00", "This is not JSON."),
        (b"", "Paste a citation"),
        (b" " * (4 * MOST_CHARACTERS + 1), "longer than"),
    ],
    ids=["not-text", "empty", "large"],
)
def test_a_file_that_holds_no_citation_is_refused_in_a_sentence(reader: Client, content: bytes, sentence: str) -> None:
    answer = reader.post(VERIFY, {"file": SimpleUploadedFile("c.json", content)})
    assert answer.status_code == 400
    assert sentence in shown(answer.content.decode())


def test_nothing_is_said_of_what_one_may_not_read(reader: Client, lease: Document) -> None:
    record = content(reader, lease, "json")
    assert "none that you may see" in verdict(signed_in(make_group()), record)
    assert reverse("document", args=[lease.pk]) not in verdict_links(signed_in(make_group()), record)
    for answer in (Client().get(VERIFY), Client().post(VERIFY, {"text": record})):
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("login"))


def test_a_citation_is_only_taken_from_a_form_of_this_site(group: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user(groups=[group]), backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(VERIFY, {"text": "{}"}).status_code == 403


def test_the_menu_copies_each_form_and_leads_to_all_of_them(reader: Client, lease: Document) -> None:
    view = queries.passage(user=make_user(is_superuser=True), document_id=lease.pk, start=0, end=7)
    assert view is not None
    source = "{% load citation_tags %}{% include 'search/_cite_menu.html' with cite_url=citation|cite_path %}"
    menu = Template(source).render(Context({"citation": view.citation}))
    url = html.escape(cite_path(view.citation))
    assert f'href="{url}"' in menu
    for code in CITATION_FORMATS:
        assert f'data-copy-url="{url}&amp;format={code}"' in menu
        assert reader.get(html.unescape(f"{url}&amp;format={code}")).status_code == 200

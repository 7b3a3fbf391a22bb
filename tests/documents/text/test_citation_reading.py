"""Reading a citation back: any JSON form, and for everything else a sentence and a code, whatever it is."""

import json
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import TextSpan, build_citation, text_sha256
from documents.text.citation_formats import CitationDetails, format_citation
from documents.text.citation_reading import (
    MOST_CHARACTERS,
    READING_PROBLEMS,
    CitedQuote,
    UnreadableCitation,
    citation_in,
    read_citation,
)

TEXT = "Notice is given in writing."
CITATION = build_citation(
    document_id=7,
    title="Lease",
    revision_number=2,
    text_sha256=text_sha256(TEXT),
    text=TEXT,
    span=TextSpan(0, 6),
    url="https://kb.example/",
)
DETAILS = CitationDetails(
    "https://kb.example/f", "https://kb.example/t", "text/plain", datetime(2026, 3, 1, tzinfo=UTC), date(2026, 4, 9)
)
FORMS = {code: json.loads(format_citation(code, CITATION, DETAILS)) for code in ("json", "csl-json", "web-annotation")}
EXPECTED = CitedQuote(7, CITATION.text_sha256, 0, 6, "Notice", "", " is given in writing.", title="Lease")


def changed(value, path, new):
    """A copy of `value` with `new` at `path`; without it where `new` is ...."""
    copy = json.loads(json.dumps(value))
    part = copy
    *way, last = path
    for key in way:
        part = part[key]
    if new is ...:
        del part[last]
    else:
        part[last] = new
    return copy


def refusal(value):
    with pytest.raises(UnreadableCitation) as caught:
        citation_in(value)
    return caught.value


@pytest.mark.parametrize("form", FORMS)
def test_every_json_form_makes_the_same_claim(form):
    cited = citation_in(FORMS[form])
    fields = ("document_id", "text_sha256", "start", "end", "quote", "prefix", "suffix", "title")
    assert all(getattr(cited, field) == getattr(EXPECTED, field) for field in fields)


@pytest.mark.parametrize(
    "value",
    [[FORMS["json"]], FORMS["csl-json"][0], [FORMS["web-annotation"]], {"citation": FORMS["json"], "score": 1.0},
     changed(FORMS["web-annotation"], ["target"], [FORMS["web-annotation"]["target"]]),
     changed(FORMS["web-annotation"], ["type"], ["Annotation"]), changed(FORMS["json"], ["unit"], ...),
     FORMS["json"] | {"unknown": [1]}],
)  # fmt: skip
def test_a_form_may_stand_alone_in_a_list_or_in_an_answer(value):
    assert citation_in(value).quote == "Notice"


def test_a_byte_order_mark_is_no_part_of_the_json():
    assert read_citation("\ufeff" + json.dumps(FORMS["json"])).quote == "Notice"


@pytest.mark.parametrize(
    "text",
    ["", "x", "{", '{"a": NaN}', '{"a": Infinity}', "[" * 100_000, '{"a":' * 100_000, "9" * 5000, "\0", "{'a': 1}"],
)
def test_what_is_not_json_is_refused_as_that(text):
    with pytest.raises(UnreadableCitation) as caught:
        read_citation(text)
    assert caught.value.code == "not-json"


def test_what_is_too_long_is_refused_unread():
    with pytest.raises(UnreadableCitation) as caught:
        read_citation("[" * (MOST_CHARACTERS + 1))
    assert caught.value.code == "too-large"


@pytest.mark.parametrize(
    "value",
    [None, True, 7, 1.5, "text", [], {}, [[FORMS["json"]]], [[]], {"quote": "x"}, {"custom": {}}, {"target": 1}],
)
def test_what_is_no_citation_is_refused_as_that(value):
    assert refusal(value).code == "not-a-citation"


def test_several_citations_are_refused_rather_than_one_chosen():
    assert refusal([FORMS["json"], FORMS["json"]]).code == "several-citations"


DAMAGE = [
    (["document"], 7), (["document", "id"], "7"), (["document", "id"], 0), (["document", "id"], True),
    (["document", "id"], 10**30), (["document", "id"], 7.0), (["document", "title"], 5), (["revision"], None),
    (["revision", "text_sha256"], "AB"), (["revision", "text_sha256"], ["x"]), (["revision", "text_sha256"], ...),
    (["start"], "0"), (["start"], -1), (["start"], 2**31), (["start"], ...), (["end"], 0), (["end"], 2**31),
    (["end"], None), (["unit"], "UTF-16 code unit"), (["quote"], ""), (["quote"], " \u200b\n"), (["quote"], None),
    (["quote"], "a\ud800"), (["prefix"], 1), (["suffix"], {"a": 1}), (["prefix"], "\udfff"), (["pages"], [7]),
    (["pages"], [{"number": "7"}]), (["pages"], {"number": 0}), (["pages"], "7"), (["locator"], 3),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), DAMAGE, ids=str)
def test_a_part_that_cannot_be_right_is_named_and_nothing_is_guessed(path, value):
    error = refusal(changed(FORMS["json"], path, value))
    assert error.code == "damaged-citation"
    assert error.detail.split(".")[0] == path[0]
    assert refusal(changed(FORMS["csl-json"], [0, "custom", "citation", *path], value)).code == "damaged-citation"


@pytest.mark.parametrize(
    ("path", "value"),
    [(["target"], "https://kb.example/"), (["target", "selector"], []), (["target", "selector"], [1]),
     (["target", "selector", 0], {"type": "XPathSelector"}), (["target", "selector", 0, "exact"], 1),
     (["target", "selector", 1, "start"], "0"), (["target", "state"], ...), (["target", "state"], []),
     (["target", "state", "schema:sha256"], "0"), (["target", "source"], "https://kb.example/"),
     (["target", "source", "dcterms:identifier"], "7"), (["target", "selector", 0, "prefix"], ["a"])],
    ids=str,
)  # fmt: skip
def test_an_annotation_without_what_proves_it_is_refused(path, value):
    assert refusal(changed(FORMS["web-annotation"], path, value)).code == "damaged-citation"


@pytest.mark.parametrize("value", [{"value": 7}, {"value": "page=x"}, {"value": "page=0"}, {"value": "t=12"}, {}])
def test_a_fragment_that_names_no_page_claims_none(value):
    selectors = [*FORMS["web-annotation"]["target"]["selector"], {"type": "FragmentSelector"} | value]
    assert citation_in(changed(FORMS["web-annotation"], ["target", "selector"], selectors)).pages is None


def test_one_page_may_be_a_number_in_csl():
    assert citation_in([FORMS["csl-json"][0] | {"page": 12}]).printed_pages == "12"


def test_a_long_context_is_cut_to_what_is_next_to_the_quote():
    long = changed(changed(FORMS["json"], ["prefix"], "b" * 999 + "a"), ["suffix"], "c" + "d" * 999)
    cited = citation_in(long)
    assert (len(cited.prefix), cited.prefix[-1]) == (256, "a")
    assert (len(cited.suffix), cited.suffix[0]) == (256, "c")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def paths(value, at=()):
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*at, key))


def code_of(value):
    """The code of the refusal; None for what is read."""
    try:
        citation_in(value)
    except UnreadableCitation as error:
        return error.code
    return None


EVERY_PART = [(form, path) for form, value in FORMS.items() for path in paths(value) if path]


@given(st.sampled_from(EVERY_PART), json_values)
def test_whatever_stands_in_a_part_is_read_or_refused_in_words(part, value):
    form, path = part
    code = code_of(changed(FORMS[form], path, value))
    assert code is None or code in READING_PROBLEMS


@given(json_values)
def test_any_json_is_read_or_refused_in_words(value):
    assert code_of(value) in READING_PROBLEMS


def paged(*pages):
    return FORMS["json"] | {"pages": list(pages)}


def test_labels_are_read_for_the_pages_that_name_them():
    pages = [{"number": 4, "label": "ii"}, {"number": 5}, {"number": 6, "label": None}]
    assert citation_in(paged(*pages)).labels == ((4, "ii"), (6, None))
    assert citation_in(paged()).labels == ()
    assert refusal(paged({"number": 4, "label": 7})).detail == "pages.label"

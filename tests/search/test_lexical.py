"""Finding by words in the real Postgres."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.asked import parse_query
from search.configurations import configs_in_use
from search.generations import active_generation
from search.lexical import (
    compile_query,
    constrained,
    with_beginnings,
    word_places,
)
from search.models import Chunk
from search.rarities import Rarities, rarity_of
from search.stemming import stems
from search.word_ranking import word_hits, word_scores
from tests.factories import index, make_document
from tests.search.test_asked import ABUSE

pytestmark = pytest.mark.usefixtures("index_db")


def found(query: str, **options: object) -> list[str]:
    """The titles of the documents that the words of `query` find, best first."""
    generation = active_generation()
    compiled = compile_query(parse_query(query), configs_in_use(generation))
    hits = word_hits(compiled, generation.chunks.all(), Rarities(generation), 100)
    titles = dict(Chunk.objects.values_list("pk", "document__title"))
    return [titles[hit.chunk_id] for hit in hits]


FOUND = [
    (
        "le café était fermé à Noël, Ångström, naïve",
        ["café", "cafe", "ANGSTROM", "naïve", "nai\u0308ve", '"café était"'],
    ),
    ("corporate ﬁnance and oﬃces", ["finance", "ﬁnance", "office"]),
    ("Section 10.2(b) applies to part TIKA-1226 and 20.04.", ["10.2(b)", "10.2", "TIKA-1226", "tika 1226", "20.04"]),
    ("We write C++ and C# at 100% don't we", ["C++", "c#", "100%", "don't", "don’t"]),
    (
        "the deni-\nzens of self-\npublishing towns",
        ["denizens", "denizen", "self-publishing", "selfpublishing"],
    ),
    ("We learn that the inhabi-tants sent e-mail", ["inhabitants", "email", "e-mail"]),
    ("the embankment would need recon-\n\nstruction before winter", ["reconstruction"]),
    ("an optional\u00adhyphen", ["optionalhyphen"]),
    ("他说你好世界。", ["你好世界", "世界", "界", "好"]),
    ("みんなのおのおの\nのなかのすべて", ["みんなのおのおののなかのすべて", "すべて"]),
    ("Привет, мир", ["привет", "Привет, мир", "мир"]),
    ("안녕하세요 세계", ["세계", "안녕"]),
    ("The agreement terminates", ["terminate", "termination", "agreements"]),
    ("a name:value pair and user@example.org", ["name:value", "user@example.org", "example"]),
    ("theendword" + "x" * 40, ["theendword" + "x" * 40]),
]


def test_what_is_written_is_found_as_people_type_it_and_only_there() -> None:
    index(*(make_document(text=text, title=text) for text, _ in FOUND))
    for text, queries in FOUND:
        for query in queries:
            assert found(query) == [text], query


def test_nothing_typed_is_an_error() -> None:
    index(make_document(text="An ordinary text with 100 words."))
    for typed in ABUSE:
        found(typed)


@settings(max_examples=40)
@given(st.text(max_size=60))
def test_no_text_is_an_error_as_a_query(typed: str) -> None:
    found(typed)


@settings(max_examples=40)
@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), max_size=200))
def test_no_text_is_an_error_as_content(text: str) -> None:
    from search.lexical import search_vector_of
    from search.models import Generation

    Generation.objects.annotate(vector=search_vector_of(text, "english")).values_list("vector").first()


def test_percent_and_underscore_are_no_wildcards() -> None:
    index(make_document(text="An ordinary text."))
    assert found("%") == found("_") == found("*") == []


def test_a_phrase_must_occur_and_an_excluded_word_must_not() -> None:
    index(
        make_document(text="six calendar months", title="apart"),
        make_document(text="within six months", title="phrase"),
        make_document(text="six months of draft", title="draft"),
    )
    assert found('"six months" -draft') == ["phrase"]
    assert set(found("six months")) == {"apart", "phrase", "draft"}


def test_more_and_rarer_words_come_first() -> None:
    index(
        *(make_document(text=f"Common agreement number {n}.", title="common") for n in range(5)),
        make_document(text="A bergamot agreement.", title="both"),
        make_document(text="Only bergamot.", title="rare"),
    )
    assert found("bergamot agreement")[:2] == ["both", "rare"]


def test_stop_words_alone_find_nothing_and_do_not_disturb_others() -> None:
    index(make_document(text="To be or not to be, said Hamlet", title="right"))
    assert found("AND the of") == []
    assert found("the hamlet") == ["right"]


def test_the_exact_section_number_beats_its_neighbour() -> None:
    index(
        make_document(text="Under section 10.2(a) the buyer pays.", title="a"),
        make_document(text="Under section 10.2(b) the buyer pays.", title="b"),
    )
    assert found("10.2(b)") == ["b"]
    assert found("10.2(a)")[0] == "a"


def test_constraints_hold_for_any_list_of_chunks() -> None:
    index(make_document(text="six months", title="a"), make_document(text="six weeks", title="b"))
    generation = active_generation()
    compiled = compile_query(parse_query('"six" -weeks'), {"english": 0})
    assert [chunk.document.title for chunk in constrained(generation.chunks.all(), compiled)] == ["a"]


def test_words_that_stand_as_they_were_asked_come_before_the_same_words_apart() -> None:
    index(
        make_document(text="Copying prevents measures; unauthorized, unauthorized copying measures.", title="apart"),
        make_document(text="Devices and measures that prevent unauthorized copying of a work.", title="together"),
    )
    assert found("measures that prevent unauthorized copying") == ["together", "apart"]


def test_a_word_asked_for_twice_counts_once() -> None:
    assert len(compile_query(parse_query("notice Notice NOTICES"), {"english": 0}).wanted) == 1


def test_a_pasted_page_is_a_query() -> None:
    index(make_document(text="The notice period is six months.", title="right"))
    assert found("notice period of many other words. " + " ".join(f"word{n}" for n in range(500))) == ["right"]


def test_stems_are_those_of_the_index() -> None:
    assert stems(["renewals", "the"], "english") == {"renewals": "renew", "the": ""}


def test_a_word_as_it_was_typed_comes_before_any_number_of_its_other_forms() -> None:
    index(
        make_document(text="A government agency governs, governed by the law of governments.", title="stem"),
        make_document(text="This agreement has a clause on its governing law, and much else besides.", title="exact"),
    )
    assert found("governing law") == ["exact", "stem"]
    assert found("governing") == ["exact", "stem"]
    assert found("governed")[0] == found("government")[0] == "stem"


def test_a_stem_alone_still_finds() -> None:
    index(make_document(text="The agreement terminates.", title="right"))
    assert found("termination") == ["right"]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("DEFGHI", "the letters DEFGHIJKLMNOPQRSTUVWXYZ"),
        ("abcdef", "abcde\ufb00\ufb01\ufb02 is one word"),
        ("𐲀𐲁𐲂𐲃", "𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇"),
        ("governmentali", "on governmentality"),
    ],
)
def test_a_word_that_nothing_holds_is_looked_for_as_the_beginning_of_longer_ones(typed: str, text: str) -> None:
    index(make_document(text=text, title=text), make_document(text="Another text.", title="another"))
    assert begun(typed) == [text]


def test_a_word_that_something_holds_is_not_taken_for_a_beginning() -> None:
    index(make_document(text="the port", title="port"), make_document(text="the portrait", title="portrait"))
    assert begun("port") == ["port"]
    assert begun("portr") == ["portrait"]


@pytest.mark.parametrize("typed", ["zz", "the", '"portr"', "-portr", "4711", "ferry1", "xyzzy", ""])
def test_what_is_too_short_common_or_demanded_as_it_is_stays_as_it_was_asked(typed: str) -> None:
    index(make_document(text="the zzebra and its portrait, invoice 47112, ferry12"))
    asked = parse_query(typed)
    begun_at = with_beginnings(asked, active_generation())
    assert typed == "xyzzy" or begun_at == asked
    assert begun(typed) == []


def begun(typed: str) -> list[str]:
    """The titles that `typed` finds where what nothing holds is a beginning."""
    generation = active_generation()
    compiled = compile_query(with_beginnings(parse_query(typed), generation), configs_in_use(generation))
    hits = word_hits(compiled, generation.chunks.all(), Rarities(generation), 100)
    titles = dict(Chunk.objects.values_list("pk", "document__title"))
    return [titles[hit.chunk_id] for hit in hits]


def test_one_of_several_alternatives_must_occur() -> None:
    index(
        make_document(text="The lease ends.", title="lease"),
        make_document(text="The rent is due on time.", title="rent"),
        make_document(text="The end of time.", title="neither"),
    )
    assert set(found("lease OR rent")) == {"lease", "rent"}
    assert found('ends lease OR "due on time"')[0] == "lease"
    assert found("end NOT time") == ["lease"]
    assert found("rent AND time") == ["rent"]
    assert found("the OR rent") == ["rent"]


def test_a_star_finds_every_word_that_begins_so() -> None:
    index(
        make_document(text="The reconstruction of it.", title="long"),
        make_document(text="To reconnoitre.", title="other"),
        make_document(text="Part 10.2(b) and multi-agents.", title="literal"),
    )
    assert set(found("recon*")) == {"long", "other"}
    assert found("reconst*") == ["long"]
    assert found("10.2*") == found("multi-ag*") == ["literal"]
    assert found("-recon* the part reconnoitre") == ["literal"]


def test_what_many_chunks_hold_is_counted_once_and_again_when_the_index_has_grown(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr("search.rarities.COUNTED", 3)
    index(*(make_document(text=f"The bergamot clause {number}.") for number in ("one", "two", "three")))
    asked = ["'bergamot'", "'one'"]
    assert Rarities(active_generation()).counts(asked) == [3, 1]
    later = Rarities(active_generation())
    with django_assert_num_queries(0):
        assert later.counts(asked[:1]) == [3]
    with django_assert_num_queries(1):
        assert later.counts(asked) == [3, 1]
    index(make_document(text="The bergamot clause, once more."))
    assert Rarities(active_generation()).counts(asked) == [4, 1]


def test_rarities_are_counted_once_and_told_in_the_order_asked(django_assert_num_queries: Any) -> None:
    index(*(make_document(text=text) for text in ("rent and lease", "rent", "notice")))
    rarities = Rarities(active_generation())
    with django_assert_num_queries(1):
        assert rarities.counts(["'rent'", "'notic'", "'zebra'", "'rent'"]) == [2, 1, 0, 2]
    with django_assert_num_queries(0):
        assert rarities.counts(["'zebra'", "'rent'"]) == [0, 2]
        assert rarities.of_each(["'notic'", "'rent'"]) == [rarity_of(1, 3), rarity_of(2, 3)]
    with django_assert_num_queries(1):
        assert rarities.of_each(["'leas'", "'rent'"]) == [rarity_of(1, 3), rarity_of(2, 3)]
    ranked = rarities.of(compile_query(parse_query("rent zebra notice"), {"english": 3}))
    assert [(notation, count) for notation, _, count in ranked] == [
        ("('zebra')", 0), ("('notic')", 1), ("('rent')", 2)
    ]  # fmt: skip


def test_chunks_with_words_of_the_question_have_a_score_and_tell_where_they_stand() -> None:
    texts = ["Rent and lease.", "Rent is paid.", "Notice."]
    index(*(make_document(text=text) for text in texts))
    generation = active_generation()
    ids = {text: Chunk.objects.get(revision__text=text).pk for text in texts}
    rarities = Rarities(generation)
    scored = word_scores(compile_query(parse_query("lease rent"), {"english": 3}), list(ids.values()), rarities)
    assert [hit.chunk_id for hit in scored] == [ids[text] for text in texts[:2]]
    assert scored[0].score > scored[1].score > 0.0
    for hit in scored:
        chunk = Chunk.objects.get(pk=hit.chunk_id)
        assert hit.place == (chunk.document_id, chunk.revision_id, chunk.start, chunk.end, chunk.digest)
    assert word_scores(compile_query(parse_query("the of"), {"english": 3}), list(ids.values()), rarities) == []
    assert word_scores(compile_query(parse_query("rent"), {"english": 3}), [], rarities) == []


def test_words_are_found_at_their_places_among_all_words_of_a_chunk() -> None:
    index(make_document(text="The rent is due, and the Rents are paid: rent."), make_document(text="No lease."))
    first, second = Chunk.objects.order_by("pk")
    found = word_places([first.pk, second.pk], ["leas", "rent", "zebra"])
    assert sorted(found) == [(first.pk, 1, [1, 6, 9]), (second.pk, 0, [1])]
    assert word_places([first.pk], []) == word_places([], ["rent"]) == []

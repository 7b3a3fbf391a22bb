"""A library in several languages: each document is found, marked and spelled by the words of its own."""

from __future__ import annotations

import pytest

from search.asked import parse_query
from search.candidates import _Asked
from search.configurations import configs_in_use
from search.generations import active_generation
from search.lexical import CompiledQuery, compile_query, with_beginnings
from search.models import Chunk
from search.queries import passage, search
from search.rarities import Rarities
from search.word_ranking import word_hits
from tests.factories import index, make_admin, make_document

pytestmark = pytest.mark.usefixtures("index_db")

LIBRARY = {
    "lease": "The tenant may terminate the lease by giving notice of three months. Renewals need written consent.",
    "foundry": "Die casting is a process in which molten metal is forced into a mould under high pressure.",
    "peace": "After the war the two countries signed a treaty of peace, and the soldiers returned to their families.",
    "miete": "Der Mieter kann den Vertrag mit einer Frist von drei Monaten kündigen. Verlängerungen sind zu "
    "vereinbaren, und die Zahlungen sind am ersten Tag des Monats fällig, also ohne eine Mahnung.",
    "gericht": "Das Gericht war nicht zuständig, die Klage wurde abgewiesen, denn die Vollmacht des Klägers fehlte.",
    "bail": "Le locataire peut résilier le bail avec un préavis de trois mois. Les renouvellements se font par écrit.",
    "аренда": "Арендатор может расторгнуть договор, уведомив об этом за три месяца. Новый срок требует согласия.",
    "kira": "Kiracı, yıl sonundan üç ay önce bildirimde bulunarak kira sözleşmesini feshedebilir; ödemeler peşindir.",
    "租赁": "承租人可以在年底前三个月发出通知，终止本租赁合同，并应当支付截至该日的全部租金。",
    "إيجار": "يجوز للمستأجر إنهاء عقد الإيجار بإشعار مدته ثلاثة أشهر قبل نهاية السنة.",
}


@pytest.fixture
def library(index_db: None) -> None:
    index(*(make_document(text=text, title=title) for title, text in LIBRARY.items()))


def compiled(query: str) -> CompiledQuery:
    generation = active_generation()
    return compile_query(with_beginnings(parse_query(query), generation), configs_in_use(generation))


def found(query: str) -> list[str]:
    generation = active_generation()
    titles = dict(Chunk.objects.values_list("pk", "document__title"))
    hits = word_hits(compiled(query), generation.chunks.all(), Rarities(generation), 100)
    return [titles[hit.chunk_id] for hit in hits]


FOUND = [
    ("termination", ["lease"]),
    ("renewal", ["lease"]),
    ("soldier family", ["peace"]),
    ("Verlängerung", ["miete"]),
    ("verlangerung", ["miete"]),
    ("Verträge", ["miete"]),
    ("Kläger", ["gericht"]),
    ("renouvellement", ["bail"]),
    ("locataires", ["bail"]),
    ("договора", ["аренда"]),
    ("новая", ["аренда"]),
    ("bildirimi", ["kira"]),
    ("租赁合同", ["租赁"]),
    ("المستأجر", ["إيجار"]),
    ("tenant Mieter locataire", ["lease", "miete", "bail"]),
    ("zahl*", ["miete"]),
    ("solid", []),
]


def test_a_word_finds_the_forms_that_it_has_in_each_language(library: None) -> None:
    for query, titles in FOUND:
        assert set(found(query)) == set(titles), query


def test_a_stop_word_of_one_language_is_a_word_of_another(library: None) -> None:
    assert found("die") == found('"die"') == ["foundry"]
    assert found("war") == found("WAR") == ["peace"]
    assert found("also") == []
    assert found("the of") == found("und der") == found("le la") == []


def test_what_a_question_leaves_out_in_its_own_language_is_looked_for_in_no_other(library: None) -> None:
    assert found("war die Klage abgewiesen") == ["gericht"]
    assert found("what was the war") == ["peace"]
    assert compiled("when is the rent of the flat due").wanted == compiled("rent flat due").wanted


def test_a_stop_word_alone_does_not_come_before_what_was_asked_beside_it(library: None) -> None:
    assert found("die Zahlung")[0] == "miete"
    assert found("die casting") == ["foundry"]
    assert found("war treaty") == ["peace"]
    assert compiled("die Zahlung").named == frozenset()
    generation = active_generation()
    hits = word_hits(compiled("die Zahlung"), generation.chunks.all(), Rarities(generation), 10)
    assert [hit.is_named for hit in hits] == [True, False]


SAID = [
    ("what is the notice of the tenant", {"notic", "tenant"}),
    ("die casting", {"die", "cast"}),
    ("warum ist die Klage nicht zulässig", {"klag", "zulass"}),
    ("the of", {"the", "of"}),
]


def test_what_a_question_leaves_out_does_not_count_in_any_part(library: None) -> None:
    generation = active_generation()
    for question, expected in SAID:
        asked = _Asked(parse_query(question), generation, Rarities(generation))
        lexemes = {lexeme for of_word in asked.saying.lexemes for lexeme in of_word}
        assert expected <= lexemes, question
        assert not lexemes & ({"the", "what", "is", "of", "ist", "die", "nicht"} - expected), question


def test_a_word_as_it_is_typed_counts_for_nothing_where_it_is_a_stop_word() -> None:
    index(
        make_document(text="Also known as the Company. The notices are also sent to the tenant and to the landlord."),
        make_document(text=f"{LIBRARY['miete']} Company.", title="miete"),
    )
    exact = dict(compiled("also company").exact)
    (also,) = (form for form in exact.values() if "=also" in form)
    assert "/english" in also
    assert "/german" not in also


DEMANDED = [
    ('"die casting"', ["foundry"]),
    ('"die Zahlungen sind"', ["miete"]),
    ('"die casting" metal', ["foundry"]),
    ('"die" Zahlungen', ["miete", "foundry"]),
    ('"die" "Klage"', ["gericht"]),
    ('"war nicht"', []),
    ('"the lease"', ["lease"]),
    ('"le bail"', ["bail"]),
    ('"три месяца"', ["аренда"]),
    ('"全部租金"', ["租赁"]),
    ('"molten die"', []),
    ("war OR Klage", ["peace", "gericht"]),
    ("die AND casting", ["foundry"]),
    ("treaty -war", []),
    ("Gericht -war", ["gericht"]),
]


def test_phrases_and_demands_hold_in_each_language(library: None) -> None:
    for query, titles in DEMANDED:
        assert set(found(query)) == set(titles), query


def test_words_in_their_order_come_first_in_each_language() -> None:
    index(
        make_document(text=f"{LIBRARY['lease']} The measures prevent, and the copying is unauthorized.", title="apart"),
        make_document(text=f"{LIBRARY['lease']} The measures that prevent unauthorized copying.", title="together"),
        make_document(text=f"{LIBRARY['miete']} Die Maßnahmen verhindern das Kopieren; unbefugt.", title="getrennt"),
        make_document(text=f"{LIBRARY['miete']} Die Maßnahme, unbefugtes Kopieren zu verhindern.", title="zusammen"),
    )
    assert found("measures prevent unauthorized copying")[:2] == ["together", "apart"]
    assert found("Maßnahme unbefugtes Kopieren")[:2] == ["zusammen", "getrennt"]


def test_a_word_is_as_rare_as_all_its_forms_together(library: None) -> None:
    query = compiled("notice")
    assert len(query.wanted) == 1
    assert set(found("notices")) == set(found("notice")) == {"lease"}


def test_the_words_of_each_document_are_marked_as_its_language_has_them(library: None) -> None:
    answer = search(user=make_admin(), query="renewal Zahlung renouvellement договора эта die")
    marked = {
        hits.document.title: [one.text for one in hits.hits[0].excerpt.segments if one.marked] for hits in answer.groups
    }
    assert marked["lease"] == ["Renewals"]
    assert marked["miete"] == ["Zahlungen"]
    assert marked["bail"] == ["renouvellements"]
    assert marked["аренда"] == ["договор"]
    assert marked["foundry"] == ["Die"]


def test_a_passage_that_is_opened_is_marked_in_its_language(library: None) -> None:
    document = Chunk.objects.filter(document__title="miete").select_related("document").get().document
    view = passage(user=make_admin(), document_id=document.pk, start=0, end=60, query="Verlängerung die war")
    assert view is not None
    assert [one.text for one in view.excerpt.segments if one.marked] == ["Verlängerungen"]


SLIPS = [
    ("termniate", "terminate"),
    ("Zahlugnen", "zahlungen"),
    ("renouvellemnets", "renouvellements"),
    ("Zahlung", ""),
    ("renewal", ""),
    ("also", ""),
    ("nichts", ""),
]


def test_a_slip_is_corrected_in_each_language(library: None) -> None:
    for typed, expected in SLIPS:
        assert search(user=make_admin(), query=typed).did_you_mean == expected, typed


def test_a_stop_word_of_any_language_is_not_the_beginning_of_another_word(library: None) -> None:
    index(make_document(text="The dieback of trees, and the warmth of summers, are studied in this report."))
    assert found("sie") == []
    assert found("war") == ["peace"]
    assert found("dieb") != []

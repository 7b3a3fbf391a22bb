"""Which language a text is in."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.languages import certain_config, languages_of, likeness, spelt

SENTENCES = {
    "english": "The tenant may terminate the lease by giving notice of three months before the end of the year.",
    "german": "Der Mieter kann den Vertrag mit einer Frist von drei Monaten zum Ende des Jahres kündigen.",
    "french": "Le locataire peut résilier le bail avec un préavis de trois mois avant la fin de l'année.",
    "spanish": "El inquilino puede rescindir el contrato con un preaviso de tres meses antes de fin de año.",
    "italian": "Il conduttore può recedere dal contratto con un preavviso di tre mesi prima della fine dell'anno.",
    "portuguese": "O inquilino pode rescindir o contrato com um aviso prévio de três meses antes do fim do ano.",
    "dutch": "De huurder kan de overeenkomst met een termijn van drie maanden tegen het einde van het jaar opzeggen.",
    "swedish": "Hyresgästen får säga upp avtalet med tre månaders uppsägningstid före årets slut.",
    "finnish": "Vuokralainen voi irtisanoa sopimuksen kolmen kuukauden irtisanomisajalla ennen vuoden loppua.",
    "hungarian": "A bérlő az év vége előtt három hónapos felmondási idővel felmondhatja a szerződést.",
    "russian": "Арендатор может расторгнуть договор, уведомив об этом за три месяца до конца года.",
    "greek": "Ο μισθωτής μπορεί να καταγγείλει τη σύμβαση με προθεσμία τριών μηνών πριν από το τέλος του έτους.",
    "turkish": "Kiracı, yıl sonundan üç ay önce bildirimde bulunarak kira sözleşmesini feshedebilir.",
    "arabic": "يجوز للمستأجر إنهاء عقد الإيجار بإشعار مدته ثلاثة أشهر قبل نهاية السنة.",
    "hindi": "किरायेदार वर्ष के अंत से तीन महीने पहले सूचना देकर पट्टा समाप्त कर सकता है।",
}
WITHOUT_STEMMER = {
    "Chinese": "承租人可以在年底前三个月发出通知，终止本租赁合同，并应当支付截至该日的全部租金。",
    "Japanese": "賃借人は、年末の三か月前までに書面で通知することにより、この賃貸借契約を解約することができる。",
    "Korean": "임차인은 연말 삼 개월 전에 서면으로 통지하여 이 임대차 계약을 해지할 수 있다.",
    "Polish": "Najemca może wypowiedzieć umowę najmu za trzymiesięcznym wypowiedzeniem przed końcem roku.",
    "Czech": "Nájemce může smlouvu vypovědět s tříměsíční výpovědní lhůtou před koncem roku.",
    "Ukrainian": "Орендар може розірвати договір, повідомивши про це за три місяці до кінця року.",
    "Hebrew": "השוכר רשאי לסיים את חוזה השכירות בהודעה מוקדמת של שלושה חודשים לפני סוף השנה.",
    "Vietnamese": "Bên thuê có thể chấm dứt hợp đồng thuê bằng cách thông báo trước ba tháng trước cuối năm.",
}


def config_of(text: str) -> str:
    return certain_config(languages_of(text))


@pytest.mark.parametrize(("config", "text"), SENTENCES.items())
def test_a_sentence_tells_its_language(config: str, text: str) -> None:
    assert config_of(text) == config
    assert config_of(text.upper()) == config


@pytest.mark.parametrize("text", WITHOUT_STEMMER.values(), ids=WITHOUT_STEMMER)
def test_a_language_that_postgres_cannot_stem_is_not_stemmed(text: str) -> None:
    assert config_of(text) == "simple"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "4711 0815",
        "invoice 2024-03",
        "Hello world",
        "die",
        "12 34 | 56 78 " * 50,
        "notice_period.txt",
        "\ud800",
    ],
)
def test_what_is_too_little_to_tell_is_not_guessed(text: str) -> None:
    assert config_of(text) == ""


def test_a_foreign_beginning_a_table_and_a_quotation_do_not_decide() -> None:
    english = SENTENCES["english"] + "\n"
    table = "".join(f"{n} | {n * 7}.00 | EUR\n" for n in range(300))
    text = SENTENCES["german"] * 5 + english * 100 + table + SENTENCES["french"] * 5 + english * 60
    assert config_of(text) == "english"


def test_a_text_of_any_length_is_told_by_a_sample_of_it() -> None:
    text = SENTENCES["german"] * 500_000
    began = time.thread_time()
    assert config_of(text) == "german"
    assert time.thread_time() - began < 1


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_an_answer_and_always_the_same(text: str) -> None:
    languages = languages_of(text)
    assert languages == languages_of(text)
    assert not languages or sum(languages.values()) == pytest.approx(1, abs=0.01)


def test_how_like_a_configuration_is_is_said_by_the_likeliest_of_its_languages() -> None:
    languages = {"no": 0.3, "nn": 0.4, "pl": 0.2, "en": 0.1}
    assert likeness("norwegian", languages) == 0.4
    assert likeness("simple", languages) == 0.2
    assert likeness("german", languages) == 0.0
    assert certain_config(languages) == ""
    assert certain_config({"no": 0.4, "nn": 0.45, "en": 0.15}) == "norwegian"
    assert certain_config({"zh": 0.7, "yue": 0.2, "en": 0.1}) == "simple"
    assert certain_config({"pl": 0.3, "cs": 0.3, "sk": 0.3, "en": 0.1}) == ""
    assert certain_config({"zxx": 0.95, "en": 0.05}) == ""


@pytest.mark.parametrize(
    ("config", "keys", "expected"),
    [
        ("spanish", "la renovacion cionista", "la renovación cionista"),
        ("portuguese", "obrigacao obrigacoes decisoes", "obrigação obrigações decisões"),
        ("russian", "новыи россиискии и край", "новый россииский и край"),
        ("english", "renovacion", "renovacion"),
    ],
)
def test_the_endings_that_a_stemmer_goes_by_have_their_accents_again(config: str, keys: str, expected: str) -> None:
    assert spelt(keys, config) == expected


@pytest.mark.long
def test_no_command_loads_the_model_before_a_text_needs_it() -> None:
    program = "import django, sys; django.setup(); import search.indexing; print('py3langid' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("False")

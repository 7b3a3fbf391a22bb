"""The encoding of a text file, from its bytes."""

import pytest

from documents.extractors.encodings import decode_anyway, decode_text
from documents.extractors.failures import ExtractionFailure
from documents.extractors.wide_encodings import wide_encoding

WESTERN = "“Grüße” – so heißt es in der Straße, und es kostet 5 €."
RUSSIAN = "Работа станции начинается утром. Наблюдатель записывает уровень воды и время каждого измерения."
GREEK = "Ο παρατηρητής γράφει τη στάθμη του νερού και την ώρα κάθε μέτρησης στο βιβλίο."
JAPANESE = "観測員は毎朝、水位と時刻を帳簿に書き込みます。測定は一日に二回行われます。"
CHINESE = "昨天晚上河水上涨，渡船直到早晨才开。人们都在码头等着，没有人说话。"
TRADITIONAL = "昨天晚上河水上漲，渡船直到早晨才開。人們都在碼頭等著，沒有人說話。"
KOREAN = "어제 저녁에 강물이 불어서 나룻배가 아침까지 다니지 못했다."
ARABIC = "ارتفع الماء في النهر مساء أمس ولم تتحرك العبارة حتى الصباح."
HEBREW = "אתמול בערב עלו המים בנהר והמעבורת לא יצאה עד הבוקר."
POLISH = "Wczoraj wieczorem woda w rzece podniosła się i prom nie kursował aż do świtu."
CZECH = "Včera večer stoupla voda v řece a přívoz až do rána nejel."
HUNGARIAN = "Tegnap este megáradt a folyó, és a komp reggelig nem járt, mert erős szél fújt; őrök fűtöttek."
TURKISH = "Dün akşam ırmak yükseldi ve feribot sabaha kadar çalışmadı. Güneş doğdu."
LATVIAN = "Vakar vakarā upē pacēlās ūdens, un prāmis nebrauca līdz rītam."
LITHUANIAN = "Vakar vakare upėje pakilo vanduo, ir keltas neplaukė iki ryto; žmonės laukė, šaltis spaudė."
UKRAINIAN = "Учора ввечері вода в річці піднялася, і пором не ходив аж до ранку."
FRENCH = "Hier soir, l’eau a monté et le bac n’a pas circulé jusqu’à l’aube. Les élèves étaient là."
ICELANDIC = "Í gær hækkaði vatnið og ferjan gekk ekki fyrr en um morguninn."
THAI = "เมื่อวานเย็นน้ำในแม่น้ำขึ้นสูง เรือข้ามฟากจึงหยุดจนถึงเช้า"

ALL = [WESTERN, RUSSIAN, GREEK, JAPANESE, CHINESE, KOREAN, ARABIC, HEBREW, CZECH, "Plain words, nothing else."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", [*ALL, "😀 plain", ""])
def test_what_is_certain_is_read_exactly(text: str, encoding: str) -> None:
    decoded = decode_text(text.encode(encoding))
    assert decoded.text == text
    assert not decoded.is_guess


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", ALL)
def test_wide_characters_are_told_without_their_mark(text: str, encoding: str) -> None:
    decoded = decode_text(text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)
    assert not decoded.is_guess


def test_escaped_japanese_is_certain() -> None:
    decoded = decode_text(JAPANESE.encode("iso2022_jp"))
    assert (decoded.text, decoded.is_guess) == (JAPANESE, False)


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        (WESTERN, ["cp1252", "mac_roman"]),
        ("These are “windows” quotes", ["cp1252"]),
        ("5 °C – warm", ["cp1252"]),
        ("café", ["cp1252"]),
        ("Die Fähre hält überall, so heißt es.", ["cp1252", "iso8859_15", "mac_roman", "cp850", "cp437"]),
        (FRENCH, ["cp1252", "mac_roman"]),
        (ICELANDIC, ["cp1252"]),
        ("Müller, García, Sørensen, Nuñez, Åkerblom, François", ["cp1252"]),
        ("Müller;Köln\nŁukasz;Łódź\nNový;Plzeň\n", ["cp1250"]),
        (POLISH, ["cp1250", "iso8859_2"]),
        (CZECH, ["cp1250", "iso8859_2", "cp852"]),
        (HUNGARIAN, ["cp1250", "iso8859_2"]),
        (TURKISH, ["cp1254", "iso8859_9"]),
        (LATVIAN, ["cp1257", "iso8859_13"]),
        (LITHUANIAN, ["cp1257", "iso8859_13"]),
        (RUSSIAN, ["cp1251", "koi8_r", "cp866", "iso8859_5", "mac_cyrillic"]),
        ("ИНСТРУКЦИЯ ПО ЭКСПЛУАТАЦИИ", ["cp1251", "koi8_r", "cp866"]),
        ("Привет, мир!", ["cp1251", "koi8_r"]),
        (UKRAINIAN, ["cp1251", "koi8_u"]),
        (GREEK, ["cp1253", "iso8859_7"]),
        (HEBREW, ["cp1255", "iso8859_8"]),
        (ARABIC, ["cp1256", "iso8859_6"]),
        (THAI, ["cp874"]),
        (JAPANESE, ["cp932", "euc_jp"]),
        (CHINESE, ["gb18030", "gbk"]),
        (TRADITIONAL, ["big5"]),
        (KOREAN, ["euc_kr"]),
    ],
)
def test_what_the_letters_say_is_found_and_called_a_guess(text: str, encodings: list[str]) -> None:
    for encoding in encodings:
        decoded = decode_text(text.encode(encoding))
        assert decoded.text == text, encoding
        assert decoded.is_guess


@pytest.mark.parametrize(
    "data",
    [
        "会議室".encode("cp932"),
        bytes(range(128, 256)) * 3,
        b"\xff\xfe\xfd\x81\x8d"[2:] * 10,
        b"a\x9d\x81 \xa4\xb6\xac b\xb6c\xa6d",
    ],
)
def test_wrong_letters_are_worse_than_none(data: bytes) -> None:
    with pytest.raises(ExtractionFailure, match="unknown-encoding"):
        decode_text(data)
    assert decode_anyway(data).encoding == "cp1252"


def test_a_few_odd_bytes_in_a_long_text_do_no_harm() -> None:
    words, odd = b"Many words, and nothing special in them. " * 50, b"\x9d\xb6\xff\xa4\x81\xd8\xac\x8f"
    assert decode_text(words + odd).text.startswith("Many words")
    with pytest.raises(ExtractionFailure):
        decode_text(words[:300] + odd)


def test_the_telling_part_may_come_late() -> None:
    data = b"Words.\n" * 20_000 + (RUSSIAN * 3).encode("koi8_r")
    assert decode_text(data).text.endswith(RUSSIAN)


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\x7fELF\x02\x01\x01\0\0\0", bytes(range(64))])
def test_small_binary_files_are_no_wide_characters(data: bytes) -> None:
    assert wide_encoding(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"one\0two\0three\0four\0",
        b"A text with one NUL\0 in it, and enough other characters that it is still clearly a text.",
        "Grüße\0und\0mehr".encode(),
    ],
)
def test_a_few_nuls_do_not_make_wide_characters(data: bytes) -> None:
    assert decode_text(data).encoding == "utf-8"

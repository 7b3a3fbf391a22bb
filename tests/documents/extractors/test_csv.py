"""CSV and TSV: a line for each row, told by shape or name."""

import pytest

from documents.extractors.media_types import CSV, MARKDOWN, PLAIN
from documents.extractors.sniffing import sniff_media_type

from .conftest import Read

TABLE = "name,city,since\nMiller,Basel,1999\nMeier,Bern,2001\nKunz,Chur,2004\nFrei,Genf,2010\n"
PROSE = "In spring, in summer, and later\nthey went out, looked, and came\nback, ate, and slept\n" * 4


def sniff(text: str, name: str) -> str:
    data = text.encode()
    return sniff_media_type(data, lambda: pytest.fail("the head is enough"), name)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (TABLE[:33], "name | city | since\nMiller | Basel | 1999"),
        ("a;b\n1,5;2,5\n", "a | b\n1,5 | 2,5"),
        ("a\tb\n1\t2\n", "a | b\n1 | 2"),
        ("sep=|\r\na|b\r\n1|2\r\n", "a | b\n1 | 2"),
        ('a,b\n"x, y","say ""so"""\n', 'a | b\nx, y | say "so"'),
        ("a,b,c\n1,,3\n\n,,\n4,5,6\n", "a | b | c\n1 |  | 3\n4 | 5 | 6"),
        ("alone\nin\na column\n", "alone\nin\na column"),
        ("a,b\nfoo-,bar\nfoobar,pre-\nfix,y\n", "a | b\nfoo- | bar\nfoobar | pre-\nfix | y"),
    ],
)
def test_a_row_is_a_line(read: Read, source: str, text: str) -> None:
    outcome = read(source.encode(), CSV)
    assert outcome.text == text
    assert (outcome.pages, outcome.page_labels, outcome.places, outcome.notes) == (None, None, (), ())


def test_a_row_with_line_breaks_is_told_value_by_value_under_the_names_of_its_columns(read: Read) -> None:
    assert read(b'who,what\nA,"one\ntwo"\n', CSV).text == "who | what\n\nwho: A\n\nwhat: one\ntwo"


def test_an_open_quotation_mark_swallows_no_rows_and_is_noted(read: Read) -> None:
    outcome = read(b'a,b\n"x,y\nz,w\n', CSV)
    assert outcome.text == 'a | b\n"x | y\nz | w'
    assert "quotation mark" in outcome.notes[0]


def test_a_value_may_be_long(read: Read) -> None:
    assert read(b'a,b\n"' + b"x" * 200_000 + b'",y\n', CSV).text.endswith("x | y")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_is_told_as_for_plain_text(read: Read, encoding: str) -> None:
    outcome = read("Stadt;Größe\nZürich;groß\nMünchen;größer\n".encode(encoding), CSV)
    assert outcome.text == "Stadt | Größe\nZürich | groß\nMünchen | größer"
    assert bool(outcome.notes) == (encoding == "cp1252")


@pytest.mark.parametrize("name", ["a.csv", "A.TSV", "b.tab"])
def test_a_text_called_a_table_is_one(name: str) -> None:
    assert sniff("a,b\n1,2\n", name) == CSV


@pytest.mark.parametrize("table", [TABLE, TABLE.replace(",", ";"), TABLE.replace(",", "\t")])
def test_a_text_in_the_shape_of_a_table_is_one_unless_it_is_called_markdown(table: str) -> None:
    assert sniff(table, "export.txt") == CSV
    assert sniff(table, "export.md") == MARKDOWN


@pytest.mark.parametrize(
    "text",
    [PROSE, TABLE[:33], TABLE + "a\nb\n", TABLE.replace("city", "name"), TABLE.replace("\n", "\n\n"), "a b\n" * 9],
)
def test_other_text_stays_text(text: str) -> None:
    assert sniff(text, "notes.txt") == PLAIN

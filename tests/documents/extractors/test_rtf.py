"""RTF: what a reader of the document sees, in order, with its headings as places."""

from pathlib import Path

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import RTF
from documents.extractors.outcome import ExtractedText
from documents.extractors.rtf import extract
from documents.extractors.sandbox import extract_confined

from .limits import ROOMY

FONTS = (
    r"{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS Mincho;}"
    r"{\f3\fcharset2 Symbol;}{\f4\fcharset2{\*\panose 0502}Wingdings{\*\falt Other};}{\f5\cpg1250 Arial CE;}}"
)
STYLES = (
    r"{\stylesheet{\s0\fs24 Normal;}{\s1\sbasedon0\outlinelevel0 berschrift;}{\s2 heading 2;}{\s3\sbasedon2 Mine;}"
    r"{\s4\outlinelevel9 heading 4;}{\*\cs10 \additive heading 5;}}"
)


def read(tmp_path: Path, body: str, head: str = r"\ansi\ansicpg1252\deff0") -> ExtractedText:
    path = tmp_path / "a.rtf"
    path.write_bytes(("{\\rtf1" + head + FONTS + STYLES + body + "}").encode("latin-1"))
    return extract(path, ROOMY)


def text_of(tmp_path: Path, body: str, head: str = r"\ansi\ansicpg1252\deff0") -> str:
    return read(tmp_path, body, head).text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"\pard A first\par A {\b se}cond{\i .}\par", "A first\n\nA second."),
        ("A word bro\r\nken over lines", "A word broken over lines"),
        (r"a \\ b \{c\}", "a \\ b {c}"),
        ("one\\\ntwo", "one\n\ntwo"),
        (r"a\tab b\line c\~d\_e\emdash f\bullet", "a\tb\nc\u00a0d\u2011e—f•"),
        (r"\lquote a\rquote  \ldblquote b\rdblquote", "‘a’ “b”"),
        (r"caf\'e9 \'93q\'94", "café “q”"),
        (r"{\f1 \'cf\'f0\'e8\'e2\'e5\'f2} na\'efve", "Привет naïve"),
        (r"{\f2 \'93\'fa\'96\'7b}{\f2 \'83A}", "日本ア"),
        (r"{\f5 \'b3}", "ł"),
        (r"\u8364?5 \u-3913\'3f\f3\u-3913\'3f", "€5 □•"),
        (r"\uc2\u26085\'93\'fa\uc1\u26412?!", "日本!"),
        (r"\uc0\u233\u233 x", "ééx"),
        (r"{\uc0\u233}\u233?x", "ééx"),
        (r"\u55357?\u56832?", "😀"),
        (r"\u8212\emdash x \u8211\par y", "—x –\n\ny"),
        (r"{\u233}?", "é?"),
        (r"{\f3 \'b7 1}{\f4 \'fc}", "• 1✓"),
        (r"{\upr{?}{\*\ud{\u321?}}}x", "Łx"),
        (r"\plain\f0 seen{\v hidden {\b too}}{\v\v0  shown}{\v\plain  again}", "seen shown again"),
        (r"kept{\deleted\revauthdel1 gone}{\revised  new}", "kept new"),
        (r"a{\pict\wmetafile8 0102{\*\blipuid ab}0a}b{\*\shppict{\pict 01}}{\nonshppict{\pict 02}}c", "abc"),
        (r"a{\object\objemb{\*\objclass Word}{\*\objdata 0105}{\result seen}}b", "aseenb"),
        ("a{\\pict\\bin4 }{}{b}\\bin3 {}}c", "ac"),
        (r"a{\*\unheardof b{c}\'64}e{\*\bkmkstart x}{\*\bkmkend x}{\xe{y}}{\tc z}", "ae"),
        (r'a {\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt{\ul link}}} b', "a link b"),
        (r"a {\field{\*\fldinst{ PAGE }}{\fldrslt{7}}} of {\field{\fldinst NUMPAGES}{\fldrslt 9}}!", "a of !"),
        (r"{\field{\*\fldinst IF {\field{\*\fldinst X}{\fldrslt 1}}=1}{\fldrslt yes}}", "yes"),
        (r"\chpgn a\sect b\page c", "a\n\nb\nc"),
        (r"{\mmath{\*\moMath{\mf{\mfPr{\mtype bar}}{\mnum{\mr a}}{\mden{\mr b}}}}{\mmathPict x}}", "ab"),
        (r"{\*\htmltag64 <p>}plain", "plain"),
    ],
)
def test_a_reader_sees(body: str, text: str, tmp_path: Path) -> None:
    assert " ".join(text_of(tmp_path, body).split(" ")).replace("  ", " ") == text


@pytest.mark.parametrize(
    ("head", "text"),
    [
        (r"\ansi\ansicpg1251", "Да"),
        (r"\ansi\ansicpg99999", "Äà"),
        (r"\mac", "ƒ‡"),
        (r"\pc", "─α"),
        (r"\ansi\ansicpg65001", "\ufffd\ufffd"),
    ],
)
def test_the_code_page_is_the_documents(head: str, text: str, tmp_path: Path) -> None:
    assert text_of(tmp_path, r"\'c4\'e0", head) == text


def test_headings_are_places(tmp_path: Path) -> None:
    body = (
        r"\pard\s1 One\par\pard a\par\pard\s3 Two\par\pard\s4 no\par\pard\outlinelevel1 Three\par"
        r"\pard\s2\outlinelevel9 no\par{\pard\s2 Four\par}b\par"
    )
    outcome = read(tmp_path, body)
    assert [place.label for place in outcome.places] == ["One", "Two", "Three", "Four"]
    assert outcome.text[outcome.places[0].start :].startswith("One\n\na")
    assert outcome.pages is None


def test_lists_show_their_numbers(tmp_path: Path) -> None:
    body = (
        r"{\listtext\pard\plain 1.\tab}\pard First\par{\listtext 2.\tab}Second\par{\pntext\f3\'b7\tab}dot\par"
        r"{\listtext\f0 o\tab}ring\par\pard\s2{\listtext 3.1\tab}Head\par{\listtext 4.\tab}\par end"
    )
    outcome = read(tmp_path, body)
    assert outcome.text == "1. First\n2. Second\n• dot\n• ring\n\n3.1 Head\n\nend"
    assert [place.label for place in outcome.places] == ["3.1 Head"]


def test_tables_are_rows_of_cells(tmp_path: Path) -> None:
    row = r"\trowd\cellx1\cellx2\pard\intbl {}\cell {}\cell\row"
    body = "a\\par" + row.format("A1", "B1") + row.format("A2", "") + r"\pard z\par"
    assert text_of(tmp_path, body) == "a\n\nA1 | B1\nA2\n\nz"


def test_a_cell_of_several_paragraphs_and_a_table_in_it_are_read_cell_by_cell(tmp_path: Path) -> None:
    nested = r"\pard\intbl\itap2 n1\nestcell n2\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}"
    body = r"\trowd\pard\intbl one\par two\cell " + nested + r"\pard\intbl after\cell\row\pard z\par"
    assert text_of(tmp_path, body) == "one\n\ntwo\n\nn1 | n2\n\nafter\n\nz"


def test_a_table_that_is_never_ended_is_read(tmp_path: Path) -> None:
    assert text_of(tmp_path, r"\trowd\intbl a\cell b\cell\row\intbl c\cell d") == "a | b\nc | d"


def test_notes_stand_after_their_paragraph_or_table(tmp_path: Path) -> None:
    body = (
        r"one{\super\chftn{\footnote\pard\plain{\super\chftn} First note.\par More.}} end.\par"
        r" two{\*\atnid A}{\*\atnauthor Ann}\chatn{\*\annotation{\*\atnref 1}Why?}\par"
        r"\trowd\intbl c{\footnote\ftnalt An end.}\cell\row\intbl d\cell\row\pard three{\v{\footnote unseen}}\par"
    )
    assert text_of(tmp_path, body).split("\n\n") == [
        "one end.",
        "Footnote 1: First note.\nMore.",
        "two",
        "Comment by Ann: Why?",
        "c\nd",
        "Endnote 1: An end.",
        "three",
    ]


def test_text_boxes_stand_after_their_paragraph(tmp_path: Path) -> None:
    body = (
        r"\pard before{\shp{\*\shpinst\shpleft0{\sp{\sn a}{\sv b}}{\shptxt\pard In the box.\par}}{\shprslt twice}}, on"
        r"\par after{\*\do\dobxpage{\dptxbxtext Old box.}}\par"
    )
    assert text_of(tmp_path, body) == "before, on\n\nIn the box.\n\nafter\n\nOld box."


@pytest.mark.parametrize(
    ("declared", "shown"),
    [("", ["H", "F"]), (r"\titlepg", ["H", "H first", "F"]), (r"\facingp", ["H", "H left", "F"])],
)
def test_headers_and_footers_are_read_once_where_they_are_shown(
    declared: str, shown: list[str], tmp_path: Path
) -> None:
    margins = r"{\header H\par}{\headerf H first\par}{\headerl H left\par}{\footer F\par}"
    text = text_of(tmp_path, declared + margins + r"body\sect" + margins + "rest")
    assert text == "\n\n".join([*shown[:-1], "body", "rest", shown[-1]])


def test_the_title_is_declared(tmp_path: Path) -> None:
    outcome = read(tmp_path, r"{\info{\title The \'c4 title}{\author Ann}{\*\company x}}body")
    assert (outcome.title, outcome.text) == ("The Ä title", "body")


def test_a_file_that_was_cut_off_is_read_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(b"{\\rtf1\\ansi The first half{\\b and")
    outcome = extract(path, ROOMY)
    assert outcome.text == "The first halfand"
    assert outcome.notes == ("The file ends before its text does: it was cut off.",)


@pytest.mark.parametrize("data", [b"{\\rtf1 a}}}}{b", b"{\\rtf1 a}\0\0 trailing"])
def test_what_stands_behind_the_end_is_no_text(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(data)
    assert extract(path, ROOMY).text == "a"


def test_groups_in_groups_without_end_are_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(b"{\\rtf1 " + b"{" * 100_000)
    with pytest.raises(ExtractionFailure, match="damaged: groups nested too deeply"):
        extract(path, ROOMY)


@pytest.mark.parametrize(
    "data",
    [
        b"{\\rtf1{\\*\\x " + b"{" * 1_000_000,
        b"{\\rtf1 a\\bin99999999999 b}",
        b"{\\rtf1 \\u99999999999 \\uc-5\\u1 a}",
        b"{\\rtf1\\itap999999999 a\\nestcell\\nestrow}",
        b"{\\rtf1{\\stylesheet{\\s1\\sbasedon1 a;}}\\s1 b}",
        b"{\\rtf1" + b"{\\footnote x}" * 20_000 + b"}",
        bytes(range(256)),
    ],
)
def test_hostile_files_do_no_harm(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(data)
    assert extract_confined(path, RTF, Limits(30, 1 << 30, 1 << 24)).pages is None

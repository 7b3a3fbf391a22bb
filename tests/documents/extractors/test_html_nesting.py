"""Nesting that would make a parser work without end is refused before it is parsed; ordinary nesting never is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.bomb_files import BOMBS
from benchmarks.bomb_files.bomb import WORDS
from documents.extractors import html_nesting
from documents.extractors.child import cpu_seconds
from documents.extractors.failures import ExtractionFailure
from documents.extractors.html import parse_html, read_html
from documents.extractors.html_nesting import refuse_endless_nesting
from documents.extractors.limits import Limits
from documents.extractors.media_types import HTML, PDF
from documents.extractors.sandbox import extract_confined


def numbered(tags: str, count: int) -> str:
    return "".join(tags.replace("#", str(number)) for number in range(count))


ENDLESS: dict[str, tuple[Callable[[], str], str]] = {
    "elements": (lambda: "<div>" * 100_000, "damaged"),
    "words between them": (lambda: "<div>words<br>" * 100_000, "damaged"),
    "inline elements": (lambda: "<label>" * 100_000, "damaged"),
    "with sound ends": (lambda: "<div>" * 100_000 + "</div>" * 100_000, "damaged"),
    "quotes that hide no tag": (lambda: '<p =">' + "<div>" * 100_000, "damaged"),
    "a value's end": (lambda: "<p title='>' a=b=\"c>" + "<div>" * 100_000, "damaged"),
    "selections": (lambda: "<select><option>" * 100_000, "damaged"),
    "formatting": (lambda: numbered("<b id=#>", 40_000), "damaged"),
    "formatting in paragraphs": (lambda: numbered('<p><b id="#"><i class="#">x', 2000), "expands-too-much"),
    "attributes": (lambda: f"<p {numbered(' a#=1', 100_000)}>", "damaged"),
    "attributes of the root": (lambda: numbered("<html a#=1>", 100_000), "damaged"),
}


@pytest.mark.parametrize(("source", "code"), ENDLESS.values(), ids=ENDLESS.keys())
def test_work_without_end_is_refused(source: Callable[[], str], code: str) -> None:
    with pytest.raises(ExtractionFailure) as caught:
        parse_html(source())
    assert caught.value.code == code


@pytest.mark.parametrize(
    "source",
    [
        "<p>unclosed<br>" * 100_000,
        "<ul>" + "<li><b>unclosed</b>" * 100_000,
        "<table>" + "<tr><td><font size=2>unclosed<td>b" * 50_000,
        "<p><font size=2>never closed" * 100_000,
        "<div><span>crossed</div></span>" * 100_000,
        "<table><tr><td>" * 100_000,
        "<div>" * 500 + "<p>words</p>" * 50_000,
        "<script>" + "'<div>'" * 100_000 + "</script>",
        "<!--" + "<div>" * 100_000 + "-->",
        "<textarea>" + "<div>" * 100_000,
        '<p title="' + "<div>" * 100_000 + '">',
        "</div>" * 100_000,
        "<a href='#'>unclosed " * 100_000,
        "<img src='data:," + "a/b=c " * 100_000 + "'>",
        "<" * 100_000,
        "<!--<script <textarea" * 20_000,
    ],
    ids=lambda source: source[:30],
)
def test_what_is_long_only_is_not_refused(source: str) -> None:
    refuse_endless_nesting(source)


def test_the_bound_is_on_the_whole_and_not_on_each_element(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html_nesting, "_MOST_STEPS", 5000)
    refuse_endless_nesting("<div>" * 99)
    with pytest.raises(ExtractionFailure):
        refuse_endless_nesting("<div>" * 101)


def test_tables_in_tables_keep_their_words() -> None:
    assert [block.text for block in read_html("<table><tr><td>" * 20_000 + "deep").blocks] == ["deep"]


def test_a_small_page_gets_no_time_for_work_without_end() -> None:
    """For what no count foresees."""
    limits = Limits(seconds=600, memory_bytes=1 << 30, output_bytes=1 << 20)
    assert cpu_seconds(HTML, 16_000, limits) <= 31
    assert cpu_seconds(HTML, 100 << 20, limits) == cpu_seconds(PDF, 16_000, limits) == 600
    assert cpu_seconds(HTML, 16_000, Limits(seconds=5, memory_bytes=1 << 30, output_bytes=1 << 20)) == 5


@pytest.mark.parametrize(
    ("name", "code"), [("deep-elements.html", "damaged"), ("deep-letters.html", "expands-too-much")]
)
def test_the_bombs_are_refused_in_the_child(name: str, code: str, tmp_path: Path) -> None:
    limits = Limits(seconds=60, memory_bytes=1 << 30, output_bytes=1 << 20)
    with pytest.raises(ExtractionFailure) as caught:
        extract_confined(written(name, tmp_path, 0.1), HTML, limits)
    assert caught.value.code == code


def test_a_bomb_of_tables_keeps_its_words(tmp_path: Path) -> None:
    limits = Limits(seconds=60, memory_bytes=1 << 30, output_bytes=1 << 20)
    assert extract_confined(written("deep-tables.html", tmp_path, 0.02), HTML, limits).text == WORDS.decode().strip()


def written(name: str, folder: Path, size: float) -> Path:
    path = folder / name
    with path.open("w+b") as file:
        next(bomb for bomb in BOMBS if bomb.name == name).write(file, size)
    return path

"""Markdown keeps its source; its headings are places, and nothing else is."""

import pytest

from documents.extractors.media_types import MARKDOWN

from .conftest import Read


def labels(read: Read, source: str) -> list[str]:
    return [place.label for place in read(source.encode(), MARKDOWN).places]


def test_the_source_is_the_text_and_each_place_starts_at_its_heading(read: Read) -> None:
    source = "intro\n\n# One\n\nsome *text*\n\nTwo\n---\n\nmore 🦊\n\n### Three ###\nend"
    outcome = read(source.encode(), MARKDOWN)
    assert outcome.text == source
    assert [(place.label, source[place.start : place.end]) for place in outcome.places] == [
        ("One", "# One\n\nsome *text*\n\n"),
        ("Two", "Two\n---\n\nmore 🦊\n\n"),
        ("Three", "### Three ###\nend"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "```\n# no heading\n```",
        "~~~python\n# a comment\n~~~",
        "    # indented code",
        "---\ntitle: x\n---\ntext",
        "#no-space",
        "<!--\n# hidden\n-->",
    ],
)
def test_code_comments_and_front_matter_hold_no_headings(read: Read, source: str) -> None:
    assert labels(read, source) == []


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("# The *second* `part`", "The second part"),
        ("# A [link](http://x) and ![image](y)", "A link and image"),
        ("# <a name='x'></a>Anchored", "Anchored"),
        ("# AT&amp;T \\# 1", "AT&T # 1"),
    ],
)
def test_a_label_is_what_a_reader_sees(read: Read, heading: str, label: str) -> None:
    assert labels(read, heading) == [label]


def test_an_empty_heading_is_no_place(read: Read) -> None:
    assert labels(read, "#\n\n# Real") == ["Real"]


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ('---\ntitle: "The Title"\nx: y\n---\n# Heading', "The Title"),
        ("---\nx: y\n---\n## Sub\n\n# Main", "Main"),
        ("---\nno end of front matter", None),
        ("text", None),
    ],
)
def test_the_title_is_declared_or_the_first_main_heading(read: Read, source: str, title: str | None) -> None:
    assert read(source.encode(), MARKDOWN).title == title


def test_windows_line_ends_do_not_shift_places(read: Read) -> None:
    outcome = read(b"a\r\n\r\n# One\r\n\r\ntext", MARKDOWN)
    assert outcome.text[outcome.places[0].start :] == "# One\n\ntext"


def test_page_headings_are_headings_and_never_pages(read: Read) -> None:
    outcome = read(b"# Page 3\n\ntext", MARKDOWN)
    assert outcome.pages is None
    assert outcome.places[0].kind == "heading"

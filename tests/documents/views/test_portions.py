"""The portions of a text hold all of it, in order, and none is too long."""

from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, TextSpan, is_grapheme_boundary, render_plain
from documents.views import portions as module
from documents.views.portions import CHARACTERS, PAGES, PageBlock, page_blocks, portions


@given(st.lists(st.sampled_from(["", "a", "words " * 40, "x" * 30_000, "x" * 60_000]), max_size=60))
def test_portions_hold_every_page_whole_and_in_order(texts: list[str]) -> None:
    text, spans = render_plain([PageText(number, page) for number, page in enumerate(texts, 1)])
    parts = portions(text, spans)
    shown = [block for part in parts for block in page_blocks(text, part, spans, None)]
    if not spans:
        return
    assert [block.number for block in shown if not block.goes_on] == [span.number for span in spans]
    assert pages_of(shown) == {span.number: text[span.start : span.end] for span in spans}
    for part in parts:
        met = [span for span in spans if part.start <= span.start < part.end]
        assert len(met) <= PAGES
        assert part.end - part.start <= CHARACTERS


@given(st.lists(st.text(alphabet="a\u0301 \n", max_size=90), max_size=5))
def test_a_page_that_is_longer_than_a_portion_is_cut_between_graphemes(texts: list[str]) -> None:
    text, spans = render_plain([PageText(number, page) for number, page in enumerate(texts, 1)])
    with portions_of(20):
        parts = portions(text, spans)
    shown = [block for part in parts for block in page_blocks(text, part, spans, None)]
    assert pages_of(shown) == {span.number: text[span.start : span.end] for span in spans}
    for part in parts:
        assert part.start in {span.start for span in spans} or is_grapheme_boundary(text, part.start)
        assert part.end - part.start <= 20 or not any(
            is_grapheme_boundary(text, at) for at in range(part.start + 11, part.end)
        )


def test_one_grapheme_without_end_is_left_whole() -> None:
    text = "a" + "\u0301" * 60 + "b"
    with portions_of(20):
        assert portions(text, ()) == [TextSpan(0, 61), TextSpan(61, 62)]


def pages_of(blocks: list[PageBlock]) -> dict[int | None, str]:
    pages: dict[int | None, str] = {}
    for block in blocks:
        pages[block.number] = pages.get(block.number, "") + "".join(line.text for line in block.lines)
    return pages


@contextmanager
def portions_of(characters: int) -> Iterator[None]:
    longest, module.CHARACTERS = module.CHARACTERS, characters
    try:
        yield
    finally:
        module.CHARACTERS = longest


@given(st.text(alphabet="ab \n", max_size=2000))
def test_without_pages_the_portions_together_are_the_text(text: str) -> None:
    with portions_of(100):
        parts = portions(text, ())
    assert "".join(text[part.start : part.end] for part in parts) == text
    assert all(part.end - part.start <= 100 for part in parts)


def test_a_cut_without_pages_falls_between_paragraphs() -> None:
    text = "a" * 30_000 + "\n\n" + "b" * 30_000
    assert portions(text, ())[0] == TextSpan(0, 30_002)


def test_a_page_keeps_its_label() -> None:
    text, spans = render_plain([PageText(1, "one"), PageText(2, "two")])
    blocks = page_blocks(text, TextSpan(0, len(text)), spans, ["iv", None])
    assert [(block.number, block.label) for block in blocks] == [(1, "iv"), (2, None)]

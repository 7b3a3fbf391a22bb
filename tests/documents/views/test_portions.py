"""The portions of a text hold all of it, in order, and none is too long."""

from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, TextSpan, render_plain
from documents.views import portions as module
from documents.views.portions import CHARACTERS, PAGES, page_blocks, portions


@given(st.lists(st.sampled_from(["", "a", "words " * 40, "x" * 30_000, "x" * 60_000]), max_size=60))
def test_portions_hold_every_page_whole_and_in_order(texts: list[str]) -> None:
    text, spans = render_plain([PageText(number, page) for number, page in enumerate(texts, 1)])
    parts = portions(text, spans)
    shown = [block for part in parts for block in page_blocks(text, part, spans, None)]
    if not spans:
        return
    assert [block.number for block in shown] == [span.number for span in spans]
    assert ["".join(line.text for line in block.lines) for block in shown] == [text[s.start : s.end] for s in spans]
    for part in parts:
        met = [span for span in spans if part.start <= span.start < part.end]
        assert len(met) <= PAGES
        assert part.end - part.start <= CHARACTERS or len(met) == 1


@given(st.text(alphabet="ab \n", max_size=2000))
def test_without_pages_the_portions_together_are_the_text(text: str) -> None:
    longest, module.CHARACTERS = module.CHARACTERS, 100
    try:
        parts = portions(text, ())
    finally:
        module.CHARACTERS = longest
    assert "".join(text[part.start : part.end] for part in parts) == text
    assert all(part.end - part.start <= 100 for part in parts)


def test_a_cut_without_pages_falls_between_paragraphs() -> None:
    text = "a" * 30_000 + "\n\n" + "b" * 30_000
    assert portions(text, ())[0] == TextSpan(0, 30_002)


def test_a_page_keeps_its_label() -> None:
    text, spans = render_plain([PageText(1, "one"), PageText(2, "two")])
    blocks = page_blocks(text, TextSpan(0, len(text)), spans, ["iv", None])
    assert [(block.number, block.label) for block in blocks] == [(1, "iv"), (2, None)]

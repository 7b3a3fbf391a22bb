"""What the properties are tried on: pages, texts, spans, chunks and tokenizers."""

import re

from hypothesis import strategies as st

from documents.text import PageSpan, PageText, TextSpan, is_ink, render_plain

# Single pieces that have gone wrong somewhere: markers as text, graphemes of several code points, other
# scripts, white space of every kind, invisible characters.
AWKWARD_PIECES = (
    "## Page 3",
    "\n\n## Page 2\n\n",
    "--- Page 1 ---",
    "\n",
    "\n\n",
    " ",
    "\t",
    "\u00a0",
    "\u3000",
    "e\u0301",
    "\u0301",
    "q\u0307\u0323",
    "👩\u200d👩\u200d👧",
    "👍🏽",
    "🇨🇭🇫🇷",
    "🇨",
    "1\ufe0f\u20e3",
    "各\u11a8",
    "\u1112\u1161\u11ab",
    "क्षि",
    "日本語。",
    "見出し",
    "\u200b",
    "\ufeff",
    "\u00ad",
    "\u2800",
    "word",
    "A sentence ends. Another",
    "re-\nform",
    "\ud7a3",
    "𝔘",
)

awkward_text = st.lists(
    st.one_of(st.sampled_from(AWKWARD_PIECES), st.text(st.characters(exclude_categories=["Cs"]), max_size=6)),
    max_size=12,
).map("".join)
"""Any text that can be stored, with a leaning towards what is awkward."""

prose = st.lists(
    st.sampled_from(("the ", "fee ", "is ", "due ", "today. ", "\n", "\n\n", "# Fees\n", "ünïcode ", "日本語。")),
    max_size=60,
).map("".join)

raw_text = st.lists(
    st.one_of(
        st.sampled_from(
            (
                *AWKWARD_PIECES,
                "\r\n",
                "\r",
                "\f",
                "\v",
                "\0",
                "\x02",
                "\ufffe",
                "\uffff",
                "\ud83d",
                "\ude00",
                "\x85",
                "\x7f",
            )
        ),
        st.sampled_from(("infor", "mation", "-\n", "- \n ", "\u00ad\n", "a", "b", "\ufffe\n", "\u2010\n", "A", "1")),
        st.text(max_size=4),
    ),
    max_size=14,
).map("".join)
"""What an extractor may hand to cleaning: lone surrogates, controls and non-characters too."""

blank_text = st.sampled_from(("", " ", "\n\n", "\t", "\u00a0", "\u200b", "\ufeff\n", "\u00ad", "\u2800", "\ufe0f"))
page_text = st.one_of(blank_text, st.just("the same on every page"), awkward_text, prose)


@st.composite
def pages(draw: st.DrawFn, *, text: st.SearchStrategy[str] = page_text, gaps: bool = True) -> list[PageText]:
    """Pages in order, among them blank and identical ones; with `gaps`, numbers may be missing."""
    texts = draw(st.lists(text, max_size=8))
    steps = st.integers(1, 3) if gaps else st.just(1)
    numbers = []
    for _ in texts:
        numbers.append((numbers[-1] if numbers else 0) + draw(steps))
    return [PageText(number, text) for number, text in zip(numbers, texts, strict=True)]


rendered = st.one_of(
    pages().map(render_plain),
    st.tuples(pages(), st.sampled_from(("", "\f", " | "))).map(lambda drawn: render_plain(*drawn)),
)
"""A canonical text and its spans, with the usual separator and with others."""


@st.composite
def texts_with_span(draw: st.DrawFn, text: st.SearchStrategy[str] = awkward_text) -> tuple[str, TextSpan]:
    """A text and any span within it."""
    drawn = draw(text)
    ends = sorted((draw(st.integers(0, len(drawn))), draw(st.integers(0, len(drawn)))))
    return drawn, TextSpan(*ends)


def word_offsets(text: str) -> list[tuple[int, int]]:
    """A tokenizer that knows words and signs."""
    return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


def character_offsets(text: str) -> list[tuple[int, int]]:
    """A tokenizer to which every character is a token, white space too."""
    return [(at, at + 1) for at in range(len(text))]


def byte_offsets(text: str) -> list[tuple[int, int]]:
    """A tokenizer with several tokens for one code point, as byte-level ones have."""
    return [(at, at + 1) for at, character in enumerate(text) for _ in character.encode()]


def piece_offsets(text: str) -> list[tuple[int, int]]:
    """A tokenizer whose tokens depend on where the text begins: a slice may have more than its part of a whole."""
    return [(at, min(at + 3, len(text))) for at in range(0, len(text), 3)] + (
        [(len(text) - 1, len(text))] if text[:1] == "e" else []
    )


def unknown_offsets(text: str) -> list[tuple[int, int]]:
    """A tokenizer to which any run without white space is one (unknown) token, however long."""
    return [match.span() for match in re.finditer(r"\S+", text)]


token_offsets = st.sampled_from((word_offsets, character_offsets, byte_offsets, piece_offsets, unknown_offsets))


def ink_offsets_outside(text: str, spans: list[TextSpan] | list[PageSpan]) -> list[int]:
    """The offsets of ink that no span covers."""
    covered = {at for span in spans for at in range(span.start, span.end)}
    return [at for at, character in enumerate(text) if is_ink(character) and at not in covered]


_QUERY_PIECES = (
    *("OR", "AND", "NOT", '"', "-", "(", ")", "*", ":", ",", "rent", "rent*", "re*", "10.2(b)", "é", "世界", "%", "\0"),
    *(
        "type:pdf",
        "TYPE:x",
        'title:"',
        "title:%",
        "collection:a",
        "tag:#",
        "owner:me",
        "has:scan",
        "has:x",
        "page:1-99",
    ),
    *("page:99999999999", "page:iv-i", "page:-", "before:0000", "after:9999-99", "before:2024", "-page:1", "C:\\dir"),
)

ANYTHING_TYPED = st.text(max_size=60) | st.lists(st.sampled_from(_QUERY_PIECES), max_size=8).flatmap(
    lambda pieces: st.sampled_from([" ", ""]).map(lambda between: between.join(pieces))
)
"""Questions as people, and those who mean no good, might type them."""

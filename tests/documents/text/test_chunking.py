from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.text import (
    ChunkPolicy,
    PageText,
    TextSpan,
    chunk_text,
    is_grapheme_boundary,
    is_ink,
    pages_for_span,
    render_plain,
)
from documents.text.graphemes import grapheme_end, grapheme_start
from tests.strategies import (
    awkward_text,
    byte_offsets,
    character_offsets,
    ink_offsets_outside,
    pages,
    prose,
    token_offsets,
    unknown_offsets,
    word_offsets,
)

texts = st.one_of(awkward_text, prose, st.tuples(prose, awkward_text, prose).map("".join))


@st.composite
def policies(draw):
    most = draw(st.integers(1, 30))
    return ChunkPolicy(most, draw(st.integers(0, most - 1)), draw(token_offsets))


def is_one_grapheme(text, chunk):
    return grapheme_end(text, chunk.start + 1) >= chunk.end


@given(texts, policies())
def test_no_chunk_has_more_tokens_than_the_policy_allows_but_a_single_grapheme(text, policy):
    for chunk in chunk_text(text, policy):
        count = len(policy.token_offsets(text[chunk.start : chunk.end]))
        assert count <= policy.max_tokens or is_one_grapheme(text, chunk)


@given(texts, policies())
def test_the_chunks_together_cover_all_ink(text, policy):
    assert ink_offsets_outside(text, list(chunk_text(text, policy))) == []


@given(texts, policies())
def test_no_chunk_begins_or_ends_inside_a_grapheme(text, policy):
    for chunk in chunk_text(text, policy):
        assert is_grapheme_boundary(text, chunk.start)
        assert is_grapheme_boundary(text, chunk.end)


@given(texts, policies())
def test_chunks_begin_and_end_with_a_grapheme_that_has_ink(text, policy):
    for chunk in chunk_text(text, policy):
        first = text[chunk.start : grapheme_end(text, chunk.start + 1)]
        last = text[grapheme_start(text, chunk.end - 1) : chunk.end]
        assert any(map(is_ink, first))
        assert any(map(is_ink, last))


@given(texts, policies())
def test_starts_and_ends_ascend_strictly(text, policy):
    chunks = list(chunk_text(text, policy))
    for before, after in pairwise(chunks):
        assert before.start < after.start
        assert before.end < after.end
    assert all(0 <= chunk.start < chunk.end <= len(text) for chunk in chunks)


@given(texts, policies())
def test_no_more_than_the_overlap_is_repeated(text, policy):
    chunks = list(chunk_text(text, policy))
    for before, after in pairwise(chunks):
        repeated = text[after.start : before.end] if after.start < before.end else ""
        assert len(policy.token_offsets(repeated)) <= policy.overlap_tokens


@given(texts, policies())
def test_chunking_is_deterministic(text, policy):
    assert list(chunk_text(text, policy)) == list(chunk_text(text, policy))


@given(pages(text=prose), policies())
def test_every_character_of_a_chunk_is_on_one_of_its_pages_or_in_a_separator(drawn, policy):
    text, spans = render_plain(drawn)
    for chunk in chunk_text(text, policy):
        assert pages_for_span(spans, chunk.start, chunk.end)


@given(st.lists(st.sampled_from(("Aa bb cc. ", "Dd ee. ", "ff gg ", "\n\n")), min_size=30, max_size=60).map("".join))
def test_small_sentences_are_merged_up_to_the_bound(text):
    policy = ChunkPolicy(20, 0, word_offsets)
    chunks = list(chunk_text(text, policy))
    counts = [len(word_offsets(text[chunk.start : chunk.end])) for chunk in chunks[:-1]]
    assert all(count > 20 * 0.3 for count in counts)
    assert len(chunks) <= 1 + len(word_offsets(text)) / 8


def pieces(text, policy):
    return [text[chunk.start : chunk.end] for chunk in chunk_text(text, policy)]


@pytest.mark.parametrize(
    ("text", "most", "tokens", "chunks"),
    [
        ("", 5, word_offsets, []),
        (" \n\u200b\t", 5, word_offsets, []),
        ("  one  ", 5, word_offsets, ["one"]),
        ("one two three. Four five six.", 5, word_offsets, ["one two three.", "Four five six."]),
        ("one two three four five six", 4, word_offsets, ["one two three four", "five six"]),
        ("one\n\ntwo\n\nthree", 100, word_offsets, ["one\n\ntwo\n\nthree"]),
        ("abcdef", 4, character_offsets, ["abcd", "ef"]),
        ("日本語", 2, character_offsets, ["日本", "語"]),
        ("e\u0301e\u0301", 3, character_offsets, ["e\u0301", "e\u0301"]),
        ("🇨🇭🇫🇷🇩🇪", 5, character_offsets, ["🇨🇭🇫🇷", "🇩🇪"]),
        ("👩\u200d👩\u200d👧 x", 2, character_offsets, ["👩\u200d👩\u200d👧", "x"]),
        ("👍👍", 4, byte_offsets, ["👍", "👍"]),
        ("👍a", 2, byte_offsets, ["👍", "a"]),
        ("☕\ufe0f \u200b", 9, word_offsets, ["☕\ufe0f"]),
        ("x  \u0301a", 9, word_offsets, ["x  \u0301a"]),
        ("  \u0301a", 9, word_offsets, [" \u0301a"]),
        ("\n\u200da", 9, word_offsets, ["\u200da"]),
    ],
)
def test_named_cases(text, most, tokens, chunks):
    assert pieces(text, ChunkPolicy(most, 0, tokens)) == chunks


def test_overlap_begins_at_a_sentence_if_one_fits_and_else_at_a_word():
    text = "Aa bb cc dd ee. Ff gg. Hh ii jj kk ll mm nn oo pp qq rr ss"
    assert pieces(text, ChunkPolicy(10, 4, word_offsets)) == [
        "Aa bb cc dd ee. Ff gg.",
        "Ff gg. Hh ii jj kk ll mm nn",
        "kk ll mm nn oo pp qq rr ss",
    ]


def test_a_page_break_is_no_reason_to_cut():
    text, spans = render_plain([*pages_of("one two", "three four", "five six")])
    chunk = next(chunk_text(text, ChunkPolicy(50, 0, word_offsets)))
    assert pages_for_span(spans, chunk.start, chunk.end) == (1, 2, 3)


def pages_of(*texts):
    return [PageText(number, text) for number, text in enumerate(texts, 1)]


class Counted:
    """A tokenizer that counts the code points it is given."""

    def __init__(self, token_offsets):
        self.token_offsets, self.seen = token_offsets, 0

    def __call__(self, text):
        self.seen += len(text)
        return self.token_offsets(text)


LONG_LINE = "x" * 450_000


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (LONG_LINE, character_offsets),
        (LONG_LINE, unknown_offsets),
        ("🇨🇭" * 50_000, character_offsets),
        ("日本語" * 50_000, byte_offsets),
        ("a b " * 100_000, word_offsets),
        (" " * 450_000 + "x", unknown_offsets),
        ("A sentence of some words. " * 20_000, word_offsets),
    ],
    ids=["characters", "one unknown token", "flags", "bytes", "small words", "white space", "sentences"],
)
@pytest.mark.parametrize("overlap", [0, 40])
def test_the_work_grows_with_the_length_of_the_text_only(text, tokens, overlap):
    counted = Counted(tokens)
    chunks = list(chunk_text(text, ChunkPolicy(240, overlap, counted)))
    assert counted.seen <= 8 * len(text) + 20_000
    assert chunks[-1].end == len(text.rstrip())


def test_a_word_without_end_is_divided_though_the_tokenizer_calls_it_one_token():
    chunks = list(chunk_text(LONG_LINE, ChunkPolicy(240, 0, unknown_offsets)))
    assert max(chunk.end - chunk.start for chunk in chunks) <= 240 * 32


def test_a_grapheme_of_a_hundred_thousand_marks_is_one_chunk():
    text = "before a" + "\u0301" * 100_000 + " after"
    assert list(chunk_text(text, ChunkPolicy(20, 0, character_offsets))) == [
        TextSpan(0, 6),
        TextSpan(7, 100_008),
        TextSpan(100_009, 100_014),
    ]


def test_a_tokenizer_that_counts_a_slice_higher_is_obeyed():
    def one_more_when_cut(text):
        return word_offsets(text) + ([(len(text) - 1, len(text))] if text and len(text) < 60 else [])

    text = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    for chunk in chunk_text(text, ChunkPolicy(5, 2, one_more_when_cut)):
        assert len(one_more_when_cut(text[chunk.start : chunk.end])) <= 5


@pytest.mark.parametrize(("most", "overlap"), [(0, 0), (-1, 0), (5, 5), (5, -1), (1, 1)])
def test_a_policy_that_cannot_move_forward_is_refused(most, overlap):
    with pytest.raises(ValueError, match="tokens must be"):
        ChunkPolicy(most, overlap, word_offsets)


@settings(max_examples=30)
@given(st.integers(1, 40))
def test_chunks_come_one_at_a_time(most):
    counted = Counted(word_offsets)
    next(chunk_text("word " * 50_000, ChunkPolicy(most, 0, counted)))
    assert counted.seen < 5_000

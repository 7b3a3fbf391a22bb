import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from documents.text import (
    QuoteMatch,
    QuoteSelector,
    TextSpan,
    describe_quote,
    has_ink,
    is_grapheme_boundary,
    match_quote,
)
from tests.strategies import awkward_text, prose, texts_with_span

texts = texts_with_span(st.one_of(awkward_text, prose))


@given(texts, st.integers(0, 40))
def test_a_described_quote_is_cut_from_the_text(drawn, context):
    text, span = drawn
    selector = describe_quote(text, span, context)
    assert selector.exact == text[span.start : span.end]
    assert text[: span.start].endswith(selector.prefix)
    assert text[span.end :].startswith(selector.suffix)
    assert max(len(selector.prefix), len(selector.suffix)) <= context


@given(texts, st.integers(0, 40))
def test_context_does_not_begin_or_end_inside_a_grapheme(drawn, context):
    text, span = drawn
    selector = describe_quote(text, span, context)
    start, end = span.start - len(selector.prefix), span.end + len(selector.suffix)
    assert start == span.start or is_grapheme_boundary(text, start)
    assert end == span.end or is_grapheme_boundary(text, end)


@given(texts)
def test_an_unchanged_quote_is_found_where_it_was_with_its_position_as_hint(drawn):
    text, span = drawn
    assume(has_ink(text[span.start : span.end]))
    match = match_quote(text, describe_quote(text, span), hint=span.start)
    assert match == QuoteMatch(span.start, span.end, "exact", 1.0)


@given(texts)
def test_without_a_hint_an_unchanged_quote_is_found_or_told_to_be_ambiguous(drawn):
    text, span = drawn
    assume(has_ink(text[span.start : span.end]))
    selector = describe_quote(text, span)
    match = match_quote(text, selector)
    repeated = text.count(selector.exact) > 1 or selector.exact in text[text.find(selector.exact) + 1 :]
    assert match == QuoteMatch(span.start, span.end, "exact", 1.0) or (match is None and repeated)


@given(texts, st.text("xyz ", max_size=30))
def test_a_quote_moves_with_the_text_before_it(drawn, inserted):
    text, span = drawn
    selector = describe_quote(text, span)
    assume(has_ink(selector.exact) and match_quote(text, selector) is not None)
    match = match_quote(inserted + "\n" + text, selector, hint=span.start + len(inserted) + 1)
    assert match is not None
    assert match.start == span.start + len(inserted) + 1


@given(prose, st.text(min_size=1), st.none() | st.integers(0, 100))
def test_what_is_found_lies_in_the_text_and_says_how_it_was_found(text, quote, hint):
    match = match_quote(text, QuoteSelector(quote), hint)
    if match is None:
        return
    found = text[match.start : match.end]
    assert has_ink(found)
    assert (found == quote) == (match.kind == "exact")
    assert match.kind != "whitespace" or found.split() == quote.split()
    assert 0.8 <= match.score <= 1


FISH = "one fish two fish red fish"
LEASE = "The tenant shall give notice of thirty days before the term ends."


@pytest.mark.parametrize(
    ("text", "selector", "hint", "found"),
    [
        ("a lone phrase here", QuoteSelector("lone phrase"), None, (2, 13, "exact")),
        (FISH, QuoteSelector("fish", "two "), None, (13, 17, "exact")),
        (FISH, QuoteSelector("fish", "", " two"), None, (4, 8, "exact")),
        (FISH, QuoteSelector("fish"), None, None),
        (FISH, QuoteSelector("fish"), 14, (13, 17, "exact")),
        (FISH, QuoteSelector("fish"), 0, (4, 8, "exact")),
        ("ab ab", QuoteSelector("ab"), 3, (3, 5, "exact")),
        ("ab -- ab", QuoteSelector("ab"), 3, None),
        ("aaaa", QuoteSelector("aa"), 1, (1, 3, "exact")),
        ("a  x b; a x b", QuoteSelector("x", "a ", " b"), None, (10, 11, "exact")),
        ("", QuoteSelector("x"), None, None),
        ("some text", QuoteSelector(""), 0, None),
        ("some text", QuoteSelector(" "), 4, None),
        ("notice of\n  thirty days", QuoteSelector("of thirty days"), None, (7, 23, "whitespace")),
        ("notice of thirty days", QuoteSelector(" of\n\nthirty  days\n"), None, (7, 21, "whitespace")),
        ("of  thirty and of\nthirty", QuoteSelector("of thirty"), None, None),
        ("of  thirty and of\nthirty", QuoteSelector("of thirty", "and "), None, (15, 24, "whitespace")),
        (LEASE, QuoteSelector("shall give notise of thirty days"), None, (11, 43, "fuzzy")),
        (
            LEASE,
            QuoteSelector("shall give of thirty days before the term", "The tenant ", " ends."),
            None,
            (11, 59, "fuzzy"),
        ),
        (LEASE, QuoteSelector("shall give of thirty days before the term"), None, None),
        (LEASE, QuoteSelector("the landlord may enter at any time"), None, None),
        ("a term of 30 days from the notice", QuoteSelector("a term of 90 days from the notice"), None, None),
        (f"{LEASE}\n{LEASE}", QuoteSelector("shall give notise of thirty days"), None, None),
        (f"{LEASE}\n{LEASE}", QuoteSelector("shall give notise of thirty days"), 70, (77, 109, "fuzzy")),
        ("was 1999 elsewhere", QuoteSelector("1999", "founded in ", " by monks"), None, None),
        ("was 1999 elsewhere", QuoteSelector("1999", "founded in ", " by monks"), 4, (4, 8, "exact")),
        ("sold. founded in 1999 as a", QuoteSelector("1999", "founded in ", " by monks"), None, (17, 21, "exact")),
    ],
)
def test_named_cases(text, selector, hint, found):
    match = match_quote(text, selector, hint)
    assert (match and (match.start, match.end, match.kind)) == found


def test_the_score_of_a_fuzzy_match_is_the_share_that_is_unchanged():
    match = match_quote(LEASE, QuoteSelector("shall give notise of thirty days"))
    assert match.score == 1 - 1 / 32


@pytest.mark.parametrize("span", [TextSpan(-1, 2), TextSpan(0, 4), TextSpan(2, 1)])
def test_a_span_outside_the_text_is_not_described(span):
    with pytest.raises(ValueError, match="not within"):
        describe_quote("abc", span)


LONG = " ".join(f"Article {number} binds the parties as of the day named there." for number in range(40))


def test_a_quote_that_differs_more_is_found_beside_its_context_only():
    quote = "".join(sign if at % 6 else "#" for at, sign in enumerate(LEASE))
    around = "Before it stands this sentence. {} After it stands that one."
    selector = describe_quote(around.format(LEASE), TextSpan(32, 32 + len(LEASE)))
    match = match_quote(around.format(quote), selector)
    assert (match.start, match.end, match.kind) == (32, 32 + len(LEASE), "fuzzy")
    assert match_quote(f"Elsewhere. {quote} Other words.", selector) is None


@pytest.mark.parametrize(
    ("text", "quote"),
    [("a b " * 5000, "a b a"), ("x" * 9000, "xx"), ("of  the\n" * 5000, "of the")],
    ids=["exact", "overlapping", "white space"],
)
def test_among_too_many_places_none_is_chosen(text, quote):
    assert match_quote(text, QuoteSelector(quote)) is None


def test_the_whole_context_at_the_hint_decides_among_any_number():
    assert match_quote("a b " * 5000, QuoteSelector("a", "b ", " b"), hint=400) == QuoteMatch(400, 401, "exact", 1.0)


def test_a_quote_of_other_figures_is_no_match_however_long_it_is():
    text = LONG.replace("Article 7", "Article 77")
    assert match_quote(text, QuoteSelector(LONG)) is None
    assert match_quote(text.replace("77", "7").replace("binds", "binds", 1), QuoteSelector(LONG)).kind == "exact"

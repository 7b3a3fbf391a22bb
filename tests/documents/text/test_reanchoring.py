import random
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from documents.text import TextSpan, has_ink, is_grapheme_boundary, reanchor
from documents.text.comparing import letters, word_spans
from documents.text.reanchoring import GONE, LEAST_KEPT, Reanchored, common_end, common_start
from tests.strategies import awkward_text, prose, texts_with_span

CLAUSE = "This clause is governed by the law of the canton, and each party bears its own costs."
NOTICE = "The tenant gives notice in writing six months before the end of the term."
SECTIONS = [
    f"1. Premises. The house at the mill has nine rooms and a garden. {CLAUSE}",
    f"2. Notice. {NOTICE} It is addressed to the landlord. {CLAUSE}",
    f"3. Rent. The rent of 500 francs is due on the first day of the month. {CLAUSE}",
    f"4. Repairs. Small ones are the tenant's, and all others are the owner's. {CLAUSE}",
]
OLD = "\n\n".join(SECTIONS)
PAGE = "A page about the cellar, which is dry, and about the attic, which is not, was put in. " * 20


def place(text, words, nth=0):
    at = [match.start() for match in re.finditer(re.escape(words), text)][nth]
    return TextSpan(at, at + len(words))


def became(words, new, nth=0, old=OLD):
    return reanchor(old, place(old, words, nth), new)


def sections(*changed):
    """The text with sections exchanged: (number, words, other words) each."""
    texts = list(SECTIONS)
    for number, words, others in changed:
        assert words in texts[number - 1]
        texts[number - 1] = texts[number - 1].replace(words, others)
    return "\n\n".join(texts)


def exact(span):
    return Reanchored("exact", span, 1.0)


# --- laws ---

texts = st.one_of(awkward_text, prose)


@given(texts_with_span(texts))
def test_in_the_same_text_a_passage_stands_where_it_stood(drawn):
    text, span = drawn
    words = text[span.start : span.end]
    assume(has_ink(words))
    start = span.start + len(words) - len(words.lstrip())
    assert reanchor(text, span, text) == exact(TextSpan(start, start + len(words.strip())))


@given(texts_with_span(texts), st.text("ⅠⅡ \n", max_size=30))
def test_what_is_put_in_before_moves_a_passage(drawn, inserted):
    text, span = drawn
    words = text[span.start : span.end]
    assume(has_ink(words) and words == words.strip() and not set("ⅠⅡ") & set(text))
    before = f"{inserted}\n\n"
    assert reanchor(text, span, before + text) == exact(TextSpan(span.start + len(before), span.end + len(before)))


@given(st.lists(st.sampled_from(SECTIONS), max_size=4), st.integers(0, 3), st.integers(0, 3))
def test_a_sentence_taken_out_is_gone(around, before, after):
    unique = "Whatever else may be agreed, a horse is kept on the meadow behind the barn."
    rest = [*around[:before], "Its own paragraph.", *around[after:]]
    old = "\n\n".join([*around[:before], f"Its own paragraph. {unique}", *around[after:]])
    assert became(unique, "\n\n".join(rest), old=old) == GONE


edits = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(("", "x", " new words ", "\n\n", "7"))))


@given(texts_with_span(st.one_of(prose, st.just(OLD), texts)), edits)
def test_what_is_found_is_as_near_as_it_says(drawn, changes):
    old, span = drawn
    new = old
    for where, removed, added in changes:
        at = int(where * len(new))
        new = new[:at] + added + new[at + removed :]
    found = reanchor(old, span, new)
    if found.span is None:
        assert found == GONE
        return
    words, others = old[span.start : span.end], new[found.span.start : found.span.end]
    assert (found.kind == "exact") == (words.split() == others.split())
    assert LEAST_KEPT <= found.score <= 1
    assert found.kind == "exact" or kept(old, span, new, found.span) >= LEAST_KEPT
    if found.kind == "edited":
        assert is_grapheme_boundary(new, found.span.start)
        assert is_grapheme_boundary(new, found.span.end)


def kept(old, span, new, found):
    """The largest share of the letters of the old words that the new ones can have kept, in any order."""
    words, others = words_touched(old, span), words_touched(new, found)
    total = sum(map(len, words))
    there = sum(min(words.count(word), others.count(word)) * len(word) for word in set(words))
    return there / total + 0.2  # a word of which a letter was changed is kept but for that letter


def words_touched(text, span):
    spans = [(start, end) for start, end in word_spans(text) if start < span.end and end > span.start]
    return [text[start:end] for start, end in spans if letters(text, [(start, end)])]


@given(texts_with_span(texts))
def test_a_passage_without_ink_is_gone(drawn):
    text, span = drawn
    assume(not has_ink(text[span.start : span.end]))
    assert reanchor(text, span, text) == GONE


@given(st.text("ab", max_size=12), st.text("ab", max_size=12))
def test_what_strings_have_in_common_is_all_that_they_have(left, right):
    for common, first, second in (
        (common_start(left, right), left, right),
        (common_end(left, right), left[::-1], right[::-1]),
    ):
        assert first[:common] == second[:common]
        assert first[common : common + 1] != second[common : common + 1] or common == min(len(left), len(right))


@pytest.mark.parametrize("span", [TextSpan(-1, 2), TextSpan(0, 4), TextSpan(2, 1)])
def test_a_span_outside_the_old_text_is_refused(span):
    with pytest.raises(ValueError, match="not within"):
        reanchor("abc", span, "abc")


# --- the same words ---


@pytest.mark.parametrize("nth", range(4))
def test_each_of_identical_clauses_is_found_after_an_inserted_page(nth):
    for new in (f"{PAGE}\n\n{OLD}", "\n\n".join([*SECTIONS[:2], PAGE, *SECTIONS[2:]])):
        assert became(CLAUSE, new, nth) == exact(place(new, CLAUSE, nth))


@pytest.mark.parametrize("removed", range(4))
def test_of_identical_clauses_the_one_removed_is_gone_and_the_others_stand(removed):
    new = sections((removed + 1, f" {CLAUSE}", ""))
    assert became(CLAUSE, new, removed) == GONE
    others = [nth for nth in range(4) if nth != removed]
    assert [became(CLAUSE, new, nth) for nth in others] == [exact(place(new, CLAUSE, at)) for at in range(3)]


@pytest.mark.parametrize("removed", range(4))
def test_with_its_section_a_clause_goes_and_the_others_stand(removed):
    new = "\n\n".join(SECTIONS[:removed] + SECTIONS[removed + 1 :])
    assert became(CLAUSE, new, removed) == GONE
    others = [nth for nth in range(4) if nth != removed]
    assert [became(CLAUSE, new, nth) for nth in others] == [exact(place(new, CLAUSE, at)) for at in range(3)]


def test_a_clause_moves_with_its_section():
    new = "\n\n".join([SECTIONS[3], *SECTIONS[:3]])
    assert became(CLAUSE, new, 3) == exact(place(new, CLAUSE, 0))


def test_clauses_whose_neighbours_were_all_rewritten_are_told_by_their_order():
    old = f"Opening words of this agreement. Alpha. {CLAUSE} Beta. {CLAUSE} The closing words of this agreement."
    new = old.replace("Alpha", "Gamma").replace("Beta", "Delta")
    assert became(CLAUSE, new, 1, old=old) == exact(place(new, CLAUSE, 1))


def test_of_two_clauses_of_one_paragraph_that_became_one_none_is_claimed():
    old, new = f"Alpha. {CLAUSE} Beta. {CLAUSE} Gamma.", f"Alpha. {CLAUSE} Gamma."
    assert [became(CLAUSE, new, nth, old=old) for nth in (0, 1)] == [GONE, GONE]


def test_a_sentence_moved_to_another_section_is_exact():
    new = sections((2, f" {NOTICE}", ""), (4, "Small ones", f"{NOTICE} Small ones"))
    assert became(NOTICE, new) == exact(place(new, NOTICE))


def test_a_few_words_elsewhere_are_no_move():
    assert (
        became("nine rooms", sections((1, "nine rooms", "many rooms"), (4, "Small", "In nine rooms small"))).kind
        != "exact"
    )


def test_a_word_inside_another_is_another():
    assert became("mill", OLD.replace("the mill", "the millrace")).kind != "exact"


def test_white_space_is_no_change():
    words = f"{CLAUSE}\n\n2. Notice."
    for new in (OLD.replace("\n\n", "\n"), OLD.replace(" ", " \n ")):
        found = became(words, new)
        assert found.kind == "exact"
        assert new[found.span.start : found.span.end].split() == words.split()


# --- edited words ---


@pytest.mark.parametrize(
    ("words", "new", "found"),
    [
        (NOTICE, sections((2, "six months", "nine full months")), NOTICE.replace("six months", "nine full months")),
        (NOTICE, sections((2, "The tenant gives", "Any tenant gives")), NOTICE.replace("The", "Any")),
        (NOTICE, sections((2, "the term.", "the lease.")), NOTICE.replace("the term.", "the lease.")),
        (NOTICE, sections((2, NOTICE, f"Be it known. {NOTICE}".replace("six", "nine"))), NOTICE.replace("six", "nine")),
        ("The rent of 500 francs", sections((3, "500", "600")), "The rent of 600 francs"),
        ("500 francs", sections((3, "500", "600")), "600 francs"),
        (CLAUSE, sections((1, "the canton", "the republic")), CLAUSE.replace("canton", "republic")),
        ("tenant gives notice in wri", sections((2, "gives notice", "sends notice")), "tenant sends notice in writing"),
    ],
    ids=["middle", "first word", "last word", "after an insertion", "figure", "short", "boilerplate", "cut word"],
)
def test_an_edited_passage_is_found_from_its_first_word_to_its_last(words, new, found):
    result = became(words, new)
    assert (result.kind, new[result.span.start : result.span.end]) == ("edited", found)


def test_the_score_is_the_share_of_the_words_that_are_left():
    found = became("The rent of 500 francs", sections((3, "500", "600")))
    assert found.score == (3 + 4 + 2 + 6) / (3 + 4 + 2 + 3 + 6)


def test_a_passage_into_which_a_page_was_put_is_both_halves():
    first, second = "The tenant gives notice in writing", "six months before the end of the term."
    new = sections((2, f"{first} {second}", f"{first}\n\n{PAGE}\n\n{second}"))
    found = became(NOTICE, new)
    words = new[found.span.start : found.span.end]
    assert found.kind == "edited"
    assert (words[: len(first)], words[-len(second) :]) == (first, second)


def test_a_long_passage_with_several_edits_is_found_whole():
    words = [f"word{number * 7919 % 1000}" for number in range(800)]
    old = " ".join(["The head of it.", *words, "The tail of it."])
    edited = [f"other{at}" if at % 60 == 30 else word for at, word in enumerate(words)]
    new = " ".join([PAGE, "The head of it.", *edited, "The tail of it."])
    found = became(" ".join(words), new, old=old)
    assert (found.kind, new[found.span.start : found.span.end]) == ("edited", " ".join(edited))
    assert found.score > 0.95


def test_an_edited_sentence_that_lost_its_neighbours_is_found_by_its_words():
    new = f"Wholly other words open this text. {NOTICE.replace('the end', 'the very end')} And others close it."
    found = became(NOTICE, new)
    assert (found.kind, found.span) == ("edited", place(new, NOTICE.replace("the end", "the very end")))


def test_a_sentence_that_takes_the_place_of_another_is_no_edit_of_it():
    assert (
        became(NOTICE, sections((2, NOTICE, "Dogs and cats may be kept with the consent of all neighbours."))) == GONE
    )


def test_words_scattered_over_an_inserted_page_are_no_edit():
    scattered = " ".join(f"{word} and much else that was never agreed before" for word in NOTICE.split())
    assert became(NOTICE, sections((2, NOTICE, scattered))) == GONE


def test_a_similar_clause_that_stood_elsewhere_before_is_no_edit():
    almost = CLAUSE.replace("the canton", "the city")
    old = f"{OLD}\n\n5. Water. It is metered once a year. {almost}\n\n6. Last."
    new = old.replace(f" {CLAUSE}", "")
    assert became(CLAUSE, new, 3, old=old) == GONE


def test_a_text_of_nothing_but_look_alikes_is_given_up():
    old = f"{CLAUSE} " * 3000
    assert (
        reanchor(old, place(old[: 2 * len(CLAUSE)], CLAUSE), f"x {old[: len(old) // 2]} y {old[len(old) // 2 :]} z")
        == GONE
    )


def test_all_is_gone_from_an_empty_text():
    assert became(NOTICE, "") == GONE


def test_a_similar_sentence_that_stood_elsewhere_before_is_no_edit():
    old = f"{OLD}\n\n5. Boats. {NOTICE.replace('term', 'lease')} They lie at the pier."
    new = old.replace(f" {NOTICE}", "")
    assert became(NOTICE, new, old=old) == GONE
    assert became(NOTICE.replace("term", "lease"), new, old=old).kind == "exact"


def test_an_edit_of_a_similar_sentence_is_no_edit_of_this_one():
    similar = NOTICE.replace("term", "lease")
    old = f"{OLD}\n\n5. Boats. {similar} They lie at the pier."
    edited = similar.replace("the lease", "this lease")
    new = old.replace(f" {NOTICE}", "").replace(similar, edited)
    assert became(NOTICE, new, old=old) == GONE
    assert became(similar, new, old=old).span == place(new, edited)


# --- repeated words of a clause that was removed, and of others that were put in ---

COMMON = "No part of this chapter excludes what the borrower owes by statute."
HOURS = f"1 Hours\nThe reading room opens at nine and closes at dusk.\nKeys are kept by the porter on duty.\n{COMMON}"
LOANS = f"2 Loans\nA volume is lent for four weeks and renewed once.\nReminders are sent on the last Friday.\n{COMMON}"
MAPS = f"3 Maps\nRolled sheets lie in the long drawers of the cellar.\nThey are aired in every dry summer.\n{COMMON}"
FINES = f"9 Fines\nWhoever is late pays a coin into the box at the door.\n{COMMON}"
SPEECH = "10 Speech\nWhispering is allowed on the stairs only."
PREFACE = "Preface\nThese rules were drawn up by the friends of the library."


@pytest.mark.parametrize("between", ["\n", "\n\n", " "], ids=["lines", "paragraphs", "running on"])
@pytest.mark.parametrize("removed", range(3))
@pytest.mark.parametrize("put_in", range(4))
@pytest.mark.parametrize("more", [[], [SPEECH]], ids=["alone", "followed by another"])
def test_the_words_of_a_removed_clause_are_not_those_of_one_put_in(between, removed, put_in, more):
    clauses = [HOURS, LOANS, MAPS]
    rest = clauses[:removed] + clauses[removed + 1 :]
    new = between.join([*rest[:put_in], FINES, *more, *rest[put_in:]])
    old = between.join(clauses)
    assert became(COMMON, new, removed, old=old) == GONE
    for clause in rest:
        at = new.index(clause) + len(clause) - len(COMMON)
        possible = [exact(TextSpan(at, at + len(COMMON))), *[GONE] * (between == " ")]
        assert became(COMMON, new, clauses.index(clause), old=old) in possible


def test_neighbours_whose_last_words_chance_to_be_the_same_are_no_witnesses():
    other = f"4 Notices\nLetters are posted to the head of the house every dry summer.\n{COMMON}"
    old, new = f"{HOURS}\n\n{LOANS}\n\n{MAPS}", "\n\n".join([PREFACE, HOURS, LOANS.replace("four", "six"), other])
    assert became(COMMON, new, 2, old=old) == GONE
    assert [became(COMMON, new, nth, old=old) for nth in (0, 1)] == [exact(place(new, COMMON, nth)) for nth in (0, 1)]


def test_other_repeated_words_are_no_witnesses():
    second = "Each borrower bears the postage."
    old, new = (
        text.replace(COMMON, f"{second} {COMMON}")
        for text in (f"{HOURS}\n\n{LOANS}\n\n{MAPS}", f"{HOURS}\n\n{LOANS}\n\n{FINES}")
    )
    assert became(COMMON, new, 2, old=old) == GONE


def test_an_edited_sentence_of_a_clause_put_in_is_no_edit_of_a_removed_one():
    old, new = f"{HOURS}\n\n{LOANS}\n\n{MAPS}", "\n\n".join([HOURS, LOANS, FINES.replace("by statute", "by law")])
    assert became(COMMON, new, 2, old=old) == GONE


def test_words_that_stood_once_and_stand_twice_are_where_their_clause_is():
    old = "\n\n".join([HOURS, MAPS.replace(f"\n{COMMON}", "")])
    for new in (f"{FINES}\n\n{old}", f"{old}\n\n{FINES}", f"{PREFACE}\n\n{HOURS}\n\n{FINES}"):
        at = new.index(HOURS) + len(HOURS) - len(COMMON)
        assert became(COMMON, new, old=old) == exact(TextSpan(at, at + len(COMMON)))
    assert became(COMMON, f"{FINES}\n\n{SPEECH} {COMMON}", old=old) == GONE


def test_a_short_sentence_that_stood_once_is_gone_with_its_clause_though_a_new_one_has_it():
    maps = MAPS.replace(f"\n{COMMON}", "")
    old = f"{maps}\n\n{LOANS}"
    for new in (f"{maps}\n\n{FINES}", f"{FINES}\n\n{maps}", f"{maps}\n\n{FINES}\n{SPEECH}"):
        assert became(COMMON, new, old=old) == GONE
    assert became(COMMON, f"{maps}\n{COMMON}", old=old).kind == "exact"


def test_a_long_passage_that_stood_once_is_the_same_wherever_it_stands():
    long = f"{COMMON[:-1]}, and neither does it forgive what the borrower has owed since the year before."
    old, new = f"{MAPS}\n\n{LOANS} {long}", f"{MAPS}\n\n{FINES} {long}"
    assert became(long, new, old=old) == exact(place(new, long))


WORDS = re.findall(
    r"\w+",
    "lamp reed coast barn tower meadow lantern copper window harbour saddle orchard kettle ribbon anvil quarry "
    "of the and to in by for with each every all under",
)


def sentence(draw):
    return " ".join(draw.choices(WORDS, k=draw.randint(7, 14))).capitalize() + "."


def clause(draw):
    return [f"{draw.randint(1, 40)} {draw.choice(WORDS).title()}", *(sentence(draw) for _ in range(draw.randint(1, 4)))]


def edited(draw, lines):
    """The clause with one word of some of its sentences changed, or a sentence more."""
    lines = [re.sub(r" \w+ ", " altered ", line, count=1) if draw.random() < 0.3 else line for line in lines]
    return [*lines, sentence(draw)] if draw.random() < 0.1 else lines


def revised(draw, clauses):
    """(number of the old clause or None, clause) each, of a revision that removes, puts in and edits."""
    for number, lines in enumerate(clauses):
        if draw.random() < 0.2:
            yield None, clause(draw)
        if draw.random() < 0.8:
            yield number, edited(draw, lines)
    if draw.random() < 0.3:
        yield None, clause(draw)


def laid_out(clauses, line, between):
    """The text of the clauses, each with the common words at its end, and where these stand."""
    texts = [line.join([*lines, COMMON]) for lines in clauses]
    ends = [len(between.join(texts[: at + 1])) for at in range(len(texts))]
    return between.join(texts), [TextSpan(end - len(COMMON), end) for end in ends]


@pytest.mark.parametrize(("line", "between"), [("\n", "\n"), ("\n", "\n\n"), ("\n\n", "\n\n"), (" ", "\n\n")], ids=repr)
def test_in_revised_documents_no_look_alike_is_claimed_and_few_survivors_are_given_up(line, between):
    draw = random.Random(2718)
    given_up = survivors = 0
    for _ in range(50):
        clauses = [clause(draw) for _ in range(draw.randint(2, 8))]
        revision = list(revised(draw, clauses))
        old, was = laid_out(clauses, line, between)
        new, stands = laid_out([lines for _, lines in revision], line, between)
        now = {number: span for (number, _), span in zip(revision, stands, strict=True) if number is not None}
        found = [reanchor(old, span, new).span for span in was]
        assert all(span in (None, now.get(number)) for number, span in enumerate(found))
        survivors += len(now)
        given_up += sum(found[number] is None for number in now)
    assert given_up < survivors / 20

"""What says the same, and what only looks like it; pure."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from search.duplicates import SHINGLE, SHORTEST, Copies, Passage, are_alike, same_part
from search.seams import Seam

CLAUSE = (
    "Either party may end this agreement by giving written notice of thirty calendar days to the other party. "
    "The tenant shall pay the rent of 1,200.50 EUR for part TIKA-1226 within 30 days, less 5% where section 10.2(b) "
    "applies. On termination all confidential documents are returned without delay, and no copies of them are kept."
)
BEFORE = "The harbour office was opened in spring, and its clerks have kept the books of every ferry since that year. "
OTHER_BEFORE = (
    "Apples are sorted by colour before they leave our orchard; a second sorting by weight follows in the barn. "
)


def is_same(one: str, other: str) -> bool:
    return same_part(Passage(one), Passage(other)) is not None


# --- the same ---------------------------------------------------------------------------------------------------------

SET_ANEW = [
    CLAUSE,
    CLAUSE.replace(" ", "\n"),
    CLAUSE.upper(),
    CLAUSE.replace("confidential", "confi-\ndential"),
    CLAUSE.replace("confidential", "conﬁdential"),
    CLAUSE.replace("confidential", "confidcntial"),
    CLAUSE.replace("calendar days to", "calendar days, to"),
]


@pytest.mark.parametrize("copy", SET_ANEW)
def test_how_it_is_set_and_a_misread_letter_make_no_difference(copy: str) -> None:
    assert is_same(CLAUSE, copy)
    assert is_same(copy, CLAUSE)


def test_what_stands_between_two_pages_makes_no_difference() -> None:
    at = CLAUSE.index(" to the other")
    paged = f"{CLAUSE[:at]}\n41\n\nContract{CLAUSE[at:]}"
    assert not is_same(CLAUSE, paged)
    seam = Seam(at, at + len("\n41\n\nContract"))
    assert same_part(Passage(CLAUSE), Passage(paged, [seam])) is not None
    assert same_part(Passage(paged, [seam]), Passage(CLAUSE)) is not None


def test_copies_need_not_begin_at_the_same_place() -> None:
    text = BEFORE + CLAUSE + OTHER_BEFORE
    one, other = text[: -len(OTHER_BEFORE)], text[len(BEFORE) :]
    part = same_part(Passage(one), Passage(other))
    assert part is not None
    assert one[part.one.start : part.one.end] == other[part.other.start : part.other.end] == CLAUSE[:-1]
    assert not part.is_all
    whole = same_part(Passage(text), Passage(CLAUSE))
    assert whole is not None
    assert whole.is_all


def test_the_same_clause_after_quite_another_text_is_the_same() -> None:
    part = same_part(Passage(BEFORE + CLAUSE), Passage(OTHER_BEFORE + CLAUSE))
    assert part is not None
    assert (BEFORE + CLAUSE)[part.one.start : part.one.end] == CLAUSE[:-1]


# --- not the same -----------------------------------------------------------------------------------------------------

EDITED = [
    ("within 30 days", "within 60 days"),
    ("TIKA-1226", "TIKA-1227"),
    ("TIKA-1226", "TIKB-1226"),
    ("1,200.50", "120,050"),
    ("1,200.50", "1.200,50"),
    ("EUR", "USD"),
    ("5%", "5"),
    ("10.2(b)", "10.2(c)"),
    ("10.2(b)", "10.2"),
    ("shall pay", "shall not pay"),
    ("shall pay", "may pay"),
    ("without delay", "with delay"),
    ("tenant", "landlord"),
    ("thirty", "sixty"),
    ("no copies", "copies"),
]


@pytest.mark.parametrize(("old", "new"), EDITED)
@pytest.mark.parametrize("before", ["", BEFORE])
def test_what_was_edited_is_not_the_same(old: str, new: str, before: str) -> None:
    assert old in CLAUSE
    assert not is_same(before + CLAUSE, before + CLAUSE.replace(old, new))
    assert not is_same(before + CLAUSE.replace(old, new), before + CLAUSE)


@pytest.mark.parametrize(("one", "other"), [("4711", "4712"), ("4711", "4711 B"), ("4711.", "4712 of the new kind.")])
def test_a_sheet_of_one_part_is_not_that_of_another(one: str, other: str) -> None:
    sheet = "How to fit and to seal the valve of part {}\n" + CLAUSE
    assert not is_same(sheet.format(one), sheet.format(other))
    assert not is_same(f"{one} {CLAUSE}", f"{other} {CLAUSE}")


@pytest.mark.parametrize(
    ("one", "other"), [("employer", "employee"), ("affective", "effective"), ("desert", "dessert")]
)
def test_a_word_that_is_another_word_is_not_misread(one: str, other: str) -> None:
    assert not is_same(f"{BEFORE}The {one} it is. {CLAUSE}", f"{BEFORE}The {other} it is. {CLAUSE}")


def test_too_many_misread_words_are_too_many() -> None:
    text = " ".join(f"syllab{letter}cation" for letter in "abcdefghijklmnopqrst")
    assert is_same(text * 3, (text * 3).replace("syllabacation", "syllxbacation", 1))
    assert not is_same(text, text.replace("syllabacation", "syllxbacation").replace("syllabjcation", "syllxbjcation"))


def test_what_was_misread_in_the_better_one_is_not_all_of_the_other() -> None:
    part = same_part(Passage(CLAUSE.replace("confidential", "confidcntial")), Passage(CLAUSE))
    assert part is not None
    assert not part.is_all


def test_a_sign_that_stands_alone_counts() -> None:
    assert is_same(f"Less 5 % {CLAUSE}", f"Less 5 % {CLAUSE}")
    assert not is_same(f"Less 5 % {CLAUSE}", f"Less 5 € {CLAUSE}")


@pytest.mark.parametrize("text", ["", "Annual report", "The bergamot clause.", "  \n ", "1 2 3 4 5 6 7"])
def test_what_says_too_little_is_never_the_same(text: str) -> None:
    assert not is_same(text, text)
    assert not is_same(CLAUSE + text, text)


def test_a_line_that_two_letters_end_with_is_not_what_they_say() -> None:
    line = "We look forward to your answer and remain with the kindest regards of the whole office."
    assert not is_same(f"{BEFORE}{line}", f"{OTHER_BEFORE}{line}")
    assert not is_same(f"{BEFORE}{line}", f"{line}{OTHER_BEFORE}")


# --- laws -------------------------------------------------------------------------------------------------------------

word = st.sampled_from(
    ["notice", "rent", "shall", "not", "30", "party", "confidential", "of", "a", "§5", "10.2(b)", "x"]
)
texts = st.lists(word, max_size=80).map(" ".join)


@given(texts)
def test_a_text_that_is_long_enough_says_the_same_as_itself(text: str) -> None:
    part = same_part(Passage(text), Passage(text))
    keys = Passage(text).keys
    is_long = bool(keys) and len(keys) >= SHINGLE and len(text.strip("§)")) >= SHORTEST
    assert (part is not None) == is_long
    if part is not None:
        assert part.is_all
        assert part.one == part.other


@given(texts, texts)
def test_it_is_the_same_whichever_comes_first(one: str, other: str) -> None:
    assert is_same(one, other) == is_same(other, one)


@given(texts, texts, texts)
def test_what_is_said_to_be_the_same_has_the_same_words_and_numbers(before: str, common: str, after: str) -> None:
    one, other = Passage(f"{before} {common}"), Passage(f"{common} {after}")
    part = same_part(one, other)
    if part is not None:
        mine = one.text[part.one.start : part.one.end]
        theirs = other.text[part.other.start : part.other.end]
        assert mine.split() == theirs.split()


@given(texts, st.data())
def test_no_number_may_be_another(text: str, data: st.DataObject) -> None:
    words = text.split()
    assume("30" in words)
    at = data.draw(st.sampled_from([n for n, one in enumerate(words) if one == "30"]))
    edited = " ".join([*words[:at], "60", *words[at + 1 :]])
    part = same_part(Passage(text), Passage(edited))
    if part is not None:  # a repeated text may say the same elsewhere, but never over the edit
        start = len(" ".join([*words[:at], ""]))
        assert not part.other.start <= start < part.other.end


@given(st.frozensets(st.sampled_from("abcdefgh")), st.frozensets(st.sampled_from("abcdefgh")))
def test_texts_are_alike_that_share_half_of_the_words_of_the_shorter(
    one: frozenset[str], other: frozenset[str]
) -> None:
    assert are_alike(one, other) == are_alike(other, one) == (2 * len(one & other) >= min(len(one), len(other)))


def test_a_chunk_may_be_a_copy_of_its_better_texts_and_of_its_own() -> None:
    copies = Copies(text_of={7: 3}, same_as={3: [1, 2]})
    assert copies.texts_like(7) == copies.texts_like(3) == [1, 2, 3]
    assert copies.texts_like(9) == [9]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Apples are sorted by colour.", "Ferries are sorted by colour."),
        ("Apples are sorted by colour.", "Ferries leave by noon sharp."),
        ("Sheet of part 4711 here.", "Leaf for piece 4712 there."),
        ("Duties of tenants.", "Rights for landlords."),
    ],
)
def test_sentences_around_that_may_be_edited_ones_are_no_other_text(one: str, other: str) -> None:
    assert not is_same(f"{one} {CLAUSE}", f"{other} {CLAUSE}")
    assert not is_same(f"{CLAUSE} {one}", f"{CLAUSE} {other}")


def test_what_is_the_same_begins_and_ends_with_a_sentence() -> None:
    one, other = "Apples are sorted by colour", "Ferries leave at noon sharp"
    assert is_same(f"{one}. {CLAUSE}", f"{other}. {CLAUSE}")
    assert is_same(f"{CLAUSE} {one}.", f"{CLAUSE} {other}.")
    assert is_same(f"{one}\n{CLAUSE}", f"{other}\n{CLAUSE}")
    assert not is_same(f"{one} {CLAUSE}", f"{other} {CLAUSE}")
    assert not is_same(f"{CLAUSE[:-1]} {one}", f"{CLAUSE[:-1]} {other}")


def test_a_word_that_the_texts_around_share_by_chance_is_no_part_of_what_is_the_same() -> None:
    one, other = (
        Passage(f"Apples are sorted by colour here. {CLAUSE}"),
        Passage(f"A ferry leaves soon from here. {CLAUSE}"),
    )
    assert same_part(one, other) is None  # of so few words none may be the same
    part = same_part(Passage(f"{BEFORE} {one.text}"), Passage(f"{OTHER_BEFORE} {other.text}"))
    assert part is not None
    assert part.other.start == len(f"{OTHER_BEFORE} A ferry leaves soon from here. ")

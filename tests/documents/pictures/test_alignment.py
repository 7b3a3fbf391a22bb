"""Which raw character a stored one came from: the truth or nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from documents.pictures.alignment import align, align_best
from documents.text import clean_page_text, clean_with_sources, words_of

PAGE = "The ferry leaves the northern pier at seven and comes back at dusk, except on Sundays.\r\n"

raw_texts = st.text(st.sampled_from("ab -\r\n\u00ad\ufffee\u0301\u0000\U0001f980"), max_size=80)


def sources(stored: str, raw: str) -> list[str | None]:
    return [raw[found[0] : found[1]] if found else None for found in align(stored, raw)]


@given(raw_texts)
def test_a_page_cleaned_by_its_own_words_is_found_letter_for_letter(raw: str) -> None:
    stored = clean_page_text(raw, known_words=words_of(clean_page_text(raw)))
    if clean_page_text(raw, known_words=words_of(stored)) == stored:
        assert align(stored, raw) == list(clean_with_sources(raw, words_of(stored)).sources)


@given(raw_texts, raw_texts)
def test_a_letter_is_never_taken_from_another_letter(raw: str, other: str) -> None:
    stored = clean_page_text(other)
    for character, source in zip(stored, sources(stored, raw), strict=True):
        if source is not None and character.isalnum():
            assert character in clean_page_text(source)


def test_a_hyphen_joined_by_words_of_another_page_costs_nothing() -> None:
    raw = PAGE + "It carries infor-\r\nmation about the crossing."
    stored = clean_page_text(raw, known_words={"information"})
    assert "information" in stored
    assert None not in align(stored, raw)


def test_a_hyphen_kept_by_words_of_another_page_leaves_every_letter_known() -> None:
    raw = PAGE + "It was a self-\r\nmade boat, and they were selfmade men who owned it."
    stored = clean_page_text(raw, known_words={"self-made"})
    assert "self-\nmade" in stored
    assert all(found for letter, found in zip(stored, align(stored, raw), strict=True) if letter.isalnum())


def test_notes_after_a_page_are_unknown_and_the_page_is_not() -> None:
    stored = clean_page_text(PAGE).rstrip() + "\nA note that nobody drew on the page itself"
    found = align(stored, PAGE)
    cut = stored.index("\nA note")
    assert all(found[at] for at in range(cut) if not stored[at].isspace())
    assert set(found[cut:]) == {None}


def test_a_short_page_before_a_note_is_known_as_well() -> None:
    assert align("Here.\nHere is a note", "Here.")[:5] == [(at, at + 1) for at in range(5)]


def test_a_page_read_in_another_order_is_known_where_its_parts_are_long_enough() -> None:
    first, second = "The left column speaks of ferries.", "The right column tells the prices of them."
    stored = f"{first}\n{second}"
    found = align(stored, f"{second}\r\n{first}")
    known = {stored[at] for at in range(len(stored)) if found[at]}
    assert known
    for at, source in enumerate(sources(stored, f"{second}\r\n{first}")):
        assert source in (None, stored[at])


def test_another_text_is_not_known_at_all() -> None:
    assert set(align("Nothing of this was ever printed.", PAGE)) == {None}


def test_a_look_alike_is_not_long_enough_to_be_believed() -> None:
    found = align("Revised. Ferries come back at dusk. Signed by nobody in particular.", PAGE + "Sundays only.")
    assert set(found) == {None}


def test_many_equal_letters_are_not_compared_for_ever() -> None:
    assert set(align("b" + "a" * 9_000 + "c", "d" + "a" * 8_000 + "e")) == {None}


def test_an_astral_letter_and_a_composed_one_have_the_range_they_came_from() -> None:
    assert sources("\U0001f980 \u00e9", "\U0001f980 e\u0301") == ["\U0001f980", " ", "e\u0301"]


def test_of_two_orders_the_one_that_tells_of_every_character_is_taken() -> None:
    first, second = "The left column speaks of ferries.", "The right column tells the prices of them."
    read, drawn = f"{first}\n{second}", f"{second}\n{first}"
    assert align_best(read, [read, drawn]) == (0, align(read, read))
    assert align_best(drawn, [read, drawn]) == (1, align(drawn, drawn))


def test_of_two_orders_that_tell_of_nothing_the_first_is_taken() -> None:
    assert align_best("Nothing of this was ever printed.", [PAGE, PAGE[::-1]])[0] == 0

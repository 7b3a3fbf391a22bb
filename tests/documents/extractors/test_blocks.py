"""Blocks become one canonical text, and places that index exactly it."""

from hypothesis import given
from hypothesis import strategies as st

from documents.extractors.blocks import Block, render_blocks
from documents.text import clean_page_text, has_ink

blocks = st.lists(st.builds(Block, st.text(max_size=12), st.booleans(), st.booleans(), st.booleans()), max_size=8)


@given(blocks)
def test_places_are_ordered_apart_and_within_the_text(given_blocks: list[Block]) -> None:
    text, places = render_blocks(given_blocks)
    position = 0
    for place in places:
        assert position <= place.start < place.end <= len(text)
        position = place.end


@given(blocks)
def test_the_text_is_clean_already(given_blocks: list[Block]) -> None:
    text, _ = render_blocks(given_blocks)
    assert clean_page_text(text) == text


@given(blocks)
def test_every_heading_with_ink_is_the_start_of_a_place(given_blocks: list[Block]) -> None:
    text, places = render_blocks(given_blocks)
    headings = [block for block in given_blocks if block.is_heading and has_ink(block.text)]
    assert len(places) == len(headings)
    for place in places:
        assert text[place.start :].split()[:1] == place.label.split()[:1] or place.label.endswith("…")


def test_a_place_ends_where_the_next_heading_starts() -> None:
    text, places = render_blocks([Block("before"), Block("One", True), Block("a"), Block("Two", True), Block("b")])
    assert text == "before\n\nOne\n\na\n\nTwo\n\nb"
    assert [text[place.start : place.end] for place in places] == ["One\n\na\n\n", "Two\n\nb"]


def test_what_leaves_the_section_belongs_to_no_heading() -> None:
    text, places = render_blocks([Block("One", is_heading=True), Block("a"), Block("footer", leaves_section=True)])
    assert [text[place.start : place.end] for place in places] == ["One\n\na\n\n"]


def test_list_items_stand_on_lines_and_paragraphs_apart() -> None:
    text, _ = render_blocks([Block("a"), Block("• b", is_item=True), Block("• c", is_item=True), Block("d")])
    assert text == "a\n\n• b\n• c\n\nd"


def test_a_long_heading_has_a_short_label() -> None:
    _, places = render_blocks([Block("word " * 100, is_heading=True)])
    assert len(places[0].label) <= 200
    assert places[0].label.endswith("word…")


def test_astral_characters_before_a_heading_do_not_shift_it() -> None:
    text, places = render_blocks([Block("🦊𐌲e\u0301"), Block("Fox", is_heading=True)])
    assert text[places[0].start : places[0].end] == "Fox"

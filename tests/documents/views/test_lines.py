"""Setting printed lines anew changes what is shown between them, never a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.views.lines import cut_at, flowing_lines, hard_breaks

PROSE = (
    "Unless either party gives written notice to terminate this Agreement at\n"
    "least six months before its end, this Agreement shall continue.\n"
    "Short end.\n"
    "The next paragraph begins here and runs on to the end of this line and\n"
    "• an item that stands on a line of its own although the last was full\n"
)


@given(st.text(alphabet="ab .•1)\n\r\u2028é", max_size=400))
def test_every_character_is_kept_in_order(text: str) -> None:
    assert "".join(line.text for line in flowing_lines(text)) == text


@given(st.text(alphabet="ab \n", max_size=200), st.data())
def test_a_part_breaks_where_its_whole_lines_do(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    lines = flowing_lines(text, start, end)
    assert "".join(line.text for line in lines) == text[start:end]
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    whole = text[first : len(text) if last < 0 else last]
    assert hard_breaks(text, start, end) == {first + at for at in hard_breaks(whole)}


@given(st.text(alphabet="ab \n", max_size=200), st.integers(0, 1000))
def test_every_break_is_at_a_line_feed_of_the_text(text: str, start: int) -> None:
    breaks = frozenset(start + offset for offset in hard_breaks(text))
    for line in cut_at(text, start, breaks):
        assert not line.breaks or line.text.endswith("\n")


def test_full_lines_run_on_and_short_lines_and_items_do_not() -> None:
    shown = [line.text.replace("\n", " ").strip() for line in flowing_lines(PROSE)]
    assert [line.split()[0] for line in shown] == ["Unless", "The", "•"]
    assert shown[0].endswith("this Agreement shall continue. Short end.")


def test_narrow_columns_keep_their_lines() -> None:
    assert len(flowing_lines("Rent\nDeposit\nTerm\nNotice")) == 4


FULL = "Under a full line of print that goes on until the margin, and then"


@pytest.mark.parametrize(
    "item",
    ["1. Rent", "12) Rent", "(a) rent", "b. rent", "(iv) rent", "XII. Rent", "1.2.3. Rent", "3.2 Renewal", "A.1 Rent"],
)
def test_a_number_with_words_after_it_begins_an_item(item: str) -> None:
    assert len(flowing_lines(f"{FULL}\n{item}")) == 2


@pytest.mark.parametrize(
    "following",
    ["calm. The", "book. A", "so. It", "mix. And", "civil) law", "1998. Then", "7. ", "(b)", "2.5 million", "–", "I"],
)
def test_a_sentence_that_ends_early_in_a_line_is_no_item(following: str) -> None:
    assert len(flowing_lines(f"{FULL}\n{following}")) == 1


def test_a_line_that_begins_before_the_part_is_judged_whole() -> None:
    text = f"{FULL} they tap\nthe drum until it answers them and the others"
    start = text.index("tap")
    assert len(flowing_lines(text, start)) == 1
    narrow = "Rent\nDeposit\nTerm"
    assert [line.text for line in flowing_lines(narrow, 2, 15)] == ["nt\n", "Deposit\n", "Te"]

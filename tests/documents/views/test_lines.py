"""Setting printed lines anew changes what is shown between them, never a character."""

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

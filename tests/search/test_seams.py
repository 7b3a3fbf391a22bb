"""What is passed over at page breaks, and how a text is read then."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, TextSpan, render_plain
from search.seams import Seam, page_seams, read_over_seams, reading, seams_within, stored_seams


def rendered(*pages: str) -> tuple[str, list[Seam]]:
    text, spans = render_plain([PageText(number, page) for number, page in enumerate(pages, start=1)])
    return text, page_seams(text, spans)


SEAMS = [
    (["measures that prevent\n12", "Works Act\nunauthorized copying"], ["\n12\n\n"]),
    (["Act\nmeasures that prevent\n- 12 -", "Act\nunauthorized copying\n- 13 -"], ["\n- 12 -\n\nAct\n"]),
    (["would need recon-\n41", "struction before"], ["-\n41\n\n"]),
    (["would need recon-", "struction before"], ["-\n\n"]),
    (["measures that prevent", "unauthorized copying"], []),
    (
        ["A\nof it. one", "B\ntwo", "A\nthree", "B\nfour", "A\nfive", "B\nsix"],
        ["\n\nB\n", "\n\nA\n", "\n\nB\n", "\n\nA\n", "\n\nB\n"],
    ),
    (["only text"], []),
]


@pytest.mark.parametrize(("pages", "expected"), SEAMS)
def test_numbers_heads_feet_and_hyphens_at_page_breaks_are_seams(pages: Sequence[str], expected: list[str]) -> None:
    text, seams = rendered(*pages)
    assert [text[seam.start : seam.end] for seam in seams] == [one.replace("Works Act\n", "") for one in expected]


def test_a_seam_is_passed_over_and_joins_what_it_divides() -> None:
    text, seams = rendered("it needs recon-\n41", "struction soon\n42", "after\n43")
    assert [word.key for word in reading(text, seams)] == ["it", "needs", "reconstruction", "soon", "after", "43"]
    (word,) = (word for word in reading(text, seams) if len(word.parts) > 1)
    assert [text[part.start : part.end] for part in word.parts] == ["recon", "struction"]
    assert read_over_seams(text, seams) == [["it", "needs", "reconstruction", "soon", "after", "43"]]


def test_hyphens_are_read_as_one_word_and_what_is_far_from_them_is_not_read_twice() -> None:
    far = " ".join(f"word{n}" for n in range(40))
    text = f"{far} the inhabi-\ntants live {far} mother-in-law"
    first, second = read_over_seams(text, ())
    assert first[11:15] == ["the", "inhabitants", "live", "word0"]
    assert second[-2:] == ["motherin", "law"]
    assert read_over_seams(far, ()) == []


def test_only_seams_with_words_on_both_sides_belong_to_a_span() -> None:
    seams = [Seam(5, 9), Seam(20, 22, joins=True)]
    assert seams_within(seams, TextSpan(3, 21)) == [Seam(2, 6)]
    assert stored_seams([seam.as_stored() for seam in seams]) == tuple(seams)
    assert stored_seams(None) == stored_seams([7, "x", [1]]) == ()


@given(st.lists(st.text("ab-\n 1é好", max_size=30), min_size=1, max_size=5))
def test_reading_leaves_words_out_and_never_makes_any_up(pages: list[str]) -> None:
    text, seams = rendered(*pages)
    ends = [0]
    for seam in seams:
        assert ends[-1] <= seam.start < seam.end <= len(text)
        ends.append(seam.end)
    for word in reading(text, seams):
        assert word.key
        assert all(part.start < part.end <= len(text) for part in word.parts)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import Place, format_locator

ROMAN = [None, None, None, "ii", "iii", "iv", "v", *map(str, range(1, 114))]  # 120 pages; page 6 is "iv"

MIXED = ["i", "ii", "iii", "iv", "1", "2"]


@pytest.mark.parametrize(
    ("pages", "page_count", "page_labels", "locator"),
    [
        ([4], 12, None, "p. 4 of 12"),
        ([4], None, None, "p. 4"),
        ([7, 8], 12, None, "pp. 7–8 of 12"),
        ([7, 8, 9], 12, None, "pp. 7–9 of 12"),
        ([5, 6, 8], 12, None, "pp. 5–6, 8 of 12"),
        ([5, 8], 12, None, "pp. 5, 8 of 12"),
        ([8, 5, 6, 5], 12, None, "pp. 5–6, 8 of 12"),
        ([6], 120, ROMAN, "p. iv (page 6 of 120)"),
        ([6], None, ROMAN, "p. iv (page 6)"),
        ([6, 7], 120, ROMAN, "pp. iv–v (pages 6–7 of 120)"),
        ([7, 8], 120, ROMAN, "pp. v, 1 (pages 7–8 of 120)"),
        ([4, 6, 7, 8, 9], 120, ROMAN, "pp. ii, iv–v, 1–2 (pages 4, 6–9 of 120)"),
        ([1, 3, 4, 5], 6, MIXED, "pp. i, iii–iv, 1 (pages 1, 3–5 of 6)"),
        ([4, 5], 6, MIXED, "pp. iv, 1 (pages 4–5 of 6)"),
        ([1, 2, 3, 4, 5, 6], 6, MIXED, "pp. i–iv, 1–2 (pages 1–6 of 6)"),
        ([1, 2, 3], 3, ["A-1", "A-2", "B-1"], "pp. A-1–A-2, B-1 (pages 1–3 of 3)"),
        ([1, 2, 3], 3, ["7", "8", "10"], "pp. 7–8, 10 (pages 1–3 of 3)"),
        ([1, 2, 3], 3, ["cover", "cover", "inside"], "pp. cover, cover, inside (pages 1–3 of 3)"),
        (range(1, 41), 40, ["x"] * 40, f"pp. {'x, ' * 11}…, x (pages 1–40 of 40)"),
        ([4, 5, 7], 120, ROMAN, "pp. ii–iii, v (pages 4–5, 7 of 120)"),
        ([3], 120, ROMAN, "p. 3 of 120"),
        ([3, 4], 120, ROMAN, "pp. 3–4 of 120"),
        ([2], 3, ["1", "2", "3"], "p. 2 of 3"),
        ([2, 3], 3, ["1", "2", "3"], "pp. 2–3 of 3"),
        ([2, 3], 3, ["1", "2", "A"], "pp. 2, A (pages 2–3 of 3)"),
        ([1], 1, [""], "p. 1 of 1"),
        ([1], 1, [" \n"], "p. 1 of 1"),
        ([1], 1, ["A-\n3"], "p. A- 3 (page 1 of 1)"),
        ([2], 2, ["i"], "p. 2 of 2"),
        ([1, 2], 2, ["x", "x"], "pp. x, x (pages 1–2 of 2)"),
        ([], 12, None, ""),
    ],
)
def test_named_pages(pages, page_count, page_labels, locator):
    assert format_locator(pages=pages, page_count=page_count, page_labels=page_labels) == locator


@pytest.mark.parametrize(
    ("place", "locator"),
    [
        (Place("heading", "3.2 Renewal", 0, 9), "§ 3.2 Renewal"),
        (Place("slide", "4", 0, 9), "slide 4"),
        (Place("sheet", "Q3", 0, 9), "sheet Q3"),
        (Place("part", "Annex", 0, 9), "part Annex"),
        (Place("heading", "  Two\n lines ", 0, 9), "§ Two lines"),
        (Place("heading", " ", 0, 9), ""),
        (None, ""),
    ],
)
def test_a_document_without_pages_is_cited_by_place(place, locator):
    assert format_locator(place=place) == locator


Q3 = Place("sheet", "Q3", 0, 60)
ROWS, MORE_ROWS = Place("sheet", "Q3!A1:C20", 4, 30), Place("sheet", "Q3!A21:C40", 32, 60)


@pytest.mark.parametrize(
    ("first", "last", "locator"),
    [
        (Place("slide", "1", 0, 9), Place("slide", "2", 11, 19), "slides 1–2"),
        (Place("slide", "1", 0, 9), Place("slide", "12", 90, 99), "slides 1–12"),
        (Place("slide", "1 Plan", 0, 9), Place("slide", "2 The end", 11, 19), "slides 1–2"),
        (Place("slide", "1 Plan", 0, 9), Place("slide", "1 Plan", 0, 9), "slide 1 Plan"),
        (Place("slide", "4", 0, 9), Place("slide", "4", 0, 9), "slide 4"),
        (Place("slide", "4", 0, 9), Place("slide", "3", 11, 19), "slide 4 – slide 3"),
        (Place("slide", "4a", 0, 9), Place("slide", "5", 11, 19), "slide 4a – slide 5"),
        (Place("slide", "1" * 5000, 0, 9), Place("slide", "2", 11, 19), f"slide {'1' * 5000} – slide 2"),
        (Place("slide", "1", 0, 9), Place("heading", "2", 11, 19), "slide 1 – § 2"),
        (MORE_ROWS, Place("sheet", "Hidden one!A1:B7", 62, 90), "sheet Q3!A21:C40 – sheet Hidden one!A1:B7"),
        (ROWS, MORE_ROWS, "sheet Q3!A1:C20 – sheet Q3!A21:C40"),
        (Q3, ROWS, "sheet Q3"),
        (MORE_ROWS, Q3, "sheet Q3"),
        (
            Place("heading", "Chapter one", 0, 9),
            Place("heading", "Chapter\ntwo", 9, 19),
            "§ Chapter one – § Chapter two",
        ),
        (Place("part", "One", 0, 90), Place("heading", "Tea", 50, 90), "part One – § Tea"),
        (Place("heading", "Notes", 0, 9), Place("heading", "Notes", 50, 90), "§ Notes"),
        (Place("heading", " ", 0, 9), Place("heading", "Notes", 50, 90), "§ Notes"),
        (None, Place("heading", "Notes", 50, 90), "§ Notes"),
        (None, None, ""),
    ],
)
def test_a_passage_over_several_places_is_cited_by_the_first_and_the_last(first, last, locator):
    assert format_locator(place=first, last_place=last) == locator


def test_pages_come_before_the_place():
    assert format_locator(pages=[2], page_count=3, place=Place("heading", "Renewal", 0, 9)) == "p. 2 of 3"


@given(
    st.builds(
        Place,
        st.sampled_from(("heading", "slide", "sheet", "part")),
        st.from_regex(r"[0-9.]+", fullmatch=True),
        st.just(0),
        st.just(9),
    )
)
def test_a_place_is_never_called_a_page(place):
    assert not format_locator(place=place).startswith(("p. ", "pp. ", "page"))


@given(st.sets(st.integers(1, 30), min_size=1))
def test_the_ranges_name_exactly_the_pages(pages):
    named = set()
    for part in format_locator(pages=sorted(pages)).removeprefix("pp. ").removeprefix("p. ").split(", "):
        first, _, last = part.partition("–")
        named |= set(range(int(first), int(last or first) + 1))
    assert named == pages

"""The result of an extraction as JSON: what is written is read back equal, anything else is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.extractors.outcome import ExtractedText, OutlineEntry, decode_outcome, encode_outcome
from documents.text import PageText, Place

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


@st.composite
def outcomes(draw: st.DrawFn) -> ExtractedText:
    places = tuple(Place("heading", label, 0, 1) for label in draw(st.lists(texts, max_size=3)))
    notes = tuple(draw(st.lists(texts, max_size=3)))
    common = ("reader", "1.0", "text/x", draw(st.none() | texts))
    if draw(st.booleans()):
        return ExtractedText(*common[:3], text=draw(texts), places=places, title=common[3], notes=notes)
    pages = tuple(PageText(number, text) for number, text in enumerate(draw(st.lists(texts, max_size=4)), start=1))
    labels = draw(st.none() | st.tuples(*[st.none() | texts for _ in pages]))
    return ExtractedText(
        *common[:3],
        pages=pages,
        places=places,
        page_labels=labels,
        page_sources=tuple("none" for _ in pages),
        outline=tuple(draw(st.lists(st.builds(OutlineEntry, texts, st.none() | st.integers(0, 9)), max_size=3))),
        notes=notes,
    )


@given(outcomes())
def test_an_outcome_crosses_json_unchanged(outcome: ExtractedText) -> None:
    assert decode_outcome(json.loads(json.dumps(encode_outcome(outcome)))) == outcome


def paginated(**changes: object) -> dict[str, object]:
    outcome = ExtractedText("r", "1", "m", pages=(PageText(1, "a"), PageText(2, "b")), page_sources=("none", "none"))
    return {**encode_outcome(outcome), **changes}


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        paginated(pages="ab"),
        paginated(pages=["a", 2]),
        paginated(pages=["a", "\ud800"]),
        paginated(pages=["a", "b\0"]),
        paginated(page_labels=["i"]),
        paginated(page_labels=["i", 2]),
        paginated(page_sources=["none"]),
        paginated(page_sources=["none", "a guess"]),
        paginated(text="twice"),
        paginated(pages=None),
        paginated(places=[{"kind": "heading"}]),
        paginated(title=3),
        paginated(outline=None),
        paginated(outline=[["One"]]),
        paginated(outline=["On"]),
        paginated(outline=[["\0", 1]]),
        paginated(outline=[["One", "1"]]),
        paginated(outline=[["One", -1]]),
        paginated(outline=[["One", True]]),
        paginated(notes=None),
        paginated(extractor=None),
    ],
)
def test_anything_else_is_refused(stored: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each case has words of its own
        decode_outcome(stored)

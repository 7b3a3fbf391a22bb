import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageSpan, Place, parse_page_spans, parse_places

offsets = st.integers(0, 10**9)
page_spans = st.lists(st.builds(PageSpan, offsets, offsets, offsets), max_size=4)
places = st.lists(
    st.builds(Place, st.sampled_from(("heading", "slide", "sheet", "part")), st.text(), offsets, offsets), max_size=4
)


@given(page_spans)
def test_page_spans_survive_storage_as_json(spans):
    assert parse_page_spans(json.loads(json.dumps([span.as_metadata() for span in spans]))) == tuple(spans)


@given(places)
def test_places_survive_storage_as_json(values):
    assert parse_places(json.loads(json.dumps([place.as_metadata() for place in values]))) == tuple(values)


def test_a_page_span_is_stored_as_page_start_end_and_nothing_else():
    assert PageSpan(7, 10, 25).as_metadata() == {"page": 7, "start": 10, "end": 25}


def test_values_are_frozen():
    with pytest.raises(AttributeError):
        PageSpan(1, 0, 1).number = 2


@pytest.mark.parametrize(
    "stored",
    [
        None,
        {},
        "[]",
        [None],
        [[1, 0, 1]],
        [{"page": 1, "start": 0}],
        [{"page": 1, "start": 0, "end": 1, "label": "i"}],
        [{"page": "1", "start": 0, "end": 1}],
        [{"page": True, "start": 0, "end": 1}],
        [{"page": 1.0, "start": 0, "end": 1}],
        [{"page": None, "start": 0, "end": 1}],
    ],
)
def test_another_shape_of_page_spans_is_refused(stored):
    with pytest.raises(ValueError, match="page span"):
        parse_page_spans(stored)


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [{"kind": "page", "label": "4", "start": 0, "end": 1}],
        [{"kind": "slide", "label": 4, "start": 0, "end": 1}],
        [{"kind": ["slide"], "label": "4", "start": 0, "end": 1}],
        [{"kind": "slide", "label": "4", "start": "0", "end": 1}],
        [{"kind": "slide", "label": "4", "start": 0, "end": 1, "page": 4}],
    ],
)
def test_another_shape_of_places_is_refused(stored):
    with pytest.raises(ValueError, match="place"):
        parse_places(stored)

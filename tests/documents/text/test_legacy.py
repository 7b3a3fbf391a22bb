import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, pages_from_marked_text, render_pages
from tests.strategies import awkward_text, page_text, pages, prose

says_no_marker = page_text.filter(lambda text: "Page" not in text)


@given(pages(text=says_no_marker, gaps=False))
def test_pages_that_say_no_marker_come_back_as_they_were(drawn):
    marked = pages_from_marked_text(render_pages(drawn))
    assert marked.problems == ()
    assert list(marked.pages) == drawn


@given(st.one_of(awkward_text, prose))
def test_any_text_is_read_without_problems_or_not_at_all(text):
    marked = pages_from_marked_text(text)
    assert not (marked.problems and marked.pages)


@given(pages(text=says_no_marker, gaps=False).filter(lambda drawn: len(drawn) > 1), st.data())
def test_a_marker_that_a_page_says_itself_is_reported(drawn, data):
    position = data.draw(st.integers(0, len(drawn) - 2))
    said = data.draw(st.integers(1, len(drawn) + 3))
    spoiled = [*drawn]
    spoiled[position] = PageText(position + 1, f"before\n\n## Page {said}\n\nafter")
    assert pages_from_marked_text(render_pages(spoiled)).problems


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("", []),
        ("\n \n", []),
        ("## Page 1\n\na\n\n## Page 2\n\nb", ["a", "b"]),
        ("## Page 1\na\n## Page 2\nb\n", ["a", "b\n"]),
        ("--- Page 1 ---\na\n--- Page 2 ---\nb", ["a", "b"]),
        ("\n\n## Page 1\n\na", ["a"]),
        ("## Page 1\n\n\n\n## Page 2\n\nb", ["", "b"]),
        ("## Page 1\n\nsee ## Page 3 below", ["see ## Page 3 below"]),
        ("## Page 1\n\n### Page 3\n\n## Pages 3\n\n ## Page 3", ["### Page 3\n\n## Pages 3\n\n ## Page 3"]),
        ("## Page 1\n\na\n\n## Page 2", ["a", ""]),
    ],
)
def test_unambiguous_texts(text, texts):
    marked = pages_from_marked_text(text)
    assert marked.problems == ()
    assert marked.pages == tuple(PageText(number, page) for number, page in enumerate(texts, 1))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no marker at all", "no page marker"),
        ("preface\n\n## Page 1\n\na", "before the first"),
        ("## Page 1\n\n## Page 3\n\na\n\n## Page 2\n\nb", "says page 3 where page 2"),
        ("## Page 1\n\na\n\n## Page 3\n\nb", "says page 3 where page 2"),
        ("## Page 1\n\na\n\n## Page 1\n\nb", "says page 1 where page 2"),
        ("## Page 2\n\na", "says page 2 where page 1"),
        ("## Page 0\n\na", "says page 0"),
        ("## Page 1\n\na\n\n--- Page 2 ---\n\nb", "two styles"),
        ("## Page 1\n\na\n## Page 2\nb", "set apart"),
    ],
)
def test_ambiguity_is_reported_and_no_page_is_guessed(text, problem):
    marked = pages_from_marked_text(text)
    assert any(problem in found for found in marked.problems)
    assert marked.pages == ()


def test_the_line_of_the_first_wrong_marker_is_named():
    assert "Line 5 says page 3" in pages_from_marked_text("## Page 1\n\na\n\n## Page 3\n").problems[0]


def test_rendering_keeps_pages_without_text():
    assert (
        render_pages([PageText(1, "a"), PageText(2, ""), PageText(3, "c")])
        == "## Page 1\n\na\n\n## Page 2\n\n\n\n## Page 3\n\nc"
    )


def test_rendering_refuses_pages_out_of_order():
    with pytest.raises(ValueError, match="ascending"):
        render_pages([PageText(2, "a"), PageText(1, "b")])

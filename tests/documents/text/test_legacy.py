import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import PageText, clean_page_text, has_ink, pages_from_marked_text, render_pages, render_plain
from documents.text.legacy import HIGHEST_PAGE, pages_in_ascending_order
from tests.strategies import awkward_text, page_text, pages, prose

says_no_marker = page_text.filter(lambda text: "page" not in text.casefold())


@given(pages(text=says_no_marker, gaps=False))
def test_pages_that_say_no_marker_come_back_as_they_were(drawn):
    marked = pages_from_marked_text(render_pages(drawn))
    assert marked.problems == ()
    assert list(marked.pages) == drawn


@given(pages(text=says_no_marker, gaps=False), st.sampled_from(("", " ", "\t  ")), st.booleans())
def test_the_style_of_the_markers_and_what_is_invisible_about_them_changes_no_page(drawn, behind, has_mark):
    text = "\n\n".join(
        f"{chr(0xFEFF) if has_mark else ''}--- PAGE {page.number} ---{behind}\n\n{page.text}" for page in drawn
    )
    assert list(pages_from_marked_text(text).pages) == drawn


@given(pages(text=says_no_marker.map(clean_page_text), gaps=False))
def test_exported_and_read_again_text_spans_and_page_count_are_the_same(drawn):
    back = pages_from_marked_text(clean_page_text(render_pages(drawn))).pages
    assert render_plain(back) == render_plain(drawn)
    assert len(back) == len(drawn)


@given(pages(text=says_no_marker))
def test_on_request_missing_numbers_are_no_obstacle(drawn):
    marked = pages_in_ascending_order(render_pages(drawn))
    assert list(marked.pages) == drawn
    numbers = [page.number for page in drawn]
    assert bool(marked.decisions) == (numbers != list(range(1, len(numbers) + 1)))


@given(st.one_of(awkward_text, prose, pages().map(render_pages)))
def test_on_request_no_word_is_lost_and_none_is_put_on_a_page_that_no_marker_names(text):
    marked = pages_in_ascending_order(text)
    for page in marked.pages:
        assert f"page {page.number}" in text.casefold()
    kept = sum(character.isalnum() for page in marked.pages for character in page.text)
    markers = sum(len(f"page{page.number}") for page in marked.pages)
    if marked.pages:
        assert kept + markers == sum(character.isalnum() for character in text)


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
        ("## page 1 \n\na\n\n## page 2\t\n\nb", ["a", "b"]),
        ("--- PAGE 1 ---\na\n--- PAGE 2 ---\nb", ["a", "b"]),
        ("\ufeff## Page 1\n\na\n\n\ufeff## Page 2\n\nb", ["a", "b"]),
        ("## Page 01\n\na\n\n## Page 02\n\nb", ["a", "b"]),
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
        ("\npreface\n\n## Page 1\n\na", "before the first page marker: line 2"),
        ("## Page 1\n\n## Page 3\n\na\n\n## Page 2\n\nb", "says page 3 where page 2"),
        ("## Page 1\n\na\n\n## Page 3\n\nb", "says page 3 where page 2"),
        ("## Page 1\n\na\n\n## Page 1\n\nb", "says page 1 where page 2"),
        ("## Page 2\n\na", "says page 2 where page 1"),
        ("## Page 0\n\na", "says page 0"),
        ("## Page 1\n\na\n\n--- Page 2 ---\n\nb", "two styles: lines 1 and 5"),
        ("## Page 1\n\na\n\n## page 2\n\nb", "two styles: lines 1 and 5"),
        ("## Page 1\n\na\n## Page 2\nb", "some are not: line 4"),
        ("## Page 1\n\na\n\n## Page 2\n\nb\n## Page 3\n\nc", "some are not: line 8"),
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


@pytest.mark.parametrize(
    ("text", "pages", "decided"),
    [
        ("## Page 1\n\na\n\n## Page 3\n\nc", {1: "a", 3: "c"}, ["no marker, and so no text: 2."]),
        ("## Page 7\n\na\n\n## Page 8\n\nb", {7: "a", 8: "b"}, ["no marker, and so no text: 1–6."]),
        (
            "## Page 1\n\na\n\n## Page 3\n\n## Page 2\n\nb\n\n## Page 3\n\nc",
            {1: "a\n\n## Page 3", 2: "b", 3: "c"},
            ["read as text: 5 (“## Page 3”)."],
        ),
        ("## Page 1\n\na\n\n--- Page 2 ---\n\nb", {1: "a\n\n--- Page 2 ---\n\nb"}, ["read as text: 5"]),
        ("## Page 1\n\n## Page 2\n\nb\n\n## page 7\n\nc", {1: "", 2: "b\n\n## page 7\n\nc"}, ["read as text: 7"]),
        ("## Page 1\n\na\n## Page 2\nb", {1: "a", 2: "b"}, []),
        (f"## Page 1\n\na\n\n## Page {HIGHEST_PAGE + 1}\n\nb", {1: f"a\n\n## Page {HIGHEST_PAGE + 1}\n\nb"}, ["text"]),
    ],
)
def test_the_rule_that_someone_asks_for(text, pages, decided):
    marked = pages_in_ascending_order(text)
    assert {page.number: page.text for page in marked.pages} == pages
    assert marked.problems == ()
    assert len(marked.decisions) == len(decided)
    assert all(words in decision for words, decision in zip(decided, marked.decisions, strict=True))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no marker", "no page marker"),
        ("preface\n\n## Page 1\n\na", "before the first page marker: line 1"),
        ("## Page 0\n\na\n\n## Page 1\n\nb", "before the first page marker: line 1"),
        ("## Page 1\n\na\n\n## Page 1\n\nb", "Nothing tells which of lines 1 and 5"),
        ("## Page 1\n\n## Page 2\n\n## Page 2\n\n## Page 3\n\nb", "Nothing tells which of lines 3 and 5"),
    ],
)
def test_what_no_rule_can_tell_stays_unread(text, problem):
    marked = pages_in_ascending_order(text)
    assert marked.pages == ()
    assert any(problem in found for found in marked.problems)


def test_of_many_decisions_some_are_named():
    text = "## Page 1\n\n" + "\n\n".join("## page 5" for _ in range(30))
    (decision,) = pages_in_ascending_order(text).decisions
    assert decision.endswith("and 10 more.")
    assert decision.count("page 5") == 20


def test_a_page_that_holds_blank_space_only_keeps_its_number():
    pages = pages_from_marked_text("## Page 1\n\n \u200b\n\n## Page 2\n\nb").pages
    assert not has_ink(pages[0].text)
    assert render_plain(pages)[1][0].number == 2

"""Page labels: what can be one, how rules count, and how a page is found by label or number."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text.numbering import readings_of
from documents.text.page_labels import (
    LARGEST_NUMBERS,
    LONGEST_LABEL,
    REFUSALS,
    STYLES,
    FoundPage,
    LabelRule,
    RefusedLabel,
    apply_rules,
    changed_range,
    checked_label,
    clean_label,
    find_page,
    labels_digest,
    labels_within,
    read_page_labels,
    settled,
)
from tests.strategies import awkward_text

PAGES = 12

label_lists = st.none() | st.lists(st.none() | st.sampled_from(["i", "iv", "1", "A-3", "Cover"]), min_size=PAGES,
    max_size=PAGES)  # fmt: skip


@st.composite
def rules(draw: st.DrawFn) -> LabelRule:
    first = draw(st.integers(1, PAGES))
    last = draw(st.none() | st.integers(first, PAGES))
    style = draw(st.sampled_from(sorted(STYLES)))
    return LabelRule(first, last, style, draw(st.sampled_from(["", "A-", "x "])), draw(st.integers(1, 2000)))


# --- labels ---


@pytest.mark.parametrize(
    ("raw", "label"),
    [
        ("iv", "iv"),
        ("  A-\t3 ", "A- 3"),
        ("e\u0301", "é"),
        ("", None),
        (" \n ", None),
        ("\u200b\u2060", None),
        ("a\0\x07b", "ab"),
        ("\u202e12\u202c", "12"),
        ("x" * 500, "x" * LONGEST_LABEL),
    ],
)
def test_a_label_is_one_legible_line(raw: str, label: str | None) -> None:
    assert clean_label(raw) == label


@given(awkward_text | st.text())
def test_cleaning_a_label_again_changes_nothing(raw: str) -> None:
    label = clean_label(raw)
    if label is not None:
        assert clean_label(label) == label
        assert 0 < len(label) <= LONGEST_LABEL
        assert unicodedata.is_normalized("NFC", label)
        assert not any(unicodedata.category(character) in ("Cc", "Cf", "Cs") for character in label)


@pytest.mark.parametrize("turning", "\u061c\u200e\u200f\u202a\u202e\u2066\u2069")
def test_what_turns_the_direction_of_writing_is_refused(turning: str) -> None:
    with pytest.raises(RefusedLabel) as refused:
        checked_label(f"1{turning}2")
    assert refused.value.code == "label-direction"


def test_what_a_person_typed_is_never_cut_short() -> None:
    assert checked_label("x" * LONGEST_LABEL) == "x" * LONGEST_LABEL
    with pytest.raises(RefusedLabel, match="longer than 100"):
        checked_label("x" * (LONGEST_LABEL + 1))


@pytest.mark.parametrize("stored", [None, 5, "iv", {}, ["i"], ["i", 2], ["i", "ii", "iii"]])
def test_what_cannot_be_labels_is_read_as_none(stored: object) -> None:
    assert read_page_labels(stored, 2) is None
    assert read_page_labels(["i", None], 2) == ["i", None]


def test_labels_that_are_all_missing_are_no_labels() -> None:
    assert settled([None, None]) is None
    assert settled(()) is None
    assert settled((None, "1")) == [None, "1"]


# --- rules ---


@pytest.mark.parametrize(
    ("rule", "labels"),
    [
        (LabelRule(1), ["1", "2", "3", "4", "5"]),
        (LabelRule(3), [None, None, "1", "2", "3"]),
        (LabelRule(2, 3, "roman"), [None, "i", "ii", None, None]),
        (LabelRule(4, style="ROMAN", start=3999), None),
        (LabelRule(5, style="ROMAN", start=3999), [None] * 4 + ["MMMCMXCIX"]),
        (LabelRule(1, style="letters", start=25), ["y", "z", "aa", "bb", "cc"]),
        (LabelRule(1, 2, "LETTERS", "App. "), ["App. A", "App. B", None, None, None]),
        (LabelRule(4, None, "decimal", "A-", 163), [None, None, None, "A-163", "A-164"]),
        (LabelRule(2, 2, "none", "iv"), [None, "iv", None, None, None]),
        (LabelRule(1, 5, "none"), None),
        (LabelRule(1, style="decimal", start=9_999_995), [str(9_999_995 + n) for n in range(5)]),
    ],
    ids=str,
)
def test_a_rule_counts_on_from_its_first_page(rule: LabelRule, labels: list[str | None] | None) -> None:
    if rule.start == 3999 and rule.first == 4:
        with pytest.raises(RefusedLabel):
            apply_rules(None, 5, [rule])
    else:
        assert apply_rules(None, 5, [rule]) == labels


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (LabelRule(0), "page-unknown"),
        (LabelRule(6), "page-unknown"),
        (LabelRule(1, 6), "page-unknown"),
        (LabelRule(3, 2), "range-backwards"),
        (LabelRule(1, style="greek"), "style-unknown"),
        (LabelRule(1, start=0), "number-out-of-range"),
        (LabelRule(1, style="roman", start=3996), "number-out-of-range"),
        (LabelRule(1, style="LETTERS", start=2597), "number-out-of-range"),
        (LabelRule(1, style="decimal", prefix="\u202e"), "label-direction"),
        (LabelRule(1, style="decimal", prefix="x" * 100), "label-too-long"),
    ],
    ids=str,
)
def test_a_rule_that_cannot_be_meant_is_refused_with_a_stable_code(rule: LabelRule, code: str) -> None:
    with pytest.raises(RefusedLabel) as refused:
        apply_rules(["i"] * 5, 5, [rule])
    assert refused.value.code == code
    assert str(refused.value) == REFUSALS[code]


@given(st.integers(1, 3999), st.sampled_from(["roman", "ROMAN"]))
def test_roman_numerals_read_back_as_the_number_that_they_spell(number: int, style: str) -> None:
    label = STYLES[style](number)
    assert number in {reading.value for reading in readings_of(label) if "roman" in reading.style}


@given(st.sampled_from(sorted(set(STYLES) - {"none"})), st.data())
def test_no_two_numbers_of_a_style_are_spelled_alike(style: str, data: st.DataObject) -> None:
    numbers = st.integers(1, LARGEST_NUMBERS[style.lower()])
    one, other = data.draw(numbers), data.draw(numbers)
    assert (STYLES[style](one) == STYLES[style](other)) == (one == other)
    assert len(STYLES[style](one)) <= LONGEST_LABEL


@given(label_lists, st.lists(rules(), max_size=5))
def test_there_is_one_label_a_page_and_pages_that_no_rule_names_keep_theirs(
    labels: list[str | None] | None, asked: list[LabelRule]
) -> None:
    after = labels_within(apply_rules(labels, PAGES, asked), 1, PAGES)
    assert len(after) == PAGES
    named = {n for rule in asked for n in range(rule.first, (rule.last or PAGES) + 1)}
    before = labels_within(labels, 1, PAGES)
    assert all(after[n - 1] == before[n - 1] for n in range(1, PAGES + 1) if n not in named)


@given(label_lists, rules(), rules())
def test_a_later_rule_wins_over_an_earlier_one(labels: list[str | None] | None, one: LabelRule, two: LabelRule) -> None:
    both = apply_rules(labels, PAGES, [one, two])
    assert both == apply_rules(apply_rules(labels, PAGES, [one]), PAGES, [two])
    alone = labels_within(apply_rules(None, PAGES, [two]), 1, PAGES)
    span = slice(two.first - 1, two.last)
    assert labels_within(both, 1, PAGES)[span] == alone[span]


@given(label_lists, rules())
def test_the_same_rule_again_changes_nothing(labels: list[str | None] | None, rule: LabelRule) -> None:
    once = apply_rules(labels, PAGES, [rule])
    assert apply_rules(once, PAGES, [rule]) == once
    assert apply_rules(once, PAGES, []) == once


@given(label_lists, label_lists)
def test_the_changed_range_holds_every_change_and_nothing_around_them(
    before: list[str | None] | None, after: list[str | None] | None
) -> None:
    changed = changed_range(before, after, PAGES)
    whole = labels_within(before, 1, PAGES)
    if changed is None:
        assert whole == labels_within(after, 1, PAGES)
        return
    first, last = changed
    whole[first - 1 : last] = labels_within(after, first, last)
    assert whole == labels_within(after, 1, PAGES)


@given(label_lists, label_lists)
def test_the_digest_tells_one_state_from_another(one: list[str | None] | None, other: list[str | None] | None) -> None:
    assert (labels_digest(one) == labels_digest(other)) == (settled(one) == settled(other))


# --- finding ---

BOOK = ["Cover", *("i", "ii", "iii", "iv"), *map(str, range(1, 16)), "A-1", "a-1"]


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("iv", 5),
        (" IV ", 5),
        ("cover", 1),
        ("12", 17),  # a label wins over the number
        ("21", 21),  # no page is printed 21
        ("#12", 12),
        ("# 12", 12),
        ("12 of 22", 12),
        ("page 12 of 22", 12),
        ("Page 12", 17),
        ("p. iv", 5),
        ("pp. 3", 8),
        ("p. iv (page 5 of 22)", 5),
        ("pp. iv–1 (pages 5–6 of 22)", 5),
        ("A-1", 21),
        ("a-1", 22),
        ("१२", 12),
        ("", None),
        ("#", None),
        ("0", None),
        ("23", None),
        ("#23", None),
        ("9" * 5000, None),
        ("page", None),
        ("xlii", None),
        ("1.5", None),
    ],
)
def test_a_page_is_found_by_its_label_or_else_by_its_number(asked: str, number: int | None) -> None:
    assert find_page(asked, len(BOOK), BOOK).number == number


def test_a_label_that_repeats_names_all_its_pages() -> None:
    labels = ["iii", "iv", "1", "2", "1"]
    assert find_page("1", 5, labels) == FoundPage(3, (3, 5))
    assert find_page("2", 5, labels) == FoundPage(4)
    assert find_page("X", 3, ["x", "x", None]) == FoundPage(1, (1, 2))


def test_a_label_as_written_wins_over_one_in_another_case_and_over_a_form_of_number() -> None:
    assert find_page("a", 3, ["A", "a", "A"]) == FoundPage(2)
    assert find_page("#3", 3, ["#3", "x", "y"]) == FoundPage(1)


def test_without_labels_only_the_number_counts() -> None:
    assert find_page("3", 5, None) == FoundPage(3)
    assert find_page("iii", 5, None) == FoundPage(None)
    assert find_page("3", 0, None) == FoundPage(None)


@given(st.text() | awkward_text, label_lists)
def test_whatever_is_asked_the_answer_is_a_page_of_the_document(asked: str, labels: list[str | None] | None) -> None:
    found = find_page(asked, PAGES, labels)
    assert found.number is None or 1 <= found.number <= PAGES
    assert found.ambiguous == () or found.number == found.ambiguous[0]


@given(label_lists.filter(lambda labels: labels is not None), st.integers(1, PAGES))
def test_every_label_finds_its_page_and_every_number_form_its_number(labels: list[str | None], number: int) -> None:
    label = labels[number - 1]
    if label is not None:
        found = find_page(label, PAGES, labels)
        assert number in (found.ambiguous or (found.number,))
    assert find_page(f"#{number}", PAGES, labels).number == number

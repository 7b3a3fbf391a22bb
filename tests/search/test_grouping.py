"""From ranked chunks to groups and pages; pure."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from documents.text import TextSpan
from search.candidates import Candidate
from search.duplicates import Copies
from search.grouping import Group, documents_in, grouped, page_of


def candidate(document: int, start: int, end: int, word_rank: int | None = None) -> Candidate:
    return Candidate(1000 * document + start, document, 1, TextSpan(start, end), 1.0, word_rank, None)


def spans(group: Group) -> list[tuple[int, int]]:
    return [(one.span.start, one.span.end) for one in group.passages]


def test_documents_come_in_the_order_of_their_best_passage() -> None:
    groups = grouped([candidate(2, 0, 5), candidate(1, 0, 5), candidate(2, 50, 60)])
    assert [group.document_id for group in groups] == [2, 1]
    assert spans(groups[0]) == [(0, 5), (50, 60)]


def test_each_group_knows_where_its_best_passage_stands_among_all() -> None:
    groups = grouped([candidate(2, 0, 5), candidate(1, 0, 5), candidate(2, 50, 60), candidate(3, 0, 5)])
    assert [group.first for group in groups] == [1, 3, 4]


def test_a_neighbour_is_folded_into_the_better_passage() -> None:
    (group,) = grouped([candidate(1, 100, 200), candidate(1, 190, 290), candidate(1, 0, 98), candidate(1, 202, 300)])
    assert spans(group) == [(100, 200)]


def test_only_what_is_kept_folds_others() -> None:
    (group,) = grouped([candidate(1, 0, 100), candidate(1, 100, 200), candidate(1, 200, 300)])
    assert spans(group) == [(0, 100), (200, 300)]


def test_what_is_best_by_its_words_in_a_document_is_never_folded_away() -> None:
    (group, other) = grouped(
        [candidate(1, 0, 100, 3), candidate(1, 90, 190, 1), candidate(1, 180, 280, 2), candidate(2, 0, 9, 4)]
    )
    assert spans(group) == [(0, 100), (90, 190)]
    assert spans(other) == [(0, 9)]
    assert other.first == 3


def test_chunks_that_overlap_are_told_apart_by_the_parts_that_answer() -> None:
    def answering(start: int, end: int, *best: int) -> Candidate:
        return replace(candidate(1, start, end), best=TextSpan(*best))

    (group,) = grouped([answering(100, 200, 180, 200), answering(150, 250, 150, 176), answering(150, 260, 198, 220)])
    assert spans(group) == [(100, 200), (150, 250)]
    (group,) = grouped([answering(0, 100, 0, 40), candidate(1, 43, 99), answering(200, 300, 250, 300)])
    assert spans(group) == [(0, 100), (200, 300)]


def test_spans_of_different_documents_never_fold() -> None:
    assert len(grouped([candidate(1, 0, 9), candidate(2, 0, 9)])) == 2


# --- what says the same -----------------------------------------------------------------------------------------------


def chunk(number: int, document: int, start: int = 0) -> Candidate:
    return Candidate(number, document, 1, TextSpan(start, start + 9), 1.0, None, None)


def numbers(groups: list[Group]) -> dict[int, list[tuple[int, list[int]]]]:
    """Of each document its passages, each with what is folded under it."""
    return {
        group.document_id: [(one.chunk_id, [same.chunk_id for same in group.same_as(one)]) for one in group.passages]
        for group in groups
    }


def test_what_says_the_same_is_folded_under_the_better_one_wherever_it_stands() -> None:
    copies = Copies(text_of={3: 1}, same_as={2: [1]})
    groups = grouped([chunk(1, 7), chunk(2, 8), chunk(3, 9), chunk(4, 9, 50), chunk(5, 7, 50)], copies)
    assert numbers(groups) == {7: [(1, [2, 3]), (5, [])], 9: [(4, [])]}
    assert [group.first for group in groups] == [1, 3]
    assert documents_in(groups) == {7, 8, 9}


def test_what_is_said_twice_in_one_document_is_folded_too() -> None:
    assert numbers(grouped([chunk(1, 7), chunk(2, 7, 50)], Copies(text_of={2: 1}))) == {7: [(1, [2])]}


def test_only_what_is_kept_has_copies() -> None:
    """A copy of a neighbour that was folded away stands for itself, and then for the others."""
    copies = Copies(text_of={3: 2, 4: 2})
    groups = grouped([chunk(1, 7), chunk(2, 7, 10), chunk(3, 8), chunk(4, 9)], copies)
    assert numbers(groups) == {7: [(1, [])], 8: [(3, [4])]}


def test_the_neighbours_of_a_copy_are_folded_like_those_of_its_original() -> None:
    copies = Copies(text_of={2: 1})
    assert numbers(grouped([chunk(1, 7), chunk(2, 8), chunk(3, 8, 10), chunk(4, 7, 10)], copies)) == {7: [(1, [2])]}


def test_what_one_has_to_ask_for_hides_nothing() -> None:
    copies = Copies(text_of={4: 1, 5: 2, 6: 3, 7: 3})
    ranked = [chunk(n, 7, 50 * n) for n in (1, 2, 3)] + [chunk(n, 8, 50 * n) for n in (4, 5, 6, 7)]
    assert numbers(grouped(ranked, copies, shown=2)) == {7: [(1, [4]), (2, [5]), (3, [])], 8: [(6, [7])]}
    assert numbers(grouped(ranked, copies)) == {7: [(1, [4]), (2, [5]), (3, [6, 7])]}


def test_similarity_is_not_passed_on() -> None:
    """2 says the same as 1, and 3 as 2; 3 need not say the same as 1."""
    copies = Copies(same_as={2: [1], 3: [2]})
    assert numbers(grouped([chunk(1, 7), chunk(2, 8), chunk(3, 9)], copies)) == {7: [(1, [2])], 9: [(3, [])]}


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[Candidate], Copies]:
    chunks = [chunk(n, draw(st.integers(1, 5)), draw(st.integers(0, 9)) * 10) for n in range(draw(st.integers(0, 25)))]
    earlier = {n: draw(st.lists(st.integers(0, n - 1), max_size=2, unique=True)) for n in range(1, len(chunks))}
    own = {n: draw(st.integers(0, n)) for n in range(len(chunks))}
    text_of = {n: first for n, first in own.items() if first != n and own[first] == first}
    return chunks, Copies(text_of, {n: sorted(found) for n, found in earlier.items() if n not in text_of})


@given(rankings(), st.none() | st.integers(1, 4))
def test_nothing_is_shown_twice_and_no_document_is_lost(
    ranking: tuple[list[Candidate], Copies], shown: int | None
) -> None:
    ranked, copies = ranking
    groups = grouped(ranked, copies, shown)
    kept = [one.chunk_id for group in groups for one in group.passages]
    folded = [one.chunk_id for group in groups for found in group.same.values() for one in found]
    assert len(set(kept + folded)) == len(kept + folded)
    assert documents_in(groups) == {one.document_id for one in ranked}
    for group in groups:
        assert group.passages
        assert kept[group.first - 1] == group.passages[0].chunk_id
        visible = {one.chunk_id for one in group.passages[:shown]}
        assert set(group.same) <= visible
        for better, found in group.same.items():
            assert all(better < one.chunk_id for one in found)
            assert all({copies.text(better)} & set(copies.texts_like(one.chunk_id)) for one in found)


@given(rankings())
def test_without_copies_nothing_is_told_to_be_the_same(ranking: tuple[list[Candidate], Copies]) -> None:
    assert not any(group.same for group in grouped(ranking[0]))


# --- pages ------------------------------------------------------------------------------------------------------------


def test_a_page_is_always_one_that_exists() -> None:
    items = list(range(5))
    assert page_of(items, 1, 2) == (1, [0, 1], True)
    assert page_of(items, 3, 2) == (3, [4], False)
    assert page_of(items, 9, 2) == (3, [4], False)
    assert page_of(items, 0, 2) == (1, [0, 1], True)
    assert page_of([], 4, 2) == (1, [], False)

"""From ranked chunks to groups and pages; pure."""

from documents.text import TextSpan
from search.candidates import Candidate
from search.grouping import Group, grouped, page_of


def candidate(document: int, start: int, end: int, word_rank: int | None = None) -> Candidate:
    return Candidate(start, document, 1, TextSpan(start, end), 1.0, word_rank, None)


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


def test_spans_of_different_documents_never_fold() -> None:
    assert len(grouped([candidate(1, 0, 9), candidate(2, 0, 9)])) == 2


def test_a_page_is_always_one_that_exists() -> None:
    items = list(range(5))
    assert page_of(items, 1, 2) == (1, [0, 1], True)
    assert page_of(items, 3, 2) == (3, [4], False)
    assert page_of(items, 9, 2) == (3, [4], False)
    assert page_of(items, 0, 2) == (1, [0, 1], True)
    assert page_of([], 4, 2) == (1, [], False)

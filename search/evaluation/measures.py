"""What an answer is worth, question by question: numbers from 0 to 1, higher is better. Pure.

Pages are judged in the order in which they are first named: a page that is named twice counts once.

* `hit@k`: one of the right pages is among the first k pages; `recall@10`: the share of the right pages among the first
  ten; `MRR@10`: 1 / the place of the first right page; `nDCG@10`: the same with every right page, discounted by place.
* `doc@1`: the first page is one of the right document.
* `citeP@k`: of the first k results, the share whose page is a right one.
* `faith@5`: of the first five results, the share whose text really stands on the page that they name, as an
  independent program read that page.
* `charP@k`, `charR@k`: of the letters that the first k results show, how many are of the answer; and of the letters
  of the answer, how many they show. `hlP@1`, `hlR@1`: the same of what stands out in the first.
* `recall@100`, and `nDCG@10` by grades, where whole documents are judged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import log2
from typing import Protocol

from search.evaluation.benches import Question
from search.evaluation.projection import Interval, Located, Projection, length, locate, overlap, united
from search.evaluation.runs import Answer, Result

HIT_DEPTHS = (1, 3, 5, 10)
CITED_DEPTHS = (1, 5)
TEXT_DEPTHS = (1, 3, 5)
DEPTH = 10
DEEP = 100
FAITHFUL = 0.95
"""The share of an excerpt that must stand on its page: another program may read a sign or two otherwise."""

FAITH_DEPTH = 5

MARKS = ("hlP@1", "hlR@1")

Page = tuple[str, int | None]
"""A page of a document of that name; None in a document without pages."""

Measured = dict[str, float]


class PageTexts(Protocol):
    """The reference text of a page."""

    def page(self, doc: str, page: int | None) -> Projection: ...


def measured(question: Question, answer: Answer | None, texts: PageTexts | None, *, is_ranking: bool) -> Measured:
    """Everything that can be said of an answer; without one, each measure is 0. `texts` is None without a reference."""
    results = answer.results if answer else ()
    if is_ranking:
        return ranking_measures(question.grades, [one.doc for one in results])
    pages = page_measures(question, results)
    return pages if texts is None else pages | text_measures(question, results, texts)


def page_measures(question: Question, results: Sequence[Result]) -> Measured:
    """Which pages were named. Where no page is right (the document has none), only the document is judged."""
    named = list(dict.fromkeys((one.doc, one.page) for one in results))
    right: set[Page] = {(question.doc, page) for page in question.gold_pages}
    of_document = {"doc@1": float(bool(named) and named[0][0] == question.doc)}
    if not right:
        return of_document
    places = [place for place, page in enumerate(named[:DEPTH], 1) if page in right]
    return (
        {f"hit@{depth}": float(any(place <= depth for place in places)) for depth in HIT_DEPTHS}
        | {
            f"recall@{DEPTH}": len(places) / len(right),
            f"MRR@{DEPTH}": 1 / places[0] if places else 0.0,
            f"nDCG@{DEPTH}": _discounted(places) / _discounted(range(1, min(DEPTH, len(right)) + 1)),
        }
        | of_document
        | {f"citeP@{depth}": _right_share(results, right, depth) for depth in CITED_DEPTHS}
    )


def text_measures(question: Question, results: Sequence[Result], texts: PageTexts) -> Measured:
    """What was shown, beside the reference text."""
    shown = results[: max(FAITH_DEPTH, *TEXT_DEPTHS)]
    found = [locate(texts.page(one.doc, one.page), one.text or "") for one in shown]
    values = {f"faith@{FAITH_DEPTH}": _faithful_share(found[:FAITH_DEPTH])}
    if not question.gold_spans:
        return values
    gold = _gold(question, texts)
    for depth in TEXT_DEPTHS:
        precision, recall = _precision_and_recall(_by_page(shown[:depth], found[:depth]), gold)
        values |= {f"charP@{depth}": precision, f"charR@{depth}": recall}
    marked = {(one.doc, one.page): _marked(one, texts) for one in results[:1]}
    precision, recall = _precision_and_recall(marked, gold)
    return values | {"hlP@1": precision, "hlR@1": recall}


def ranking_measures(grades: Mapping[str, int], ranked: Iterable[str]) -> Measured:
    """How high the documents with a grade above 0 stand; a document that is named twice counts where it is first."""
    names = list(dict.fromkeys(ranked))
    ideal = _gain(sorted(grades.values(), reverse=True)[:DEPTH])
    return {
        f"nDCG@{DEPTH}": _gain([grades.get(name, 0) for name in names[:DEPTH]]) / ideal,
        f"recall@{DEPTH}": _found_share(grades.keys(), names[:DEPTH]),
        f"recall@{DEEP}": _found_share(grades.keys(), names[:DEEP]),
    }


def first_right(question: Question, results: Sequence[Result]) -> int | None:
    """The place, from 1, of the first right page among those named; of the first right document where these count."""
    if question.grades:
        names = list(dict.fromkeys(one.doc for one in results))
        return next((place for place, name in enumerate(names, 1) if name in question.grades), None)
    named = list(dict.fromkeys((one.doc, one.page) for one in results))
    right = {(question.doc, page) for page in question.gold_pages or (None,)}
    return next((place for place, page in enumerate(named, 1) if page in right), None)


def _discounted(places: Iterable[int]) -> float:
    return sum(1 / log2(place + 1) for place in places)


def _gain(grades: Iterable[int]) -> float:
    return sum(grade / log2(place + 1) for place, grade in enumerate(grades, 1))


def _found_share(right: Collection[str], named: Sequence[str]) -> float:
    return len(set(right) & set(named)) / len(right)


def _right_share(results: Sequence[Result], right: set[Page], depth: int) -> float:
    return sum((one.doc, one.page) in right for one in results[:depth]) / depth


def _faithful_share(found: Sequence[Located]) -> float:
    return sum(one.share >= FAITHFUL for one in found) / len(found) if found else 0.0


def _gold(question: Question, texts: PageTexts) -> dict[Page, list[Interval]]:
    spans: dict[Page, list[Interval]] = defaultdict(list)
    for one in question.gold_spans:
        place = texts.page(question.doc, one.page).interval(one.start, one.end)
        spans[question.doc, one.page].append(place)
    return {page: united(intervals) for page, intervals in spans.items()}


def _by_page(results: Sequence[Result], found: Sequence[Located]) -> dict[Page, list[Interval]]:
    shown: dict[Page, list[Interval]] = defaultdict(list)
    for one, located in zip(results, found, strict=True):
        shown[one.doc, one.page].extend(located.intervals)
    return shown


def _marked(result: Result, texts: PageTexts) -> list[Interval]:
    page, text = texts.page(result.doc, result.page), result.text or ""
    return [one for start, end in result.highlights or () for one in locate(page, text[start:end]).intervals]


def _precision_and_recall(
    shown: Mapping[Page, Sequence[Interval]], gold: Mapping[Page, Sequence[Interval]]
) -> tuple[float, float]:
    union = {page: united(intervals) for page, intervals in shown.items()}
    common = sum(overlap(intervals, gold.get(page, ())) for page, intervals in union.items())
    all_shown, all_gold = sum(map(length, union.values())), sum(map(length, gold.values()))
    return (common / all_shown if all_shown else 0.0, common / all_gold if all_gold else 0.0)

"""What a case says of its words: that they stand there, are found, cited, marked, recognized, and only text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from search.configurations import ENGLISH
from search.lexical import stems
from tests.end_to_end.journeys.door import collapsed
from tests.end_to_end.journeys.journey import Claim, Claims, Journey
from tests.end_to_end.journeys.rects import rects_of

WORDS_ASKED = 8


def quotes(journey: Journey, value: list[dict[str, Any]]) -> Claims:
    return chain.from_iterable(_quote(journey, quote) for quote in value)


def _quote(journey: Journey, quote: dict[str, Any]) -> Claims:
    words = quote["text"]
    hits = journey.hits(" ".join(words.split()[:WORDS_ASKED]))
    for number, label in zip(quote["pages"], quote["labels"], strict=True):
        yield Claim(f"“{words}” stands on page {number}", collapsed(words) in collapsed(journey.page_text(number)))
        right = [hit for hit in hits if _cites(hit, number, label) and collapsed(words) in collapsed(_quoted(hit))]
        yield Claim(f"“{words}” is found and cited to page {number}, label {label}", bool(right))
        if right:
            yield from _opened(journey, right[0], number)


def _cites(hit: dict[str, Any], number: int, label: str | None) -> bool:
    return any((page["number"], page["label"]) == (number, label) for page in hit["citation"]["pages"] or ())


def _quoted(hit: dict[str, Any]) -> str:
    return str(hit["citation"]["quote"])


def _opened(journey: Journey, hit: dict[str, Any], number: int) -> Claims:
    """What the citation's link shows: the words themselves, and rectangles inside the picture of the page."""
    page = journey.door.passage_page(hit["citation"])
    shown = "".join(node.text() for node in LexborHTMLParser(page).css("span.passage"))
    yield Claim("the link opens what is quoted", collapsed(shown) == collapsed(_quoted(hit)))
    span = (hit["citation"]["start"], hit["citation"]["end"])
    rects = rects_of(journey, number, *span)
    yield Claim(
        f"every rectangle lies on page {number}: {rects[:3]}", all(0 <= one <= 1 for rect in rects for one in rect)
    )


def cross_page_quotes(journey: Journey, value: list[dict[str, Any]]) -> Claims:
    for quote in value:
        first, second, joined = quote["first"], quote["second"], quote.get("joined_word")
        query = " ".join([*first.split()[-6:], *second.split()[:6]])
        if joined:
            query = f"{' '.join(first.split()[:-1])} {joined} {' '.join(second.split()[1:])}"
        both = [hit for hit in journey.hits(query) if set(quote["pages"]) <= _numbers(hit)]
        right = [
            hit
            for hit in both
            if collapsed(first) in collapsed(_quoted(hit)) and collapsed(second) in collapsed(_quoted(hit))
        ]
        yield Claim(f"“{first} | {second}” is cited to {quote['pages']}", bool(right))
        for number in quote["pages"] if right else ():
            yield from _opened(journey, right[0], number)


def _numbers(hit: dict[str, Any]) -> set[int]:
    return {page["number"] for page in hit["citation"]["pages"] or ()}


def contains(journey: Journey, value: list[str]) -> Claims:
    """In the stored text; and found, where there is a word in it to look for."""
    if journey.document is None:
        return
    for words in value:
        yield Claim(f"the text has “{words}”", collapsed(words) in collapsed(journey.text))
        if any(map(str.isalnum, words)):
            query = " ".join(words.split()[:WORDS_ASKED])
            is_found = any(_shares(words, hit) for hit in journey.hits(query))
            yield Claim(f"“{words}” is found, or it is said why not", is_found or journey.is_too_common(query))


def _shares(words: str, hit: dict[str, Any]) -> bool:
    """Whether a hit has the words, or their beginning or end where they go on in the next passage."""
    found, asked = collapsed(_quoted(hit)), collapsed(words)
    return asked in found or found.endswith(asked[: len(asked) // 2]) or asked[len(asked) // 2 :] in found[: len(asked)]


def contains_nfc(journey: Journey, value: list[str]) -> Claims:
    for words in value:
        yield Claim(f"the text has “{words}”, composed", words in journey.text)


def contains_not(journey: Journey, value: list[str]) -> Claims:
    for words in value if journey.document is not None else ():
        yield Claim(f"the text does not have {words!r}", words not in journey.text)


def occurs_once(journey: Journey, value: list[str]) -> Claims:
    for words in value:
        yield Claim(f"“{words}” stands there once", collapsed(journey.text).count(collapsed(words)) == 1)


def contains_if_indexed(journey: Journey, value: list[str]) -> Claims:
    return contains(journey, value) if journey.outcome == "indexed" else ()


def page_1_text(journey: Journey, value: str) -> Claims:
    reported = journey.outcome in ("failed", "refused") and bool(journey.code)
    yield Claim(f"“{value}” is on page 1, or a code says why not", reported or value in journey.page_text(1))


def found_by(journey: Journey, value: list[str]) -> Claims:
    """Each question is answered with its own words marked, letter by letter; those that say nothing are left out."""
    for query in value:
        marked = "".join(_marked(journey, query)).casefold()
        said = re.findall(r"\w+", query.casefold())
        words = [one for one, stem in stems(said, ENGLISH).items() if stem]
        yield Claim(
            f"{query!r} is found, and marked: {marked[:80]!r}", bool(words) and all(one in marked for one in words)
        )


def _marked(journey: Journey, query: str) -> Iterator[str]:
    for hit in journey.hits(query):
        yield from (one["text"] for one in hit["excerpt"]["segments"] if one["marked"])


def hyphenated(journey: Journey, value: list[dict[str, Any]]) -> Claims:
    for one in value:
        found = [hit for hit in journey.hits(one["word"]) if one["page"] in _numbers(hit)]
        yield Claim(f"{one['word']} is found on page {one['page']}", bool(found))


def compounds(journey: Journey, value: list[dict[str, Any]]) -> Claims:
    for one in value:
        found = [hit for hit in journey.hits(one["printed"]) if one["page"] in _numbers(hit)]
        yield Claim(f"{one['printed']} is found on page {one['page']}: {one['rule']}", bool(found))


def recognized(journey: Journey, value: list[str] | dict[str, str]) -> Claims:
    """On which pages OCR must have read what; a list is about page 1."""
    by_page = value if isinstance(value, dict) else dict.fromkeys(["1"], value)
    for number, words in by_page.items():
        for one in [words] if isinstance(words, str) else words:
            text = collapsed(journey.page_text(int(number)))
            yield Claim(f"OCR reads “{one}” on page {number}: {text[:60]}", collapsed(one) in text)
            cited = [hit for hit in journey.hits(one) if int(number) in _numbers(hit)]
            yield Claim(f"“{one}” is found and cited to page {number}", bool(cited))
    recognized_pages = {int(number) for number in by_page}
    yield Claim("only pages without a text layer are recognized", journey.pages_by_ocr == recognized_pages)


def html_must_not_contain(journey: Journey, value: list[str]) -> Claims:
    shown = list(journey.door.document_pages(journey.stored).values())
    for query, hit in journey.first_hits:
        shown += [journey.door.results_page(query), journey.door.passage_page(hit["citation"])]
    for words in value:
        yield Claim(f"no page sends {words!r}", not any(words in page for page in shown))

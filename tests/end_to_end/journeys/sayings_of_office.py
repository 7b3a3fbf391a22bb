"""The sentences of the cases about everything that is neither a PDF nor about a name."""

from __future__ import annotations

from documents.text import is_grapheme_boundary
from tests.end_to_end.journeys.door import collapsed, seen
from tests.end_to_end.journeys.journey import Claim, Claims, Journey
from tests.end_to_end.journeys.sayings import says


def marks(journey: Journey, query: str) -> list[str]:
    return [one["text"] for hit in journey.hits(query) for one in hit["excerpt"]["segments"] if one["marked"]]


# --- Word ---


@says("docx-nested-table-header", key="note")
def the_order_of_nested_tables(journey: Journey) -> Claims:
    places = [journey.text.find(words) for words in ("Text before", "Between", "Text after")]
    yield Claim(f"in this order: {places}", -1 < places[0] < places[1] < places[2])


@says("docx-text-box", key="note")
def the_fallback_is_not_read(journey: Journey) -> Claims:
    yield Claim("the box is read once", journey.text.count("Datum plane") == 1)


@says("docx-strict-ooxml", key="note")
def strict_names(journey: Journey) -> Claims:
    yield Claim("it is indexed", journey.outcome == "indexed")


@says("docx-office365-document2", key="note")
def the_main_part_has_another_name(journey: Journey) -> Claims:
    yield Claim("it is indexed as a Word file", "wordprocessingml" in journey.revision.media_type)
    yield Claim("nothing of the trash is text", "[trash]" not in journey.text)


@says("docx-first-page-header", "docx-handbook-lrpb", key="note")
def breaks_are_no_pages(journey: Journey) -> Claims:
    yield Claim("no page is made of a break", journey.revision.page_count is None)


@says("docx-sdt-in-cells", key="note")
def a_cached_page_number(journey: Journey) -> Claims:
    yield Claim("it is no page", journey.revision.page_count is None)


@says("docx-tracked-hidden", key="rule2")
def inserted_moved_and_deleted(journey: Journey) -> Claims:
    yield Claim("what was inserted is read", "insert this" in journey.text)
    yield Claim("what was moved stands once", journey.text.count("ad litora") == 1)
    yield Claim(
        "what was deleted is not found", "Donec euismod posuere" not in str(journey.hits("Donec euismod posuere"))
    )


@says("docx-ruby-phonetic", key="rule2")
def ruby_does_not_split(journey: Journey) -> Claims:
    yield Claim("東京 is found and marked", "東京" in "".join(marks(journey, "東京")))


@says("doc-legacy-renamed", key="report")
def an_old_word_file(journey: Journey) -> Claims:
    if journey.outcome == "indexed":
        yield Claim("it is read as what it is", journey.revision.media_type == "application/msword")
    else:
        yield Claim("it is called an old Office file", journey.code == "legacy-office")
        yield Claim("and nothing else", "old Office format" in journey.what_is_said)


@says("docx-zero-bytes", key="report")
def an_empty_file(journey: Journey) -> Claims:
    yield Claim("it is refused as empty", (journey.outcome, journey.code) == ("refused", "empty-file"))


@says("docx-zipbomb-document", key="report")
def it_expands_too_much(journey: Journey) -> Claims:
    yield Claim("the code says so", journey.code == "expands-too-much")


@says("docx-zipbomb-document", key="rule")
def it_is_not_inflated(journey: Journey) -> Claims:
    yield Claim(f"it takes {journey.peak_bytes / 2**20:.0f} MB", journey.peak_bytes < 300 * 2**20)


@says("docx-entity-bomb", key="rule")
def entities_are_not_expanded(journey: Journey) -> Claims:
    yield Claim("it is not read", journey.outcome in ("refused", "failed"))
    yield Claim(f"it takes {journey.peak_bytes / 2**20:.0f} MB", journey.peak_bytes < 300 * 2**20)


# --- text ---


@says("eml-utf16le", key="note2")
def no_mojibake(journey: Journey) -> Claims:
    if journey.outcome == "indexed":
        yield Claim("it is read as it was written", "Roses are red" in journey.text)
        yield Claim("without NUL and without replacements", not {"\0", "\ufffd"} & set(journey.text))


@says("txt-crlf-mixed", key="rule2")
def offsets_index_what_is_stored(journey: Journey) -> Claims:
    yield Claim("the lines are stored with LF", "\r" not in journey.text)
    marked = [one for hit in journey.hits("marzipan") for one in hit["excerpt"]["segments"] if one["marked"]]
    found = [(one["text"], journey.text[one["start"] : one["end"]]) for one in marked]
    yield Claim(f"exactly these letters are marked: {found}", found == [("marzipan", "marzipan")])
    page = journey.door.results_page("marzipan")
    yield Claim("in the page too", "<mark>marzipan</mark>" in page)


@says("txt-formfeed", key="rule2")
def a_form_feed_is_no_page(journey: Journey) -> Claims:
    yield Claim("it is a line end", "\f" not in journey.text)
    yield Claim("it makes no page", journey.revision.page_count is None)


@says("md-literal-page-headings", key="rule2")
def what_looks_like_a_page_marker(journey: Journey) -> Claims:
    for words in ("Page 3", "--- Page 2 ---", "[Page 4]"):
        yield Claim(f"{words} stays text", words in journey.text)
    yield Claim("it sets no page", journey.revision.page_count is None)
    for query in ("third page boy of the royal household", "bracketed note", "heralds"):
        yield Claim(f"{query} cites none", all(hit["citation"]["pages"] is None for hit in journey.hits(query)))


@says("txt-emoji-astral", key="rule2")
def marks_among_emoji(journey: Journey) -> Claims:
    for word in ("persimmon", "kumquat"):
        yield Claim(f"exactly {word} is marked: {set(marks(journey, word))}", set(marks(journey, word)) == {word})
        page = journey.door.results_page(word)
        yield Claim("in the page too", f"<mark>{word}</mark>" in page)
    edges = {edge for chunk in journey.revision.chunks.all() for edge in (chunk.start, chunk.end)}
    yield Claim("no family is parted", all(is_grapheme_boundary(journey.text, edge) for edge in edges))


@says("txt-nfd", key="rule2")
def composed_and_decomposed(journey: Journey) -> Claims:
    for query in ("café", "cafe\u0301", "Ångström", "A\u030angstro\u0308m"):
        found = {word.casefold() for word in marks(journey, query)}
        composed = {"café"} if query[0] == "c" else {"ångström"}
        yield Claim(f"{query!r} marks {found}", found == composed)


@says("txt-line-500k", key="rule2")
def a_very_long_line(journey: Journey) -> Claims:
    longest = max(chunk.end - chunk.start for chunk in journey.revision.chunks.all())
    yield Claim(f"the longest chunk has {longest} characters", longest < 5_000)


@says("txt-xss", key="rule2")
def tags_are_letters(journey: Journey) -> Claims:
    for page in (
        journey.door.results_page("bergamot"),
        journey.door.passage_page(journey.hits("bergamot")[0]["citation"]),
    ):
        shown = seen(page)
        yield Claim("tags are shown as they were written", "<script>alert(1)</script>" in shown)
        yield Claim("an entity stays one", "&lt;script&gt;alert(3)&lt;/script&gt;" in shown)
        yield Claim("nothing is calculated", "{{7*7}}" in shown and "${7*7}" in shown and " 49 " not in shown)


# --- tables and books ---


@says("xlsx-hidden-far-cell", key="rule2")
def a_cell_far_away(journey: Journey) -> Claims:
    yield Claim("the empty cells between are not walked", len(journey.text) < 100_000 and journey.outcome == "indexed")
    for query in ("Fenugreek total", "far corner cumin"):
        page = journey.door.passage_page(journey.hits(query)[0]["citation"])
        yield Claim("a formula is no link", 'href="http' not in page.replace('href="http://testserver', ""))


@says("epub-winter-sports", key="rule2")
def the_order_of_the_spine(journey: Journey) -> Claims:
    text = collapsed(journey.text)
    beginning = text.find(collapsed("The Project Gutenberg eBook of Winter Sports in Switzerland"))
    middle, end = text.find(collapsed("THE TELEMARK TURN")), text.rfind(collapsed("Project Gutenberg"))
    yield Claim(f"from the beginning to the end: {beginning}, {middle}, {end}", -1 < beginning < middle < end)
    yield Claim("without pages", journey.revision.page_count is None)

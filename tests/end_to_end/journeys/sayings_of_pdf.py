"""The sentences of the cases about PDF files."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from documents.text import PAGE_SEPARATOR
from tests.end_to_end.journeys.door import collapsed, seen
from tests.end_to_end.journeys.journey import Claim, Claims, Journey
from tests.end_to_end.journeys.rects import rects_of
from tests.end_to_end.journeys.sayings import says


def numbers_found(journey: Journey, query: str) -> set[int]:
    """The pages that the hits for a question cite."""
    return {page["number"] for hit in journey.hits(query) for page in hit["citation"]["pages"] or ()}


def is_marked_once(journey: Journey, query: str, word: str) -> bool:
    """Whether some hit marks exactly `word`, and its offsets index the stored text."""
    segments = [one for hit in journey.hits(query) for one in hit["excerpt"]["segments"] if one["marked"]]
    return any(one["text"] == word == journey.text[one["start"] : one["end"]] for one in segments)


# --- labels ---


@says("pdf-labels-roman-then-arabic", key="note")
def label_1_is_page_4(journey: Journey) -> Claims:
    citation = journey.door.cite(journey.revision, "starting the main content")
    yield Claim("the locator names both numbers", citation["locator"] == "p. 1 (page 4 of 4)")
    opened = journey.door.passage_page(citation)
    yield Claim("the citation opens page 4", bool(LexborHTMLParser(opened).css_first("#picture-4")))
    yield Claim("and no other", not LexborHTMLParser(opened).css_first("#picture-1"))


@says("pdf-labels-duplicate-label", key="note")
def the_same_label_on_two_pages(journey: Journey) -> Claims:
    labelled = {page for page, label in enumerate(journey.revision.page_labels or (), 1) if label == "1"}
    yield Claim(f"two pages are called 1: {labelled}", labelled == {3, 5})
    for query, number in (("Third section Some text here", 3), ("Heading on Level 1 section", 5)):
        yield Claim(f"page {number} is told from the other", number in numbers_found(journey, query))


@says("pdf-labels-disagree-with-printed-number", key="rule")
def label_and_count_and_nothing_else(journey: Journey) -> Claims:
    right = {1: "p. i (page 1 of 6)", 3: "p. iii (page 3 of 6)", 4: "p. iv (page 4 of 6)", 5: "p. 1 (page 5 of 6)"}
    for number, locator in right.items():
        citation = journey.door.cite(journey.revision, journey.page_text(number))
        yield Claim(f"page {number} is cited as {citation['locator']}", citation["locator"] == locator)


@says("pdf-labels-disagree-with-printed-number", key="note")
def blank_pages_keep_number_and_label(journey: Journey) -> Claims:
    yield Claim("pages 2 and 6 are blank", journey.revision.pages_without_text == [2, 6])
    labels = journey.revision.page_labels or []
    yield Claim("and labelled", [labels[1], labels[5]] == ["ii", "2"])


@says("pdf-ocr-layer-columns-hyphen", key="rule")
def a_page_is_missing_from_the_print(journey: Journey) -> Claims:
    yield Claim("the third sheet prints 52", "52" in journey.page_text(3))
    yield Claim("51 is nowhere a label", journey.revision.page_labels is None)


@says("pdf-ocr-layer-columns-hyphen", key="note")
def sentences_go_on_over_the_page(journey: Journey) -> Claims:
    yield Claim(
        "4 goes on in 5, and 5 in 6", {4, 5, 6} <= numbers_found(journey, "any young lady at the North needs a good")
    )


# --- encrypted ---


@says("pdf-enc-empty-user-pw-18p", key="rule")
def opens_without_a_password(journey: Journey) -> Claims:
    yield Claim("it is indexed", journey.outcome == "indexed")
    yield Claim("nobody is asked for a password", "password" not in journey.revision.failure_detail)


@says("pdf-enc-empty-user-pw-18p", key="note")
def header_and_footer_on_every_page(journey: Journey) -> Claims:
    with_it = [one for one in range(1, 19) if "Copyright Office Summary" in " ".join(journey.page_text(one).split())]
    yield Claim(f"the running title is on pages {with_it}", len(with_it) >= 17)


@says("pdf-enc-aes256-r6-empty-pw", key="note")
def cryptography_is_there(journey: Journey) -> Claims:
    yield Claim("AES-256 is read", journey.outcome == "indexed")


@says("pdf-enc-unknown-pw", "docx-encrypted-ole", key="report")
def password_needed(journey: Journey) -> Claims:
    said = journey.what_is_said
    yield Claim("the code is password-needed", journey.code == "password-needed")
    yield Claim("nothing of it is indexed", not journey.revision.chunks.exists() and not journey.text)
    yield Claim(
        "it is not called a scan, nor damaged", not any(one in said for one in ("No text was found", "damaged"))
    )


# --- turned and cut pages ---


@says("pdf-rotated-arabic-latin", key="note")
def the_same_text_on_four_pages(journey: Journey) -> Claims:
    yield Claim("hits cite four pages", numbers_found(journey, "habibi") == {1, 2, 3, 4})


@says("pdf-mediabox-negative-origin", key="note")
def the_origin_is_off(journey: Journey) -> Claims:
    at = journey.text.index("dimanche")
    rects = rects_of(journey, 1, at, at + len("dimanche"))
    yield Claim(
        "the word is marked inside the picture", bool(rects) and all(0 < one < 1 for rect in rects for one in rect)
    )


@says("pdf-cropbox-two-column-poems", key="note")
def verses_stay_whole(journey: Journey) -> Claims:
    text = collapsed(journey.page_text(1))
    yield Claim("lines of one verse follow each other", collapsed("Er hat den Knaben wohl in dem Arm") in text)


@says("pdf-grid-rotate-crop", key="must_not_highlight")
def outside_of_the_crop_box(journey: Journey) -> Claims:
    word = "HIDDENOUTSIDECROP"
    at = journey.text.find(word)
    rects = rects_of(journey, 1, at, at + len(word)) if at >= 0 else []
    yield Claim(
        f"nothing is marked outside of the picture: {rects}", all(0 <= one <= 1 for rect in rects for one in rect)
    )
    if at >= 0:
        opened = seen(journey.door.passage_page(journey.door.cite(journey.revision, word)))
        yield Claim("it is said why", "outside the visible part" in opened)


# --- letters ---


@says("pdf-ligatures", key="rule")
def ligatures_are_found(journey: Journey) -> Claims:
    for query in ("ffi", "abcdef"):
        marked = [one for hit in journey.hits(query) for one in hit["excerpt"]["segments"] if one["marked"]]
        yield Claim(f"{query} is found", bool(journey.hits(query)))
        right = all(one["text"] == journey.text[one["start"] : one["end"]] for one in marked)
        yield Claim(f"what is marked for {query} is a slice: {[one['text'] for one in marked]}", right)
    yield Claim(
        "the letters are taken apart",
        "ffi" in journey.text and not {*map(chr, range(0xFB00, 0xFB05))} & set(journey.text),
    )


@says("pdf-soft-hyphen-optional", key="rule")
def a_word_with_soft_hyphens(journey: Journey) -> Claims:
    yield Claim("optionalhyphen is found on page 1", 1 in numbers_found(journey, "optionalhyphen"))


@says("pdf-crosspage-hyphenated-word", key="note")
def a_word_broken_by_the_page(journey: Journey) -> Claims:
    found = journey.hits("embankment would need reconstruction before winter")
    both = [hit for hit in found if {page["number"] for page in hit["citation"]["pages"]} == {1, 2}]
    yield Claim("it is cited to both pages", bool(both))


@says("pdf-old-hungarian-astral", key="rule")
def letters_beyond_the_first_plane(journey: Journey) -> Claims:
    astral = sum(ord(one) > 0xFFFF for one in journey.text)
    yield Claim(f"{astral} astral code points", astral == 108)
    yield Claim("UTF-16 is as much longer", len(journey.text.encode("utf-16-le")) // 2 - len(journey.text) == 108)
    marked = [one for _, hit in journey.asked for one in hit["excerpt"]["segments"] if one["marked"]]
    yield Claim("a mark is a slice", all(one["text"] == journey.text[one["start"] : one["end"]] for one in marked))


@says("pdf-nul-1", key="rule")
def no_nul(journey: Journey) -> Claims:
    yield Claim("no U+0000", "\0" not in journey.text)
    yield Claim("DEFGHI is found", bool(journey.hits("DEFGHIJKLMNOPQRSTUVWXYZ")))
    yield Claim("by its beginning too", bool(journey.hits("DEFGHI")))


@says("pdf-nul-1", key="note")
def nul_before_every_letter(journey: Journey) -> Claims:
    yield Claim("the letters stand together", "DEFGHIJKLMNOPQRSTUVWXYZ" in journey.text)


@says("pdf-japanese-vertical", key="note")
def vertical_writing(journey: Journey) -> Claims:
    letters = len(collapsed(journey.text))
    yield Claim(f"no letter of {letters} is lost", letters >= 250)


@says("pdf-duplicate-page-text", key="rule")
def both_pages_are_found(journey: Journey) -> Claims:
    yield Claim("hits cite page 1 and page 2", {1, 2} <= numbers_found(journey, "20,000 bottles of water"))
    yield Claim("each page has its span", [span.number for span in journey.revision.spans] == [1, 2])


# --- scans ---


@says("pdf-scan-1p", key="report")
def it_is_a_scan(journey: Journey) -> Claims:
    if journey.outcome == "indexed":
        yield Claim("text recognition has read it", journey.pages_by_ocr == {1})
    else:
        yield Claim("the code is no-text", journey.code == "no-text")
        yield Claim("text recognition is offered", "text recognition" in journey.what_is_said.lower())


@says("pdf-scan-1p", key="note")
def what_ocr_should_read(journey: Journey) -> Claims:
    return ()  # `ocr_must_contain` has the words


@says("pdf-mixed-scan-3p", key="report")
def one_page_is_a_scan(journey: Journey) -> Claims:
    sources = journey.revision.page_sources or []
    yield Claim(
        f"only page 2 is not of the text layer: {sources}",
        [one == "text layer" for one in sources] == [True, False, True],
    )
    pages = seen(journey.door.document_pages(journey.stored)["document-pages"])
    is_said = "text recognition" in pages if journey.pages_by_ocr else "without text" in journey.what_is_said
    yield Claim("it is said", is_said)


@says("pdf-garbage-type3", key="report")
def the_text_layer_is_rubbish(journey: Journey) -> Claims:
    yield Claim("nothing is taken from it", "text layer" not in (journey.revision.page_sources or []))
    yield Claim("it is treated as a scan", journey.code == "no-text" or journey.pages_by_ocr == {1})
    yield Claim("it is said", "unusable" in journey.what_is_said)


# --- forms, annotations, attachments ---


@says("pdf-acroform-values", key="rule")
def what_is_filled_in_is_read(journey: Journey) -> Claims:
    yield Claim("a value of a field is text", "TIKA-1226" in journey.text)


@says("pdf-freetext-only-page", key="rule")
def a_page_with_a_remark_only(journey: Journey) -> Claims:
    yield Claim("page 3 stays page 3", 3 in numbers_found(journey, "Report section after the reviewer note"))
    yield Claim("page 2 is not called a scan", "scan" not in journey.what_is_said.lower())
    yield Claim("there are three pages", journey.revision.page_count == 3)


@says("pdf-javascript-attachment", key="rule")
def nothing_runs(journey: Journey) -> Claims:
    for name in ("document-file", "document-original"):
        answer = journey.door.original_headers(journey.stored, name)
        yield Claim(f"{name} is sandboxed", answer["Content-Security-Policy"].startswith("sandbox"))
        yield Claim(f"{name} is what it says", answer["X-Content-Type-Options"] == "nosniff")
        yield Claim(f"{name} is no page", not answer["Content-Type"].startswith("text/html"))
    yield Claim("the attachment's markup is no text", "<script" not in journey.text)


# --- damaged ---


@says("pdf-page-tree-loop-real", key="report")
def a_circle_of_pages(journey: Journey) -> Claims:
    yield Claim(
        "page 1 is found, or a code says why not", bool(journey.code) or 1 in numbers_found(journey, "Testcase")
    )
    yield Claim("what is lacking is said", journey.is_said_to_be_lacking)


@says("pdf-huge-count", key="report")
def it_says_to_have_billions_of_pages(journey: Journey) -> Claims:
    yield Claim("they are not believed", (journey.revision.page_count or 0) <= 1)
    yield Claim(f"it takes {journey.peak_bytes / 2**20:.0f} MB", journey.peak_bytes < 500 * 2**20)


@says("pdf-not-a-pdf", key="report")
def it_is_no_pdf(journey: Journey) -> Claims:
    yield Claim("the code is damaged, or its type is not known", journey.code in ("damaged", "unsupported-type"))
    yield Claim("nothing of it is text", journey.document is None or not journey.text)


@says("pdf-print-ticket-header", key="rule")
def bytes_before_the_header(journey: Journey) -> Claims:
    yield Claim("it is a PDF", journey.revision.media_type == "application/pdf")


@says("pdf-truncated-half", key="report")
def half_of_it_is_missing(journey: Journey) -> Claims:
    yield Claim("it is said to be damaged", "damaged" in journey.what_is_said)
    yield Claim("it is finished", journey.outcome in ("refused", "indexed", "no-text", "failed"))


@says("pdf-zero-pages", key="report")
def it_has_no_pages(journey: Journey) -> Claims:
    yield Claim("it is refused, or has failed", journey.outcome in ("refused", "failed"))
    detail = journey.revision.failure_detail if journey.document else journey.what_is_said
    yield Claim(f"the reason is named: {detail}", "no pages" in detail.lower() or "no page" in detail.lower())


@says("pdf-bomb-flate", key="rule")
def it_inflates(journey: Journey) -> Claims:
    yield Claim("it is read, or stopped by a code", journey.outcome == "indexed" or bool(journey.code))
    yield Claim(
        "no page is made up", (journey.revision.page_count or 0) <= 1 and PAGE_SEPARATOR not in journey.text.strip()
    )


@says("pdf-two-column-simple", key="rule")
def both_columns_are_there(journey: Journey) -> Claims:
    words = ("Left", "column", "ferry", "northern", "pier", "dusk", "Right", "bakery")
    yield Claim("every word of both columns is text", all(word in journey.text for word in words))

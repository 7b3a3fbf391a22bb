"""The sentences of the cases about names of files, and about types that a name does not tell."""

from __future__ import annotations

import html
import unicodedata
from email.message import Message
from urllib.parse import unquote

from tests.end_to_end.journeys.door import seen
from tests.end_to_end.journeys.journey import Claim, Claims, Journey
from tests.end_to_end.journeys.sayings import says

PDF = "application/pdf"


def shown(journey: Journey) -> str:
    """The name as the document's pages show it."""
    return journey.revision.uploaded_name


def saved_as(journey: Journey) -> str:
    """The name under which a browser saves the original."""
    header = journey.door.original_headers(journey.stored)["Content-Disposition"]
    message = Message()
    message["Content-Disposition"] = header
    given = message.get_filename() or ""
    return unquote(given)


def is_kept_apart(journey: Journey) -> Claims:
    """The file lies under a name that the product made; the sender's is only shown."""
    stored = journey.revision.file.name
    yield Claim(f"it is stored as {stored}", stored.startswith("originals/") and stored.rsplit("/", 1)[-1].isalnum())
    yield Claim(f"it is saved as {saved_as(journey)}", saved_as(journey) == shown(journey))
    yield Claim(
        "its name is told as text",
        shown(journey) in seen(journey.door.document_pages(journey.stored)["document-revisions"]),
    )


@says("filename-01", key="rule")
def path_traversal(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    yield Claim(f"shown: {shown(journey)}", shown(journey) in ("passwd.pdf", journey.case["upload_as"]))


@says("filename-02", key="rule")
def backslashes(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    yield Claim(f"shown: {shown(journey)}", shown(journey) in ("x.pdf", journey.case["upload_as"]))


@says("filename-03", key="rule")
def quotes_and_markup(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    pages = list(journey.door.document_pages(journey.stored).values())
    yield Claim("markup is never sent as markup", not any("<b>bold</b>" in page for page in pages))
    # What stands before the last slash is a path, and a path is never part of a name.
    title = journey.stored.title
    yield Claim(f"what is left is shown literally: {title}", all(html.escape(title) in page for page in pages))
    header = journey.door.original_headers(journey.stored)["Content-Disposition"]
    yield Claim(f"the header is one: {header}", header.startswith("attachment") and "\n" not in header)


@says("filename-05", key="rule")
def right_to_left(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    told = shown(journey) + journey.stored.title + saved_as(journey)
    yield Claim("nothing turns the name round", not {"\u202e", "\u202d", "\u2066", "\u2067"} & set(told))


@says("filename-07", key="rule")
def very_long(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    yield Claim("it is shortened, and keeps its ending", len(shown(journey)) <= 255 and shown(journey).endswith(".pdf"))


@says("filename-09", key="rule")
def decomposed(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    yield Claim("it is kept composed", shown(journey) == unicodedata.normalize("NFC", journey.case["upload_as"]))
    for asked in ("résumé", "re\u0301sume\u0301"):
        listed = journey.door.page("/library/", {"q": asked})
        yield Claim(f"{asked!r} finds it in the library", f'href="/documents/{journey.stored.pk}/' in listed)


@says("filename-10", key="rule")
def only_an_ending(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    yield Claim(f"it has a title: {journey.stored.title!r}", bool(journey.stored.title.strip()))


@says("filename-11", key="rule")
def reserved(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)


@says("filename-13", key="rule")
def upper_case(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    yield Claim("it is a PDF", journey.revision.media_type == PDF)


@says("filename-14", key="rule")
def without_ending(journey: Journey) -> Claims:
    yield from is_kept_apart(journey)
    yield Claim("its content says what it is", journey.revision.media_type == PDF)


@says("wrong-ext-pdf-as-txt", key="rule")
def a_pdf_called_text(journey: Journey) -> Claims:
    yield Claim("it is read as a PDF, or refused", journey.document is None or journey.revision.media_type == PDF)
    yield Claim("with its pages", journey.document is None or journey.revision.page_count == 4)


@says("wrong-ext-txt-as-pdf", "wrong-ext-html-as-docx", key="rule")
def another_type_than_the_name_says(journey: Journey) -> Claims:
    if journey.document is None:
        yield Claim("it is refused in words", bool(journey.code) and journey.arrival.status in (400, 415))
        return
    kind = {"wrong-ext-txt-as-pdf": ("text/plain", "Text"), "wrong-ext-html-as-docx": ("text/html", "HTML")}
    media_type, word = kind[journey.case["id"]]
    yield Claim(f"it is read as {word}", journey.revision.media_type == media_type)
    yield Claim("without pages", journey.revision.page_count is None)
    yield Claim(f"it is called {word}, whatever its name says", word in journey.what_is_said)
    answer = journey.door.original_headers(journey.stored)
    is_attachment = answer["Content-Disposition"].startswith("attachment")
    is_guarded = answer["X-Content-Type-Options"] == "nosniff" and answer["Content-Security-Policy"].startswith(
        "sandbox"
    )
    yield Claim("no script of it is served", is_attachment and is_guarded)

"""A window must say exactly what the whole text would say."""

import pytest

from documents.models import Revision
from documents.text import Place, TextSpan, build_citation
from search.models import Chunk
from search.windows import AROUND, whole_window, windows
from tests.factories import DOCX, index, make_document

pytestmark = pytest.mark.usefixtures("index_db")


def test_a_citation_from_a_window_is_that_from_the_whole_text() -> None:
    paged = make_document(
        pages=[f"Page {n}: é👩‍👧 " + "some words here. " * 50 for n in range(20)], labels=[*"abcdefghijklmnopqrst"]
    )
    text = "\n".join(f"{n} Heading\nBody of it. " + "More of it. " * 30 for n in range(10))
    starts = [text.index(f"{n} Heading") for n in range(10)]
    ends = [*starts[1:], len(text)]
    places = [Place("heading", str(n), *both) for n, both in enumerate(zip(starts, ends, strict=True))]
    plain = make_document(text=text, places=places, media_type=DOCX)
    index(paged, plain)
    cut = windows(Chunk.objects.values_list("pk", flat=True))
    assert len(cut) == Chunk.objects.count() > 10
    for chunk in Chunk.objects.select_related("document"):
        revision = Revision.objects.with_text().get(pk=chunk.revision_id)
        window = cut[chunk.pk]
        expected = build_citation(
            document_id=chunk.document_id,
            title=chunk.document.title,
            revision_number=1,
            text_sha256=revision.text_sha256,
            text=revision.text or "",
            span=chunk.span,
            page_spans=revision.spans,
            page_count=revision.page_count,
            page_labels=revision.page_labels,
            places=revision.place_values,
            url="u",
        )
        assert window.cite(chunk.document, revision, chunk.span, "u") == expected
        whole = whole_window(revision)
        mark = TextSpan(chunk.start + 1, chunk.start + 4)
        assert window.excerpt(chunk.span, [mark], 30) == whole.excerpt(chunk.span, [mark], 30)


def test_a_window_is_the_chunk_and_a_little_more() -> None:
    document = make_document(text="word " * 20_000)
    index(document)
    chunk = Chunk.objects.order_by("start")[5]
    window = windows([chunk.pk])[chunk.pk]
    assert window.offset == chunk.start - AROUND
    assert len(window.text) == chunk.end - chunk.start + 2 * AROUND


def test_a_chunk_that_is_gone_has_no_window() -> None:
    assert windows([1, 2**40]) == {}


def test_where_only_pages_are_wanted_no_text_is_cut() -> None:
    index(make_document(pages=[f"Page {n}. " + "Some words here. " * 60 for n in range(6)], labels=[*"abcdef"]))
    first, second, *_ = Chunk.objects.order_by("pk").values_list("pk", flat=True)
    whole = windows([first, second])
    cut = windows([first], pages_only=[second])
    assert cut[first] == whole[first]
    assert whole[second].text
    assert cut[second].text == ""
    assert (cut[second].pages, cut[second].page_labels) == (whole[second].pages, whole[second].page_labels)
    assert windows([first, second], pages_only=[second]) == whole

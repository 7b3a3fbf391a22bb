"""Scans of the corpus, read by the engine that is installed here. The corpus is what PINCITE_CORPUS names."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile

from documents import services
from documents.models import Revision
from documents.ocr.engines import available_engines
from documents.services.pictures import page_marks
from documents.services.upkeep import page_metadata_problems
from tests.corpus import case_parameters, corpus_file, needs_corpus
from tests.documents.picture_files import span_of
from tests.factories import make_collection, make_user

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long,
    needs_corpus,
    pytest.mark.skipif(not available_engines(), reason="no engine is installed"),
]


def expected(case: dict[str, Any]) -> dict[int, list[str]]:
    """By page number, what recognition must read there."""
    told = case["expect"]["ocr_must_contain"]
    pages = told if isinstance(told, dict) else {"1": told}
    return {int(page): [words] if isinstance(words, str) else words for page, words in pages.items()}


@pytest.mark.parametrize("case", case_parameters(lambda case: "ocr_must_contain" in case["expect"]))
def test_a_scan_of_the_corpus_is_read_and_its_words_are_placed(
    case: dict[str, Any], settings: Any, tmp_path: Any
) -> None:
    settings.PICTURES_ROOT, settings.OCR_ENGINE = str(tmp_path / "pictures"), "rapidocr"
    settings.OCR_SECONDS = settings.OCR_SLICE_SECONDS = 600
    content = ContentFile(corpus_file(case["file"]).read_bytes())
    document = services.receive_file(collection=make_collection(), file=content, name="a.pdf", actor=None).document
    services.extract_revision(document.revisions.get().pk)
    services.recognize_text(document=document, actor=make_user())
    services.extract_revision(document.revisions.latest("number").pk)

    revision = Revision.objects.with_text().get(document=document, ocr_wanted=True)
    assert page_metadata_problems(revision) == []
    layered = set(case["expect"]["pages_with_text"])
    for number, source in enumerate(revision.page_sources, start=1):
        assert source == ("text layer" if number in layered else "OCR")
    for number, phrases in expected(case).items():
        page = next(span for span in revision.spans if span.number == number)
        text = (revision.text or "")[page.start : page.end]
        for words in phrases:
            assert words in " ".join(text.split())
            (rects,) = page_marks(revision, number, [span_of(revision, words.split()[0])]).rects
            assert rects

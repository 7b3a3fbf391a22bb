"""The list of formats: each is a module that loads its own libraries only."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from documents.extractors import media_types
from documents.extractors.failures import FAILURES, ExtractionFailure
from documents.extractors.registry import FORMATS, advice_on, extract

from .limits import ROOMY

HEAVY = {"django", "pypdf", "pypdfium2_raw", "lxml", "docx", "selectolax", "markdown_it", "charset_normalizer", "numpy"}


@pytest.mark.parametrize("media_type", FORMATS)
def test_every_module_extracts(media_type: str) -> None:
    assert callable(import_module(FORMATS[media_type].module).extract)


def test_every_media_type_has_exactly_one_module() -> None:
    known = [value for name, value in vars(media_types).items() if name.isupper()]
    assert sorted(known) == sorted(FORMATS)
    assert all(media_type == form.media_type for media_type, form in FORMATS.items())


def test_names_are_given_once() -> None:
    short_names = [form.short_name for form in FORMATS.values()]
    suffixes = [suffix for form in FORMATS.values() for suffix in form.suffixes]
    words = [form.word for form in FORMATS.values()]
    for names in (short_names, suffixes, words):
        assert len(set(names)) == len(names)
    assert all(suffix == suffix.casefold() and suffix.startswith(".") for suffix in suffixes)


def test_only_a_pdf_without_text_may_be_a_scan() -> None:
    assert "scan" in advice_on("no-text", media_types.PDF)
    for media_type in (media_types.DOCX, media_types.HTML, media_types.MARKDOWN, media_types.PLAIN):
        assert "scan" not in advice_on("no-text", media_type)
        assert advice_on("no-text", media_type).endswith(".")
        assert advice_on("damaged", media_type) == FAILURES["damaged"].advice
    assert advice_on("no-text", "x/unheard-of") == FAILURES["no-text"].advice
    assert advice_on("", media_types.PDF) == ""


def test_an_unknown_type_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExtractionFailure, match="unsupported-type: image/png"):
        extract(tmp_path / "x", "image/png", ROOMY)


@pytest.mark.parametrize(
    ("module", "needed"),
    [
        ("child", set()),
        ("sandbox", set()),
        ("pdf", {"pypdfium2_raw"}),
        ("docx", {"lxml"}),
        ("pptx", {"lxml"}),
        ("xlsx", {"lxml"}),
        ("odt", {"lxml"}),
        ("ods", {"lxml"}),
        ("odp", {"lxml"}),
        ("html", {"selectolax"}),
        ("markdown", {"markdown_it"}),
        ("plain", set()),
        ("separated", set()),
        ("eml", set()),
        ("epub", {"lxml", "selectolax"}),
    ],
)
def test_a_child_loads_only_what_its_format_needs(module: str, needed: set[str]) -> None:
    code = f"import sys, documents.extractors.{module}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert HEAVY & set(loaded) == needed

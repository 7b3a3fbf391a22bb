"""The list of formats: each is a module that loads its own libraries only."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from documents.extractors import media_types
from documents.extractors.failures import ExtractionFailure
from documents.extractors.registry import EXTRACTORS, extract

from .limits import ROOMY

HEAVY = {"django", "pypdf", "pypdfium2_raw", "lxml", "docx", "selectolax", "markdown_it", "charset_normalizer", "numpy"}


@pytest.mark.parametrize(("media_type", "module"), EXTRACTORS)
def test_every_module_extracts(media_type: str, module: str) -> None:
    assert callable(import_module(module).extract)


def test_every_media_type_has_exactly_one_module() -> None:
    known = [value for name, value in vars(media_types).items() if name.isupper()]
    assert sorted(known) == sorted(media_type for media_type, _ in EXTRACTORS)


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

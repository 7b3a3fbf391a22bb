"""Which engine reads."""

import importlib.metadata
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from documents.ocr.engines import Engine, OcrUnavailable, available_engines, engine_for

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a program of that name, that speaks so, on an otherwise empty PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)

    def program(languages: str = "eng osd", version: str = "tesseract 5.3.0", status: int = 0) -> Path:
        lines = "\\n".join(languages.split())
        path = folder / "tesseract"
        path.write_text(
            "#!/bin/sh\n"
            f'case "$1" in --version) echo "{version}";; *) printf "List of languages (2):\\n{lines}\\n";; esac\n'
            f"exit {status}\n"
        )
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return program


RAPIDOCR = Engine("rapidocr", importlib.metadata.version("rapidocr"), "eng+deu")


def test_without_tesseract_rapidocr_reads(install: Install) -> None:
    assert available_engines() == ("rapidocr",)
    assert engine_for("auto", "eng+deu") == RAPIDOCR


def test_tesseract_is_asked_for_its_version_and_languages(install: Install) -> None:
    program = install("eng deu osd")
    assert engine_for("tesseract", "eng+deu") == Engine("tesseract", "5.3.0", "eng+deu", str(program))


def test_an_engine_that_is_asked_for_by_name_is_never_replaced(install: Install) -> None:
    with pytest.raises(OcrUnavailable) as caught:
        engine_for("tesseract", "eng")
    assert caught.value.code == "ocr-engine-missing"
    install("eng")
    with pytest.raises(OcrUnavailable) as caught:
        engine_for("tesseract", "eng+deu")
    assert (caught.value.code, caught.value.detail) == ("ocr-languages-missing", "tesseract lacks deu")


def test_one_that_does_not_run_is_not_there(install: Install) -> None:
    install(status=1)
    assert available_engines() == ("rapidocr",)


def test_a_language_that_nobody_reads_is_named(install: Install) -> None:
    install("eng")
    with pytest.raises(OcrUnavailable) as caught:
        engine_for("auto", "eng+rus")
    assert (caught.value.code, caught.value.sentence.endswith(".")) == ("ocr-languages-missing", True)
    assert "rapidocr lacks rus" in caught.value.detail


def test_a_language_that_only_tesseract_reads_goes_to_it(install: Install) -> None:
    install("eng rus")
    assert engine_for("auto", "rus").name == "tesseract"


@pytest.mark.parametrize("languages", ["", "eng+", "-c", "eng deu", "../eng", "eng\n", "e", "eng+--help"])
def test_what_is_no_list_of_languages_never_reaches_a_command(languages: str) -> None:
    with pytest.raises(OcrUnavailable) as caught:
        engine_for("auto", languages)
    assert caught.value.code == "ocr-languages-missing"


def test_a_name_that_is_no_engine_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no engine"):
        engine_for("abbyy", "eng")

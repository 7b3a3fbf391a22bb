"""Which engine reads: what is installed here, and for which languages."""

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from documents.extractors.failures import gettext_noop
from documents.ocr.rapidocr_languages import READ_BY_RAPIDOCR

AUTO, RAPIDOCR, TESSERACT = "auto", "rapidocr", "tesseract"

_LANGUAGES = re.compile(r"[a-z]{3}(_[a-z]{2,8}){0,2}(\+[a-z]{3}(_[a-z]{2,8}){0,2}){0,15}", re.IGNORECASE)
_VERSION = re.compile(r"^tesseract v?([0-9][^\s]{0,40})", re.MULTILINE)
_ASK_SECONDS = 20
_NOT_LANGUAGES = frozenset({"osd", "equ"})


class OcrUnavailable(Exception):  # noqa: N818 - a state of this installation, not an error of the program
    """No engine can read what is asked, by a stable code; `sentence` is for people, `detail` for staff."""

    def __init__(self, code: str, sentence: str, detail: str = "") -> None:
        super().__init__(code, sentence, detail)
        self.code = code
        self.sentence = sentence
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Engine:
    """What reads, and for which languages; `program` and `data` are where Tesseract and its data are."""

    name: str
    version: str
    languages: str
    program: str = ""
    data: str = ""


def available_engines() -> tuple[str, ...]:
    """The names of the engines that are installed here, the one that `auto` prefers first."""
    return tuple(_installed())


def engine_for(asked: str, languages: str) -> Engine:
    """The engine that reads these languages.

    OcrUnavailable: `ocr-engine-missing` or `ocr-languages-missing`. ValueError for a name that is no engine's.
    `auto` is Tesseract where it has the languages (it is the faster one), else RapidOCR.
    """
    if asked not in {AUTO, RAPIDOCR, TESSERACT}:
        raise ValueError(f"no engine is called {asked!r}")
    wanted = _wanted(languages)
    for name in _installed():
        if asked in {AUTO, name} and not (wanted - _languages_of(name)):
            return _engine(name, languages)
    raise _why_none(asked, wanted)


def _installed() -> Iterator[str]:
    if _tesseract() is not None:
        yield TESSERACT
    if importlib.util.find_spec("rapidocr") is not None:
        yield RAPIDOCR


def _wanted(languages: str) -> frozenset[str]:
    """Also what keeps a setting from being taken for an option of a command."""
    if not _LANGUAGES.fullmatch(languages):
        raise OcrUnavailable(
            "ocr-languages-missing",
            gettext_noop("The languages of text recognition are not written as in eng+deu."),
            f"languages: {languages[:100]!r}",
        )
    return frozenset(languages.split("+"))


def _languages_of(name: str) -> frozenset[str]:
    if name == RAPIDOCR:
        return READ_BY_RAPIDOCR
    found = _tesseract()
    return found.languages if found else frozenset()


def _engine(name: str, languages: str) -> Engine:
    if name == RAPIDOCR:
        return Engine(RAPIDOCR, importlib.metadata.version("rapidocr"), languages)
    found = _tesseract()
    assert found is not None
    return Engine(TESSERACT, found.version, languages, found.program, found.data)


def _why_none(asked: str, wanted: frozenset[str]) -> OcrUnavailable:
    here = [name for name in _installed() if asked in {AUTO, name}]
    if not here:
        return OcrUnavailable(
            "ocr-engine-missing",
            gettext_noop("Text recognition is not installed here."),
            f"asked for {asked}, installed: {', '.join(_installed()) or 'none'}",
        )
    lacking = "; ".join(f"{name} lacks {', '.join(sorted(wanted - _languages_of(name)))}" for name in here)
    return OcrUnavailable(
        "ocr-languages-missing",
        gettext_noop("Text recognition here cannot read all of the languages that the settings ask for."),
        lacking,
    )


@dataclass(frozen=True, slots=True)
class _Tesseract:
    program: str
    version: str
    languages: frozenset[str]
    data: str


def _tesseract() -> _Tesseract | None:
    """None where it is not there, or does not run."""
    program = shutil.which("tesseract")
    return _ask_tesseract(str(Path(program).absolute()), os.environ.get("TESSDATA_PREFIX", "")) if program else None


@cache
def _ask_tesseract(program: str, data: str) -> _Tesseract | None:
    """Once a process: what is installed does not change under it."""
    environment = {"PATH": os.defpath, "LC_ALL": "C.UTF-8"} | ({"TESSDATA_PREFIX": data} if data else {})
    answers = []
    for question in ("--version", "--list-langs"):
        try:
            asked = subprocess.run(
                [program, question],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=_ASK_SECONDS,
                env=environment,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        answers.append(asked.stdout.decode(errors="replace"))
    version = _VERSION.search(answers[0])
    names = frozenset(line.strip() for line in answers[1].splitlines()[1:]) - _NOT_LANGUAGES - {""}
    return _Tesseract(program, version[1] if version else "unknown", names, data)

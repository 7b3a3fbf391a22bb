"""A password reaches the reader that asks for it, through a pipe, and stays nowhere else."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from documents.extractors import passwords, sandbox
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import DOCX, ENCRYPTED_OFFICE, PDF, PLAIN
from documents.extractors.passwords import PasswordNotNeeded

from .conftest import Read
from .docx_files import make_docx, paragraph
from .limits import ROOMY
from .locked_files import locked_docx, locked_office, locked_pdf
from .office_files import make_pptx, make_xlsx, shape, sheet, slide
from .pdf_files import make_pdf

CELL = '<x:row><x:c t="inlineStr"><x:is><x:t>some words</x:t></x:is></x:c></x:row>'
PASSWORD = "Kräne-im-Häfen-7"


def failure(read: Read, data: bytes, media_type: str, password: str | None) -> str:
    with (
        pytest.raises(ExtractionFailure) as caught,
        nullcontext() if password is None else passwords.given(password),
    ):
        read(data, media_type)
    return caught.value.code


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"])
@pytest.mark.parametrize("password", ["for readers", "for owners"])
def test_either_password_of_a_pdf_opens_it(read: Read, algorithm: str, password: str) -> None:
    data = locked_pdf("for readers", "one", "two", owner="for owners", algorithm=algorithm)
    with passwords.given(password):
        outcome = read(data, PDF)
    assert [page.text for page in outcome.pages or ()] == ["one", "two"]
    assert outcome.page_problems == (None, None)


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_a_password_that_is_not_ascii_opens_a_pdf(read: Read, algorithm: str) -> None:
    with passwords.given(PASSWORD):
        outcome = read(locked_pdf(PASSWORD, "one", algorithm=algorithm), PDF)
    assert [page.text for page in outcome.pages or ()] == ["one"]


def test_pypdf_is_given_the_password_too(read: Read) -> None:
    with passwords.given(PASSWORD):
        outcome = read(locked_pdf(PASSWORD, "one", "two", label_prefix="A-"), PDF)
    assert outcome.page_labels == ("A-1", "A-2")


@pytest.mark.parametrize(("password", "code"), [(None, "password-needed"), ("guess", "wrong-password")])
def test_a_locked_file_says_why_it_stays_so(read: Read, password: str | None, code: str) -> None:
    assert failure(read, locked_pdf(PASSWORD, "one"), PDF, password) == code
    assert failure(read, locked_docx(PASSWORD, "one"), ENCRYPTED_OFFICE, password) == code


@pytest.mark.parametrize("data", [make_pdf("one"), locked_pdf("", "one", owner="for owners")])
def test_a_pdf_that_opens_without_one_does_not_want_it(read: Read, data: bytes) -> None:
    with pytest.raises(PasswordNotNeeded), passwords.given(PASSWORD):
        read(data, PDF)


def test_what_asks_for_none_does_not_want_it(read: Read) -> None:
    with pytest.raises(PasswordNotNeeded), passwords.given(PASSWORD):
        read(make_docx(paragraph("one")), DOCX)


@pytest.mark.parametrize(
    "data",
    [make_docx(paragraph("some words")), make_pptx(slide(shape("some words"))), make_xlsx([("Q3", sheet(CELL))])],
)
def test_a_locked_office_file_is_read_as_what_it_is_and_has_no_pages(read: Read, data: bytes) -> None:
    with passwords.given(PASSWORD):
        outcome = read(locked_office(PASSWORD, data), ENCRYPTED_OFFICE)
    assert "some words" in outcome.text
    assert (outcome.media_type, outcome.pages, outcome.page_extractors) == (ENCRYPTED_OFFICE, None, None)


def test_a_password_composed_otherwise_is_the_same(read: Read) -> None:
    decomposed = PASSWORD.replace("ä", "a\u0308")
    with passwords.given(decomposed):
        assert "one" in read(locked_docx(PASSWORD, "one"), ENCRYPTED_OFFICE).text


def test_one_that_is_too_large_inside_is_not_decrypted(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(locked_docx(PASSWORD, "one"))
    from documents.extractors.encrypted_office import extract

    with pytest.raises(ExtractionFailure) as caught, passwords.given(PASSWORD):
        extract(path, Limits(seconds=60, memory_bytes=4096, output_bytes=1 << 20))
    assert caught.value.code == "too-much-memory"


@pytest.mark.parametrize("cut", [600, 5000, 12000])
def test_a_locked_file_that_was_cut_off_is_damaged(read: Read, cut: int) -> None:
    assert failure(read, locked_docx(PASSWORD, "one")[:cut], ENCRYPTED_OFFICE, PASSWORD) == "damaged"


def test_an_encrypted_file_inside_is_not_opened_again(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    from documents.extractors import encrypted_office

    monkeypatch.setattr(encrypted_office, "sniff_media_type", lambda *_: ENCRYPTED_OFFICE)
    assert failure(read, locked_docx(PASSWORD, "one"), ENCRYPTED_OFFICE, PASSWORD) == "damaged"


class TestInTheChild:
    """The same through the confined process."""

    def read(self, path: Path, data: bytes, media_type: str, password: str) -> str:
        path.write_bytes(data)
        outcome = sandbox.extract_with_password(path, media_type, ROOMY, password)
        return outcome.pages[0].text if outcome.pages else outcome.text

    def test_it_opens_a_pdf_and_an_office_file(self, tmp_path: Path) -> None:
        path = tmp_path / "upload"
        assert self.read(path, locked_pdf(PASSWORD, "one"), PDF, PASSWORD) == "one"
        assert "one" in self.read(path, locked_docx(PASSWORD, "one"), ENCRYPTED_OFFICE, PASSWORD)

    def test_a_wrong_one_comes_back_as_such(self, tmp_path: Path) -> None:
        with pytest.raises(ExtractionFailure) as caught:
            self.read(tmp_path / "upload", locked_pdf(PASSWORD, "one"), PDF, "guess")
        assert caught.value.code == "wrong-password"
        assert PASSWORD not in str(caught.value)

    @pytest.mark.parametrize(("data", "media_type"), [(make_pdf("one"), PDF), (b"Some text.", PLAIN)])
    def test_one_that_is_not_needed_comes_back_as_such(self, data: bytes, media_type: str, tmp_path: Path) -> None:
        with pytest.raises(PasswordNotNeeded):
            self.read(tmp_path / "upload", data, media_type, PASSWORD)

    def test_neither_arguments_nor_environment_have_it(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        started: list[object] = []
        start = sandbox.subprocess.Popen

        def note(*args: object, **kwargs: object) -> object:
            started.append((args, kwargs["env"]))
            return start(*args, **kwargs)  # type: ignore[call-overload]

        monkeypatch.setattr(sandbox.subprocess, "Popen", note)
        self.read(tmp_path / "upload", locked_pdf(PASSWORD, "one"), PDF, PASSWORD)
        assert started
        assert PASSWORD not in repr(started)

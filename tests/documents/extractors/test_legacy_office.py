"""Older Office files: whatever LibreOffice does costs that process only, and nothing of it stays."""

import os
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from documents.extractors import office_profile
from documents.extractors.failures import ExtractionFailure
from documents.extractors.legacy_office import converted
from documents.extractors.limits import Limits
from documents.extractors.media_types import DOC, PPT, XLS
from documents.extractors.office_program import find_office_program, installation_of, product_of
from documents.extractors.outcome import ExtractedText
from documents.extractors.registry import FORMATS
from documents.extractors.sandbox import extract_confined
from kb_project.local_stack.processes import is_alive
from tests.corpus import corpus_file, needs_corpus

from .docx_files import make_docx, paragraph
from .limits import ROOMY
from .ole_files import ole_file
from .test_legacy_passwords import text_head

SHORT = Limits(seconds=3, memory_bytes=1 << 30, output_bytes=1 << 26)
SMALL = Limits(seconds=30, memory_bytes=1 << 30, output_bytes=1 << 16)

needs_libreoffice = pytest.mark.skipif(
    find_office_program() is None, reason="LibreOffice is not on the PATH, and SOFFICE_BIN does not name it"
)
NAP = str(100_000 + os.getpid())  # seconds; sleepers of other test runs on this machine are not ours


@pytest.fixture
def legacy(tmp_path: Path) -> Path:
    path = tmp_path / "upload"
    path.write_bytes(ole_file(streams={"WordDocument": text_head(0)}))
    return path


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made, and nothing else."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a program that SOFFICE_BIN names; `good.docx` beside it is what it could make."""
    folder = tmp_path / "office"
    folder.mkdir()
    (folder / "good.docx").write_bytes(make_docx(paragraph("The ferry leaves at seven.")))
    monkeypatch.setenv("SOFFICE_BIN", str(folder / "soffice"))
    return folder


def behave(office: Path, *lines: str) -> None:
    program = office / "soffice"
    good = f'cp "{office}/good.docx" made/document.docx'
    program.write_text("\n".join(["#!/bin/sh", *lines]).replace("GOOD", good) + "\n", encoding="utf-8")
    program.chmod(0o755)


def read(legacy: Path, limits: Limits = ROOMY) -> ExtractedText:
    return extract_confined(legacy, DOC, limits)


@pytest.mark.usefixtures("scratch")
def test_what_libreoffice_made_is_read_as_the_file_that_it_was(legacy: Path, office: Path) -> None:
    behave(office, "GOOD")
    outcome = read(legacy)
    assert outcome.text == "The ferry leaves at seven."
    assert (outcome.media_type, outcome.extractor) == (DOC, "LibreOffice + docx")


def test_its_version_is_told_by_its_own_files(office: Path) -> None:
    behave(office)
    (office / "bootstraprc").write_text("[Bootstrap]\nProductKey=LibreOffice 7.4\n", encoding="utf-8")
    assert product_of(office / "soffice") == "LibreOffice 7.4"


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["kill -SEGV $$"], "reader-crashed"),
        (["kill -KILL $$"], "too-much-memory"),
        (["kill -XCPU $$"], "took-too-long"),
        (["exit 0"], "damaged"),
        (["GOOD", "exit 1"], "damaged"),
        ([": > made/document.docx"], "damaged"),
        (["mkdir made/document.docx"], "damaged"),
        (["ln -s ../../../office/good.docx made/document.docx"], "damaged"),
        (["GOOD", "mv made other", "ln -s other made"], "damaged"),
        (["echo nonsense > made/document.docx"], "damaged"),
        (["exit 81"], "damaged"),
    ],
)
@pytest.mark.usefixtures("scratch")
def test_misbehaviour_becomes_its_code(legacy: Path, office: Path, lines: list[str], code: str) -> None:
    behave(office, *lines)
    with pytest.raises(ExtractionFailure) as caught:
        read(legacy)
    assert caught.value.code == code


def test_more_than_may_be_is_cut_off(legacy: Path, office: Path, scratch: Path) -> None:
    behave(office, "yes > made/document.docx")
    with pytest.raises(ExtractionFailure, match="expands-too-much"):
        read(legacy, SMALL)
    assert list(scratch.iterdir()) == []


def test_what_hangs_is_ended_with_all_that_it_started(legacy: Path, office: Path, scratch: Path) -> None:
    behave(office, f"sleep {NAP} &", f"sleep {NAP}")
    with pytest.raises(ExtractionFailure, match="took-too-long"):
        read(legacy, SHORT)
    assert list(scratch.iterdir()) == []
    assert _left_sleeping() == []


@pytest.mark.usefixtures("scratch")
def test_what_it_leaves_running_is_ended(legacy: Path, office: Path) -> None:
    behave(office, f"sleep {NAP} &", "GOOD")
    assert read(legacy).text
    assert _left_sleeping() == []


def _left_sleeping() -> list[psutil.Process]:
    """What was killed needs a moment to die, and is a zombie for as long as nobody asks how it ended."""
    every = psutil.process_iter(["cmdline"])
    sleepers = [one for one in every if (one.info["cmdline"] or [])[1:] == [NAP]]
    until = time.monotonic() + 5
    while any(map(is_alive, sleepers)) and time.monotonic() < until:
        time.sleep(0.02)
    return [one for one in sleepers if is_alive(one)]


def test_nothing_stays_of_what_was_made(legacy: Path, office: Path, scratch: Path) -> None:
    behave(office, "touch left", "GOOD")
    with converted(legacy, DOC, ROOMY) as made:
        assert made.path.is_relative_to(scratch)
        assert (made.path.parent.parent / "left").exists()
        assert 1 <= made.limits.seconds < ROOMY.seconds
    assert list(scratch.iterdir()) == []


@pytest.mark.usefixtures("scratch")
def test_a_first_start_that_only_sets_up_a_home_is_followed_by_another(legacy: Path, office: Path) -> None:
    behave(office, "[ -e started ] || { touch started; exit 81; }", "GOOD")
    assert read(legacy).text == "The ferry leaves at seven."


def test_it_knows_its_own_folder_only(legacy: Path, office: Path, scratch: Path) -> None:
    os.environ["SECRET_OF_THE_WORKER"] = "x"
    try:
        behave(office, "env > told", "pwd >> told", "GOOD")
        with converted(legacy, DOC, ROOMY) as made:
            home = made.path.parent.parent
            told = (home / "told").read_text(encoding="utf-8").splitlines()
    finally:
        del os.environ["SECRET_OF_THE_WORKER"]
    names = {line.partition("=")[0] for line in told[:-1]}
    assert names <= {"HOME", "TMPDIR", "PATH", "LANG", "PWD", "OLDPWD", "SHLVL", "_", "LC_CTYPE"}
    assert f"HOME={home}" in told
    assert told[-1] == str(home)
    assert scratch in home.parents


@pytest.mark.usefixtures("scratch")
def test_its_home_forbids_macros_and_links(legacy: Path, office: Path) -> None:
    behave(office, "GOOD")
    with converted(legacy, DOC, ROOMY) as made:
        profile = made.path.parent.parent / "profile"
        settings = (profile / "user" / "registrymodifications.xcu").read_text(encoding="utf-8")
    for name, value in (("DisableMacrosExecution", "true"), ("BlockUntrustedRefererLinks", "true"), ("Link", "2")):
        assert f'"{name}" oor:op="fuse"><value>{value}<' in settings


def test_its_socket_is_removed_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office_profile, "SOCKETS", tmp_path)
    socket = tmp_path / "OSL_PIPE_SingleOfficeIPC_4512aa8ececc45598e8df9983b83d"
    socket.touch()
    office_profile.remove_socket(Path("/srv/office/profile"))
    assert not socket.exists()


@pytest.mark.parametrize("media_type", [DOC, XLS, PPT])
def test_without_libreoffice_the_worker_says_so(
    legacy: Path, media_type: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOFFICE_BIN", str(tmp_path / "nowhere"))
    with pytest.raises(ExtractionFailure, match=r"legacy-office: .*LibreOffice"):
        extract_confined(legacy, media_type, ROOMY)


def test_a_locked_file_is_not_tried(office: Path, tmp_path: Path) -> None:
    behave(office, "GOOD")
    path = tmp_path / "locked"
    path.write_bytes(ole_file(streams={"WordDocument": text_head(0x0100)}))
    with pytest.raises(ExtractionFailure, match="password-needed"):
        read(path)


def test_the_program_is_found_by_the_setting_then_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "suite" / "program" / "soffice"
    program.parent.mkdir(parents=True)
    for name in ("soffice", "soffice.bin"):
        (program.parent / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (program.parent / name).chmod(0o755)
    (tmp_path / "libreoffice").symlink_to(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SOFFICE_BIN", raising=False)
    found = find_office_program()
    assert found == program.with_name("soffice.bin")
    assert installation_of(found) == tmp_path / "suite"
    monkeypatch.setenv("PATH", str(tmp_path / "suite"))
    assert find_office_program() is None
    monkeypatch.setenv("SOFFICE_BIN", str(tmp_path / "libreoffice"))
    assert find_office_program() == found


@needs_libreoffice
@needs_corpus
def test_a_real_file_is_read_by_the_real_program(scratch: Path) -> None:
    before = set(office_profile.SOCKETS.glob("OSL_PIPE_*"))
    outcome = extract_confined(corpus_file("tika--testWORD.doc"), DOC, ROOMY)
    assert "Sample Word Document Title" in outcome.text
    assert [place.label for place in outcome.places][1:] == ["Heading Level 1", "Heading Level 2", "Heading Level 3"]
    assert (outcome.media_type, outcome.pages) == (DOC, None)
    assert outcome.extractor.startswith("LibreOffice ")
    assert set(office_profile.SOCKETS.glob("OSL_PIPE_*")) <= before
    assert list(scratch.iterdir()) == []


@needs_libreoffice
def test_the_real_program_makes_nothing_of_rubbish(legacy: Path) -> None:
    with pytest.raises(ExtractionFailure) as caught:
        read(legacy)
    assert caught.value.code == "damaged"


def test_every_converted_format_is_made_into_one_that_is_read_as_it_is() -> None:
    made = [one.conversion.media_type for one in FORMATS.values() if one.conversion is not None]
    assert made
    assert all(FORMATS[media_type].conversion is None for media_type in made)

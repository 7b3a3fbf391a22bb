import errno
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

from kb_project.local_stack import logs
from kb_project.local_stack.logs import shorten_log, turn_logs


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(logs, "LONGEST_LOG_BYTES", 10)
    return tmp_path / "web.log"


def test_the_logs_of_the_start_before_are_kept(log: Path) -> None:
    for words in ("first", "second", "third"):
        log.write_text(words)
        turn_logs(log.parent)
    assert log.with_suffix(".log.1").read_text() == "third"
    assert not log.exists()


def test_a_log_that_is_not_too_long_stays(log: Path) -> None:
    assert not shorten_log(log), "it was never made"
    log.write_text("ten bytes.")
    assert not shorten_log(log)
    assert log.read_text() == "ten bytes."


def test_of_a_log_that_is_too_long_one_older_is_kept(log: Path) -> None:
    for words in ("eleven byte", "twelve bytes"):
        log.write_text(words)
        assert shorten_log(log)
    assert log.read_text() == ""
    assert [path.name for path in sorted(log.parent.iterdir())] == ["web.log", "web.log.1"]
    assert log.with_suffix(".log.1").read_text() == "twelve bytes"


def test_a_full_disk_is_given_its_room_back(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half_a_copy(source: Path, target: Path) -> NoReturn:
        target.write_text("half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", half_a_copy)
    log.write_text("eleven byte")
    assert shorten_log(log)
    assert log.stat().st_size == 0
    assert not log.with_suffix(".log.1").exists()

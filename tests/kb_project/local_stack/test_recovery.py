import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from kb_project.local_stack import recovery
from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.processes import marked_processes
from kb_project.local_stack.recovery import check_free_space, end_orphans
from tests.kb_project.local_stack.programs import PARENT, Program


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_orphans_and_their_children_are_ended_and_counted(data_dir: Path) -> None:
    web = Program(data_dir, PARENT, "web")
    web.start()
    stray = Program(data_dir, PARENT, "stray")
    stray.start()
    stray.pid_path.unlink()
    assert end_orphans(data_dir) == 3  # web with its child, the stray, the stray's child
    assert marked_processes(data_dir) == []
    assert not web.is_running()
    assert not stray.is_running()
    assert end_orphans(data_dir) == 0


def test_a_full_disk_is_told_before_anything_starts(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery.shutil, "disk_usage", lambda path: Usage(1 << 30, 1 << 30, 30 << 20))
    with pytest.raises(StackFailure, match=r"is full: 30 MB are free, 200 MB are needed\.$"):
        check_free_space(data_dir, is_new=True)


def test_a_library_that_stands_needs_less_room(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery.shutil, "disk_usage", lambda path: Usage(1 << 30, 1 << 30, 60 << 20))
    check_free_space(data_dir, is_new=False)
    assert shutil.disk_usage(data_dir).free == 60 << 20

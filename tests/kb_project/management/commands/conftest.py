import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb_project.local_stack.folders import StackFolders
from kb_project.local_stack.processes import kill_all, marked_processes
from tests.kb_project.management.commands.lives import end_all


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    """A folder with an awkward name, whose processes and whose folder outside it are gone after the test."""
    folder = (tmp_path / "a long name with spaces" / "var").resolve()
    yield folder
    end_all()
    kill_all(marked_processes(folder))
    shutil.rmtree(StackFolders(folder).outside_path, ignore_errors=True)

import subprocess
import sys
from pathlib import Path

import pytest

from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.lock import only_one

HOLD = """
import sys, time, pathlib
from kb_project.local_stack.lock import only_one
with only_one(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_second_holder_is_refused_in_one_sentence_and_a_killed_one_leaves_the_lock_free(tmp_path: Path) -> None:
    path = tmp_path / "up.lock"
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(StackFailure, match=rf"already runs on .* \(process {holder.pid}\)"), only_one(path):
            pass
        holder.kill()
    with only_one(path):
        pass


def test_a_failure_inside_frees_the_lock(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), only_one(tmp_path / "up.lock"):
        raise RuntimeError
    with only_one(tmp_path / "up.lock"):
        pass

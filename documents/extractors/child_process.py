"""How a confined child is started: nothing of ours reaches it but the file, what it is told, and its pipes."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

_CODE_ROOT = Path(__file__).resolve().parents[2]


def start_child(
    module: str, arguments: Sequence[str], file: IO[bytes], descriptors: Sequence[int]
) -> subprocess.Popen[bytes]:
    """`python -m module arguments` in a session of its own, with `file` as standard input and a pipe as output.

    Of the other open descriptors it has only `descriptors`; of the environment, nothing.
    """
    return subprocess.Popen(
        [sys.executable, "-s", "-P", "-B", "-m", module, *arguments],
        pass_fds=descriptors,
        stdin=file,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"PYTHONPATH": str(_CODE_ROOT), "PATH": os.defpath, "LANG": "C.UTF-8"},
        cwd="/",
        start_new_session=True,
    )

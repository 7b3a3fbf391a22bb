"""A limit is lowered, and never raised."""

import subprocess
import sys

from kb_project.environment import BASE_DIR

PROGRAM = """
import resource
from documents.extractors.confinement import limit
for value in (64, 32, 128):
    limit(resource.RLIMIT_NOFILE, value)
    print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def test_a_limit_is_lowered_and_never_raised() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=BASE_DIR, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["64", "64", "32", "32", "32", "32"]

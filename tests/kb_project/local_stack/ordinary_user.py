"""Someone whom the system refuses things: ourselves, or nobody where we are root, whom it refuses nothing."""

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from typing import Any

import pytest

from kb_project.environment import BASE_DIR
from kb_project.local_stack.accounts import account_named, popen_options

PYTHONS = (sys.executable, "/usr/bin/python3")  # the first may be in root's home, the second may be another version
RUNS_PINCITE = "import sys, django, psutil, kb_project; sys.exit(list(sys.version_info[:2]) != {})"


@dataclass(frozen=True)
class OrdinaryUser:
    python: str = sys.executable
    environ: dict[str, str] = field(default_factory=dict)
    popen: dict[str, Any] = field(default_factory=dict)

    def start(self, arguments: list[str], environ: dict[str, str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.python, *arguments],
            cwd=BASE_DIR,
            env=environ | self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **self.popen,
        )

    def can_run_pincite(self) -> bool:
        try:
            process = self.start(["-c", RUNS_PINCITE.format(list(sys.version_info[:2]))], dict(os.environ))
        except OSError:
            return False
        process.communicate(timeout=60)
        return process.returncode == 0


def ordinary_user() -> OrdinaryUser:
    """Skip the test where root can become nobody who reaches a Python, its packages and the checkout."""
    if os.geteuid() != 0:
        return OrdinaryUser()
    account = account_named("nobody")
    packages = {"PYTHONPATH": sysconfig.get_path("purelib"), "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/nonexistent"}
    users = [OrdinaryUser(python, packages, popen_options(account)) for python in PYTHONS if account]
    return next(filter(OrdinaryUser.can_run_pincite, users), None) or pytest.skip(
        "root is refused nothing, and no other user reaches a Python that runs Pincite"
    )

"""Small programs for the supervisor to look after."""

import sys
import threading
from pathlib import Path

from kb_project.local_stack.service import Service

OBEDIENT = "import time; print('up', flush=True); time.sleep(600)"
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
NEVER_UP = "import sys; sys.exit('no room on this ship')"
TALKATIVE = """
import time
print("up", flush=True)
while True:
    print("word " * 20, flush=True)
    time.sleep(0.005)
"""
PARENT = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {OBEDIENT!r}])
print("up", child.pid, flush=True)
child.wait()
"""


class Program(Service):
    """A Python program that says "up" when it is ready, and then perhaps the process id of its child."""

    name = "program"
    ready_within = 30.0
    stop_steps = ((Service.stop_steps[0][0], 0.3),)

    def __init__(self, data_dir: Path, source: str = OBEDIENT, name: str = "program") -> None:
        super().__init__(data_dir, threading.Event())
        self.source = source
        self.name = name  # type: ignore[misc]

    def command(self) -> list[str]:
        return [sys.executable, "-c", self.source]

    def child_pid(self) -> int:
        return int(self.log_since_start().split()[1])

    def is_ready(self) -> bool:
        return self.log_since_start().startswith("up")

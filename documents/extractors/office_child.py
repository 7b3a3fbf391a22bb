"""The confined office program: this process gives up what it could do, then becomes the program it is told.

Usage: python -m documents.extractors.office_child FOLDER SECONDS MEMORY_BYTES FILE_BYTES INSTALLATION PROGRAM [OPTION]
"""

import math
import os
import resource
import signal
import sys
from pathlib import Path

from documents.extractors.confinement import end_with_parent, give_up_powers, limit
from documents.extractors.office_profile import SOCKETS

_DEBIAN_PARTS = (Path("/var/lib/libreoffice"), Path("/var/spool/libreoffice"))
"""Where Debian keeps parts of the installation, which links to them."""

_OPEN_FILES = 256
_GRACE_SECONDS = 2


def main() -> None:
    """Only in FOLDER anything can be written, in files of at most FILE_BYTES; there is no network."""
    folder, seconds, memory_bytes, file_bytes, installation, *command = sys.argv[1:]
    end_with_parent()
    whole_seconds = math.ceil(float(seconds))
    signal.alarm(whole_seconds + _GRACE_SECONDS)
    limit(resource.RLIMIT_CPU, whole_seconds + 1)
    limit(resource.RLIMIT_AS, int(memory_bytes))
    limit(resource.RLIMIT_FSIZE, int(file_bytes))
    limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    limit(resource.RLIMIT_CORE, 0)
    give_up_powers(
        writable=[Path(folder)],
        programs=[Path(installation), *_DEBIAN_PARTS],
        sockets=[SOCKETS],
        may_start_programs=True,
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    os.execve(command[0], command, environment)  # noqa: S606 - a shell is what this must not be


if __name__ == "__main__":
    main()

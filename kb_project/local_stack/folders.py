"""Where the local stack keeps things, and who can reach them."""

import hashlib
import os
import re
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from kb_project.local_stack.accounts import Account, can_reach
from kb_project.local_stack.failures import StackFailure

SOCKET_PATH_BYTES = 107  # what the kernel's sockaddr_un holds
SOCKET_NAME_BYTES = len("/.s.PGSQL.5432.lock")
PLAIN_PATH = re.compile(r"[A-Za-z0-9._/-]+")  # what needs quoting in no URL and no server option


@dataclass(frozen=True, slots=True)
class StackFolders:
    """The folders below one ``DATA_DIR``, and the one outside it for what another user must reach."""

    data_dir: Path

    @property
    def run(self) -> Path:
        return private_folder(self.data_dir / "run")

    @property
    def logs(self) -> Path:
        return private_folder(self.data_dir / "logs")

    @property
    def outside_path(self) -> Path:
        """Named after the checkout (or the data folder) and its whole path, short enough for any socket."""
        named = self.data_dir.parent if self.data_dir.name == "var" else self.data_dir
        slug = re.sub(r"[^A-Za-z0-9._-]+", "-", named.name)[:24] or "data"
        digest = hashlib.sha256(os.fsencode(self.data_dir)).hexdigest()[:8]
        return _lasting_temporary_folder() / f"pincite-{slug}-{digest}"

    def outside(self) -> Path:
        """Make the outside folder, or say why the one that is there cannot be trusted."""
        path = self.outside_path
        path.mkdir(mode=0o711, exist_ok=True)
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise StackFailure(f"{path} belongs to someone else: remove it, or set DATA_DIR to another folder.")
        path.chmod(0o711)
        return path

    def base_for(self, account: Account | None) -> Path:
        """The data folder where the account can reach it, else the outside folder."""
        return self.data_dir if can_reach(account, self.data_dir) else self.outside()

    def socket_folder(self, name: str, account: Account | None) -> Path:
        """A 0700 folder of the account whose path a socket address can hold."""
        folder = self.base_for(account) / "run" / name
        if len(os.fsencode(folder)) + SOCKET_NAME_BYTES > SOCKET_PATH_BYTES or not PLAIN_PATH.fullmatch(str(folder)):
            folder = self.outside() / "run" / name
        private_folder(folder.parent)
        if account is not None:
            folder.parent.chmod(0o711)  # ours: others may pass through it, not list it
        return owned_folder(folder, account)


def _lasting_temporary_folder() -> Path:
    lasting = Path("/var/tmp")  # noqa: S108 - survives a restart of the machine; ownership is checked
    return lasting if os.access(lasting, os.W_OK | os.X_OK) else Path(tempfile.gettempdir())


def private_folder(path: Path) -> Path:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def owned_folder(path: Path, account: Account | None) -> Path:
    """A folder that only the account can open (only we, where there is no account)."""
    path.mkdir(mode=0o700, exist_ok=True)
    if account is not None:
        os.chown(path, account.uid, account.gid)
    path.chmod(0o700)
    return path

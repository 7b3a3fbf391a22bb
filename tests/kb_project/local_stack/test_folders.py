import os
import stat
from pathlib import Path

import pytest

from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.folders import SOCKET_NAME_BYTES, SOCKET_PATH_BYTES, StackFolders


@pytest.mark.parametrize("name", ["x" * 150, "with a space", "quote'd", "ümlaut", "per%cent", "com,ma"])
def test_a_socket_path_is_short_and_plain_whatever_the_checkout_is_called(tmp_path: Path, name: str) -> None:
    data_dir = tmp_path / name
    data_dir.mkdir()
    folders = StackFolders(data_dir)
    socket_folder = folders.socket_folder("valkey", None)
    try:
        assert socket_folder.is_relative_to(folders.outside_path)
        assert len(os.fsencode(socket_folder)) + SOCKET_NAME_BYTES <= SOCKET_PATH_BYTES
    finally:
        for folder in (socket_folder, socket_folder.parent, folders.outside_path):
            folder.rmdir()


def test_the_outside_folder_is_named_after_the_checkout_and_told_apart_by_its_path() -> None:
    one, other = StackFolders(Path("/home/one/pincite/var")), StackFolders(Path("/home/other/pincite/var"))
    assert one.outside_path.name.startswith("pincite-pincite-")
    assert one.outside_path != other.outside_path


def test_an_outside_folder_that_is_a_link_is_not_trusted(data_dir: Path, tmp_path: Path) -> None:
    folders = StackFolders(data_dir)
    folders.outside_path.symlink_to(tmp_path)
    try:
        with pytest.raises(StackFailure, match="belongs to someone else"):
            folders.outside()
    finally:
        folders.outside_path.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to someone else")
def test_an_outside_folder_of_another_user_is_not_trusted(data_dir: Path) -> None:
    folders = StackFolders(data_dir)
    folders.outside_path.mkdir()
    os.chown(folders.outside_path, 65534, 65534)
    with pytest.raises(StackFailure, match="belongs to someone else"):
        folders.outside()


def test_logs_and_addresses_are_for_us_alone(data_dir: Path) -> None:
    folders = StackFolders(data_dir)
    assert stat.S_IMODE(folders.logs.stat().st_mode) == 0o700
    assert stat.S_IMODE(folders.run.stat().st_mode) == 0o700

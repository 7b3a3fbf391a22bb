from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from kb_project.local_stack import chroma as chroma_module
from kb_project.local_stack.chroma import LocalChroma
from kb_project.local_stack.ports import free_port


def test_it_keeps_its_address_over_a_kill(data_dir: Path) -> None:
    chroma = LocalChroma(data_dir)
    chroma.start()
    address = chroma.url
    try:
        psutil.Process(chroma.pid).kill()
        chroma.start()
        assert chroma.url == address
        assert chroma.is_ready()
    finally:
        chroma.stop()
    assert urlsplit(address).hostname == "127.0.0.1"


def test_a_port_that_was_taken_in_the_meantime_is_left_to_its_owner(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = LocalChroma(tmp_path / "owner")
    owner.start()
    taken = urlsplit(owner.url).port
    ports = iter([taken, free_port()])
    monkeypatch.setattr(chroma_module, "free_port", lambda: next(ports))
    late = LocalChroma(data_dir)
    try:
        late.start()
        assert late.url != owner.url
    finally:
        late.stop()
        owner.stop()

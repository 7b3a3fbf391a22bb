import os
import socket
from pathlib import Path

import pytest

from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.ports import LOOPBACK, check_port, free_port, http_status
from tests.kb_project.local_stack.ordinary_user import ordinary_user


def test_a_free_port_passes() -> None:
    check_port(free_port())


@pytest.mark.parametrize("address", [LOOPBACK, "0.0.0.0"])
def test_a_port_in_use_is_told_in_one_sentence(address: str) -> None:
    with socket.socket() as listener:
        listener.bind((address, 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(StackFailure, match=f"^Port {port} is in use by another program"):
            check_port(port)


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_a_number_that_is_no_port_is_told(port: int) -> None:
    with pytest.raises(StackFailure, match="no port"):
        check_port(port)


def has_privileged_ports() -> bool:
    limit = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    return not limit.exists() or int(limit.read_text()) > 1


@pytest.mark.skipif(not has_privileged_ports(), reason="this machine lets everyone use every port")
def test_a_port_that_needs_more_rights_is_told() -> None:
    asked = ["-c", "from kb_project.local_stack.ports import check_port; check_port(1)"]
    said, _ = ordinary_user().start(asked, dict(os.environ)).communicate(timeout=60)
    assert "StackFailure: Port 1 needs more rights than we have" in said


def test_no_answer_is_no_status() -> None:
    assert http_status(free_port(), "/", seconds=1) is None

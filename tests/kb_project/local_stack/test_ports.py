import os
import socket

import pytest

from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.ports import LOOPBACK, check_port, free_port, http_status


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


@pytest.mark.skipif(os.geteuid() == 0, reason="root may use every port")
def test_a_port_that_needs_more_rights_is_told() -> None:
    with pytest.raises(StackFailure, match="more rights"):
        check_port(80)


def test_no_answer_is_no_status() -> None:
    assert http_status(free_port(), "/", seconds=1) is None

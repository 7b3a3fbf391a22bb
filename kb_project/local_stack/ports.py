"""Ports on this machine's own address."""

import http.client
import socket

from kb_project.local_stack.failures import StackFailure

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """A port that nobody listens on now; someone may take it before it is used."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def http_status(port: int, path: str, seconds: float) -> int | None:
    """The status of the answer; ``None`` where nobody answers in time."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=seconds)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def check_port(port: int) -> None:
    """Raise `StackFailure` where the web server could not listen."""
    if not 0 < port < 65536:
        raise StackFailure(f"PORT is {port}, which is no port: choose one from 1 to 65535.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the web server does: TIME_WAIT is no obstacle
        try:
            probe.bind((LOOPBACK, port))
        except PermissionError:
            raise StackFailure(f"Port {port} needs more rights than we have: set PORT above 1023.") from None
        except OSError:
            raise StackFailure(f"Port {port} is in use by another program: set PORT to a free one.") from None

"""The real child, in which whatever reaches for the network fails."""

import socket
from typing import NoReturn

from documents.ocr import child


def refused(*_: object, **__: object) -> NoReturn:
    raise AssertionError("text recognition reached for the network")


if __name__ == "__main__":
    socket.socket.connect = refused  # type: ignore[method-assign, assignment]
    socket.getaddrinfo = refused
    child.main()

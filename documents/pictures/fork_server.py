"""The process that starts a confined child for each request, by a fork: the libraries are loaded already.

Usage: python -m documents.pictures.fork_server, with one end of a SOCK_SEQPACKET pair as standard input. Each message
on it carries two descriptors: a file, and a stream on which the request stands and the answer is awaited.

This process itself opens no file and reads no request. It ends when the other end of its standard input is closed.
"""

import os
import resource
import selectors
import signal
import socket
from contextlib import suppress

from documents.extractors.confinement import limit
from documents.pictures.child import serve
from documents.pictures.frames import ENDED, send_frame
from documents.pictures.requests import warm_up

_MESSAGE_BYTES = 16
_OPEN_FILES = 512


class ForkServer:
    """One thread: what it forks from is always whole."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._streams: dict[int, socket.socket] = {}
        self._awake, self._wake = socket.socketpair()
        self._awake.setblocking(False)
        self._wake.setblocking(False)

    def run(self) -> None:
        """Until the control socket ends."""
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
        with selectors.DefaultSelector() as selector:
            selector.register(self._control, selectors.EVENT_READ)
            selector.register(self._awake, selectors.EVENT_READ)
            while True:
                ready = {key.fileobj for key, _ in selector.select()}
                if self._awake in ready:
                    self._reap()
                if self._control in ready and not self._take():
                    return

    def _take(self) -> bool:
        """Start a child for the next request; False at the end of the control socket."""
        message, descriptors, _, _ = socket.recv_fds(self._control, _MESSAGE_BYTES, 2)
        if not message:
            return False
        if len(descriptors) == 2:
            self._start(*descriptors)
        else:
            _close(*descriptors)
        return True

    def _start(self, file_fd: int, stream_fd: int) -> None:
        server = os.getpid()
        try:
            pid = os.fork()
        except OSError:
            _close(file_fd, stream_fd)
            return
        if pid == 0:
            serve(file_fd, stream_fd, server)
        _close(file_fd)
        self._streams[pid] = socket.socket(fileno=stream_fd)

    def _reap(self) -> None:
        with suppress(BlockingIOError):
            while self._awake.recv(64):
                pass
        with suppress(ChildProcessError):
            while (found := os.wait4(-1, os.WNOHANG))[0]:
                self._tell(*found)

    def _tell(self, pid: int, status: int, used: resource.struct_rusage) -> None:
        """How the child ended, and the most kilobytes that it held, for the one who waits and has no answer."""
        with self._streams.pop(pid) as stream, suppress(OSError):
            stream.setblocking(False)
            send_frame(stream, ENDED, b"%d %d" % (os.waitstatus_to_exitcode(status), used.ru_maxrss))


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def main() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    limit(resource.RLIMIT_CORE, 0)
    warm_up()
    ForkServer(socket.socket(fileno=os.dup(0))).run()


if __name__ == "__main__":
    main()

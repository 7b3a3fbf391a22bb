"""What a process can do to itself before it opens a hostile file."""

import ctypes
import resource
import signal

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def end_with_parent() -> None:
    """Be killed when the thread that started this process ends, however it does."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def limit(kind: int, value: int, *, grace: int = 0) -> None:
    """Lower, never raise: an ordinary user may not exceed the hard limit that is set already.

    With `grace` the hard limit is that much higher: beyond it the kernel kills, and does not say why.
    """
    _, hard = resource.getrlimit(kind)
    soft, ceiling = (one if hard == resource.RLIM_INFINITY else min(one, hard) for one in (value, value + grace))
    resource.setrlimit(kind, (soft, ceiling))

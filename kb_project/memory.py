"""Memory that is free but still held."""

import ctypes


def give_back() -> None:
    """Let the C library return what was freed to the system, where it can: glibc keeps much of it for itself."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library
        return
    trim(0)

"""What can stop the local stack, said in one sentence."""

import errno


class StackFailure(Exception):  # noqa: N818 - it names an outcome
    """The local stack cannot go on; ``str()`` is one sentence for the person at the terminal."""


class Stopping(Exception):  # noqa: N818 - nothing went wrong
    """Someone asked the stack to stop while it was waiting for something."""


_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "it is on a read-only disk",
    errno.EACCES: "permission is missing",
    errno.EPERM: "permission is missing",
    errno.ENOTDIR: "a file is in the way",
    errno.EEXIST: "a file is in the way",
    errno.EMFILE: "too many files are open",
    errno.ENOMEM: "there is not enough memory",
}


def sentence_for(error: OSError) -> str:
    """The sentence for what the operating system refused."""
    reason = _REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()
    where = f"{error.filename} cannot be used" if error.filename else "The local stack cannot go on"
    return f"{where}: {reason}."

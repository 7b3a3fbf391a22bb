import errno

import pytest

from kb_project.local_stack.failures import sentence_for


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk quota is used up"),
        (errno.EROFS, "it is on a read-only disk"),
        (errno.EACCES, "permission is missing"),
        (errno.ENOTDIR, "a file is in the way"),
        (errno.EISDIR, "is a directory"),
    ],
)
def test_every_refusal_of_the_system_is_one_sentence(number: int, reason: str) -> None:
    error = OSError(number, "Is a directory", "/data/run")
    assert sentence_for(error) == f"/data/run cannot be used: {reason}."


def test_a_refusal_without_a_name_is_a_sentence_too() -> None:
    assert sentence_for(OSError(errno.ENOSPC, "x")) == "The local stack cannot go on: the disk is full."

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb_project.local_stack.errands import Errand
from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.service import wait_until

READS_STANDARD_INPUT = "fileinput", "-"  # a module of the standard library that ends where its input does


@pytest.fixture
def errand(tmp_path: Path) -> Iterator[Errand]:
    errand = Errand("Reading", *READS_STANDARD_INPUT, tmp_path / "log")
    errand.start(tmp_path, os.environ)
    yield errand
    errand.stop()


def test_what_an_errand_says_last_waits_until_it_is_released(errand: Errand) -> None:
    assert not wait_until(errand.is_over, 0.5, threading.Event())
    errand.release()
    assert wait_until(errand.is_over, 30, threading.Event())


def test_finishing_releases_an_errand(errand: Errand) -> None:
    errand.finish(threading.Event(), 30)
    assert errand.is_over()


def test_stopping_ends_an_errand_that_still_waits(errand: Errand) -> None:
    errand.stop()
    assert errand.is_over()


def test_an_errand_that_fails_says_its_last_words(tmp_path: Path) -> None:
    errand = Errand("Looking", "no_such_module", "", tmp_path / "log")
    errand.start(tmp_path, os.environ)
    with pytest.raises(StackFailure, match=r"Looking failed: .*No module named no_such_module"):
        errand.finish(threading.Event(), 30)

import ctypes
from types import SimpleNamespace

import pytest

from kb_project import memory
from kb_project.celery import keep_no_free_memory


def test_after_a_task_the_c_library_is_asked_to_give_back_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=asked.append))
    keep_no_free_memory()
    assert asked == [0]


def test_a_c_library_that_cannot_is_let_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    memory.give_back()

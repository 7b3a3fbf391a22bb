"""Where settings come from when the environment does not say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from kb_project.environment import BASE_DIR, Environment, read_stack_addresses, secret_key


def test_the_secret_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    first = secret_key(tmp_path)
    assert len(first) >= 50
    assert secret_key(tmp_path) == first
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(secret_key(tmp_path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(keys)) == 1


def test_the_addresses_of_a_running_stack_are_read_and_a_missing_file_is_none(tmp_path: Path) -> None:
    assert read_stack_addresses(tmp_path) == {}
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "stack.env").write_text("CHROMA_URL=http://127.0.0.1:1/?a=b\n\nnonsense\n")
    assert read_stack_addresses(tmp_path) == {"CHROMA_URL": "http://127.0.0.1:1/?a=b"}


WHAT_SETTINGS_SAY = """
import json, os
from kb_project import environment, settings
print(json.dumps([settings.PUBLIC_URL, settings.CHROMA_URL, environment.given_port(), os.environ.get("CHROMA_URL")]))
"""
WRITTEN = "CHROMA_URL=http://127.0.0.1:1\nPORT=8123\n"
CHROMA = "http://127.0.0.1:1"


@pytest.mark.parametrize(
    ("written", "given", "said"),
    [
        ("", {}, ["http://localhost:8000", "", 8000, None]),
        (WRITTEN, {}, ["http://localhost:8123", CHROMA, 8000, None]),
        (WRITTEN, {"PORT": "8123"}, ["http://localhost:8123", CHROMA, 8123, None]),
        (WRITTEN, {"PORT": "9000"}, ["http://localhost:9000", CHROMA, 9000, None]),
        (f"{WRITTEN}PUBLIC_URL=https://kb.example/\n", {}, ["https://kb.example", CHROMA, 8000, None]),
        (WRITTEN, {"CHROMA_URL": "http://v"}, ["http://localhost:8123", "http://v", 8000, "http://v"]),
    ],
)
def test_links_follow_the_running_stack_but_only_a_person_gives_the_port_and_the_services_of_the_next(
    tmp_path: Path, written: str, given: dict[str, str], said: list[object]
) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "stack.env").write_text(written)
    theirs = ("PORT", "PUBLIC_URL", "DATABASE_URL", "CELERY_BROKER_URL", "CHROMA_URL")
    environ = {name: value for name, value in os.environ.items() if name not in theirs}
    answer = subprocess.run(
        [sys.executable, "-c", WHAT_SETTINGS_SAY],
        env=environ | {"DATA_DIR": str(tmp_path)} | given,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(answer.stdout) == said


@pytest.mark.parametrize("value", ["abc", "80.5", "8000 x"])
def test_a_value_that_is_no_number_is_named_in_one_sentence(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", value)
    with pytest.raises(ImproperlyConfigured, match=r"^PORT is .* which cannot be used\.$"):
        Environment().int("PORT")

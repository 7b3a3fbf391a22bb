"""Which embedder goes with an index that was made before, and that no key is stored or sent elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from search.embeddings import EmbedderUnavailable, choosing, embedder_of, embedder_settings, get_embedder
from tests.tiny_model import write_model_folder


@dataclass
class Made:
    """As a generation says what it was made with."""

    model: str
    embedder: dict[str, Any] = field(default_factory=dict)


@pytest.fixture(autouse=True)
def hashing(settings: Any) -> None:
    settings.EMBEDDING_BACKEND = "hash"


@pytest.fixture
def tiny(settings: Any, tmp_path: Path) -> Made:
    """What another process, with another model, would have made."""
    write_model_folder(tmp_path / "tiny")
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL_PATH = "onnx", str(tmp_path / "tiny")
    made = Made(get_embedder().identity, embedder_settings())
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL_PATH = "hash", ""
    return made


def test_what_was_made_with_the_model_of_this_process_goes_with_it() -> None:
    own = get_embedder()
    elsewhere = embedder_settings() | {"path": "/nowhere", "backend": "onnx"}
    assert embedder_of(Made(own.identity, elsewhere)) is own


def test_what_was_made_with_another_model_goes_with_that(tiny: Made) -> None:
    found = embedder_of(tiny)
    assert found.identity == tiny.model != get_embedder().identity
    assert embedder_of(tiny) is found
    assert get_embedder() is get_embedder()


def test_what_tells_no_settings_gets_the_embedder_of_this_process_which_is_not_the_same() -> None:
    found = embedder_of(Made("another:384"))
    assert found is get_embedder()
    assert found.identity != "another:384"


def test_prefixes_are_stored(settings: Any) -> None:
    settings.EMBEDDING_PASSAGE_PREFIX = "passage: "
    made = Made(get_embedder().identity, embedder_settings())
    settings.EMBEDDING_PASSAGE_PREFIX = ""
    assert get_embedder().identity != made.model
    assert embedder_of(made).identity == made.model


def test_settings_of_other_releases_are_passed_over(tiny: Made) -> None:
    tiny.embedder = {name: tiny.embedder[name] for name in ("backend", "path")} | {"since": "2031"}
    assert embedder_of(tiny).identity == tiny.model


def test_a_model_that_is_not_there_any_more_is_said_to_be_unavailable(tiny: Made, tmp_path: Path) -> None:
    tiny.embedder["path"] = str(tmp_path / "gone")
    with pytest.raises(EmbedderUnavailable):
        embedder_of(tiny)


def test_a_folder_is_stored_so_that_every_process_finds_it(settings: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    settings.EMBEDDING_MODEL_PATH = "model"
    assert embedder_settings()["path"] == str(tmp_path.resolve() / "model")


@pytest.fixture
def sent_keys(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The services that would have been asked, with the key that each would have been sent."""
    sent: list[tuple[str, str]] = []
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL, settings.EMBEDDING_API_KEY = "http", "m", "secret-key"
    settings.EMBEDDING_URL = "https://name:pass@own.example/v1?token=secret-token"

    def service(url: str, model: str, api_key: str, max_tokens: int) -> Any:
        sent.append((url, api_key))
        return Made(f"{url}")

    monkeypatch.setattr(choosing, "_service", service)
    choosing._embedder_of_process.cache_clear()
    return sent


def test_no_key_is_stored(sent_keys: list[tuple[str, str]]) -> None:
    stored = json.dumps(embedder_settings())
    assert '"url": "https://own.example/v1"' in stored
    assert not [secret for secret in ("secret-key", "secret-token", "pass@") if secret in stored]


def test_a_key_is_sent_to_the_service_of_this_process_alone(settings: Any, sent_keys: list[tuple[str, str]]) -> None:
    stored = choosing._as_stored(embedder_settings())
    choosing._loaded(stored)
    choosing._loaded(stored._replace(url="https://other.example/v1"))
    assert sent_keys == [(settings.EMBEDDING_URL, "secret-key"), ("https://other.example/v1", "")]

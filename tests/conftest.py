"""Fixtures that every test may use. The services behind them are started by tests/services_plugin.py."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.conf import settings as configured
from django.db import connection
from django.test import override_settings
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as examples

from search.models import Generation
from search.vector_store import get_store

# A law does not fail because the machine is busy: no example has a deadline, and making one may take long.
BUSY = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
examples.register_profile("thorough", deadline=None, suppress_health_check=BUSY)
examples.register_profile("quick", examples.get_profile("thorough"), max_examples=25)
examples.load_profile("thorough")


@pytest.fixture(autouse=True)
def media_root(settings: Any, tmp_path: Path) -> Path:
    """Each test's originals are its own."""
    settings.MEDIA_ROOT = str(tmp_path / "media")
    return tmp_path / "media"


@pytest.fixture(scope="session", autouse=True)
def static_root() -> None:
    """WhiteNoise warns where the folder of collected files is missing."""
    Path(os.environ["DATA_DIR"], "static").mkdir(exist_ok=True)


@pytest.fixture(scope="session", autouse=True)
def plain_static_files_and_passwords_that_cost_nothing() -> Iterator[None]:
    """Pages are tested as they are written: no manifest of collected files is needed."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES=configured.STORAGES | {"staticfiles": plain}, PASSWORD_HASHERS=hashers):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A thread or a process that a test left may still be connected, and what is connected to cannot be dropped."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A request leaves its thread in the language of who asked: the next test starts without one."""
    yield
    translation.deactivate()


@pytest.fixture
def eager_tasks() -> Iterator[None]:
    """Run each task where it is sent: for tests that are not about the queue."""
    before = current_app.conf.task_always_eager
    current_app.conf.task_always_eager = True
    yield
    current_app.conf.task_always_eager = before


@pytest.fixture
def hash_embedder(settings: Any) -> None:
    """Texts that share words are near each other; nothing is loaded."""
    settings.EMBEDDING_BACKEND = "hash"


@pytest.fixture
def index_db(db: None, hash_embedder: None) -> Iterator[None]:
    """The database and the real Chroma, whose collections are dropped afterwards."""
    yield
    for generation in Generation.objects.all():
        get_store().drop(generation.collection_name)

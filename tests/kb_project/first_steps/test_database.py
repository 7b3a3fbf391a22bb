import stat
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model

from kb_project.first_steps.database import ADMINISTRATOR, kept_password, make_administrator

pytestmark = pytest.mark.django_db


def test_the_administrator_has_the_password_that_is_kept_for_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "admin-password"
    make_administrator(path, lambda _: None)
    user = get_user_model().objects.get(username=ADMINISTRATOR)
    assert user.is_superuser
    assert user.check_password(path.read_text().strip())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_kill_between_file_and_administrator_loses_no_password(tmp_path: Path) -> None:
    written = kept_password(tmp_path / "admin-password")
    make_administrator(tmp_path / "admin-password", lambda _: None)
    assert get_user_model().objects.get(username=ADMINISTRATOR).check_password(written)


def test_where_there_is_an_administrator_none_is_made(tmp_path: Path) -> None:
    get_user_model().objects.create_superuser("someone", "", "x")
    make_administrator(tmp_path / "admin-password", lambda _: None)
    assert get_user_model().objects.count() == 1
    assert not (tmp_path / "admin-password").exists()


def test_every_password_is_another(tmp_path: Path) -> None:
    assert kept_password(tmp_path / "one") != kept_password(tmp_path / "two")

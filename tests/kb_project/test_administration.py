"""The admin site is checked whole, whether or not its addresses are loaded."""

import pytest
from django.contrib import admin
from django.core import checks

from documents.models import Document
from kb_project.administration import check_every_admin


def test_django_checks_every_admin_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_every_admin(None) == []
    monkeypatch.setattr(type(admin.site._registry[Document]), "list_display", ["no_such_column"])
    assert [one.id for one in check_every_admin(None)] == ["admin.E108"]


def test_the_checks_of_the_admin_site_are_run() -> None:
    assert check_every_admin in checks.registry.registry.registered_checks

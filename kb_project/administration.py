"""Django's admin site, loaded with the addresses: commands and workers, which show none of it, do without."""

from collections.abc import Sequence
from typing import Any

from django.contrib.admin import autodiscover
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks


class AdministrationConfig(SimpleAdminConfig):
    """As Django's own, less the look for every admin.py as soon as any process starts: see urls.py."""

    def ready(self) -> None:
        checks.register(check_dependencies, checks.Tags.admin)
        checks.register(check_every_admin, checks.Tags.admin)


def check_every_admin(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.CheckMessage]:
    """What Django checks of the admin site, also where nothing has loaded it yet."""
    autodiscover()
    return list(check_admin_app(app_configs, **kwargs))

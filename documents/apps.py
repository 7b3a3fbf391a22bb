from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DocumentsConfig(AppConfig):
    name = "documents"
    verbose_name = _("Documents")

    def ready(self) -> None:
        from contextlib import suppress

        from documents import checks, receivers  # noqa: F401 - importing them connects them
        from documents.services.uploads import uploads_folder

        with suppress(OSError):  # the checks tell it
            uploads_folder()

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "documents"
    verbose_name = "Documents"

    def ready(self) -> None:
        from documents import receivers  # noqa: F401 - importing it connects it

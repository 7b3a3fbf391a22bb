"""The documents' screens. Views find what may be seen, call a service and choose a template."""

from documents.views.document import (
    document_history,
    document_pages,
    document_revisions,
    document_text,
)
from documents.views.library import library
from documents.views.managing import delete, edit, read_again, replace, restore
from documents.views.original import document_file
from documents.views.uploading import upload

__all__ = [
    "delete",
    "document_file",
    "document_history",
    "document_pages",
    "document_revisions",
    "document_text",
    "edit",
    "library",
    "read_again",
    "replace",
    "restore",
    "upload",
]

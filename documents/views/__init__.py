"""The documents' screens. Views find what may be seen, call a service and choose a template."""

from documents.views.document import (
    document_history,
    document_pages,
    document_revisions,
    document_text,
)
from documents.views.labels import labels, restore_labels, undo_labels
from documents.views.library import library
from documents.views.managing import delete, edit, read_again, rename, replace, restore
from documents.views.original import document_file, document_original
from documents.views.reader import read, read_unit
from documents.views.recognizing import recognize
from documents.views.several import library_act, library_restore
from documents.views.unlocking import unlock
from documents.views.uploading import upload

__all__ = [
    "delete",
    "document_file",
    "document_history",
    "document_original",
    "document_pages",
    "document_revisions",
    "document_text",
    "edit",
    "labels",
    "library",
    "library_act",
    "library_restore",
    "read",
    "read_again",
    "read_unit",
    "recognize",
    "rename",
    "replace",
    "restore",
    "restore_labels",
    "undo_labels",
    "unlock",
    "upload",
]

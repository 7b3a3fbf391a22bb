"""Everything that writes the truth. Views, admin, API and commands call these and nothing else.

Services never import tasks: they send signals on commit, and the receivers of either app put work on the queue.
"""

from documents.services.events import record_event
from documents.services.managing import (
    delete_document,
    restore_document,
    update_document,
)
from documents.services.reading import extract_revision
from documents.services.receiving import (
    Received,
    RefusedUpload,
    extract_again,
    receive_file,
    replace_file,
)
from documents.services.upkeep import audit_revision, page_metadata_problems, purge_deleted, sweep

__all__ = [
    "Received",
    "RefusedUpload",
    "audit_revision",
    "delete_document",
    "extract_again",
    "extract_revision",
    "page_metadata_problems",
    "purge_deleted",
    "receive_file",
    "record_event",
    "replace_file",
    "restore_document",
    "sweep",
    "update_document",
]

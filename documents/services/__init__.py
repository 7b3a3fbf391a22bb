"""Everything that writes the truth. Views, admin, API and commands call these and nothing else.

Services never import tasks: they send signals on commit, and the receivers of either app put work on the queue.
"""

from documents.services.events import record_event
from documents.services.managing import (
    delete_document,
    restore_document,
    update_document,
)
from documents.services.progress import Progress
from documents.services.reading import extract_revision
from documents.services.receiving import (
    Received,
    RefusedUpload,
    extract_again,
    receive_file,
    replace_file,
)
from documents.services.several import (
    Acted,
    LeftOut,
    Why,
    add_tags,
    delete_several,
    move_several,
    read_several_again,
    restore_several,
    sort_by_rights,
    tag_several,
)
from documents.services.upkeep import audit_revision, page_metadata_problems, purge_deleted, sweep

__all__ = [
    "Acted",
    "LeftOut",
    "Progress",
    "Received",
    "RefusedUpload",
    "Why",
    "add_tags",
    "audit_revision",
    "delete_document",
    "delete_several",
    "extract_again",
    "extract_revision",
    "move_several",
    "page_metadata_problems",
    "purge_deleted",
    "read_several_again",
    "receive_file",
    "record_event",
    "replace_file",
    "restore_document",
    "restore_several",
    "sort_by_rights",
    "sweep",
    "tag_several",
    "update_document",
]

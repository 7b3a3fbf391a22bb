"""Everything that writes the truth. Views, admin, API and commands call these and nothing else.

Services never import tasks: they send signals on commit, and the receivers of either app put work on the queue.
"""

from documents.ocr.engines import OcrUnavailable
from documents.services.batches import Batch, BatchItem, receive_batch
from documents.services.events import record_event
from documents.services.importing import IfAmbiguous, import_marked_text, look_at_marked_text
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
    is_archive,
    receive_file,
    replace_file,
)
from documents.services.requesting_ocr import NothingToRecognize, recognize_text
from documents.services.several import (
    Acted,
    LeftOut,
    Why,
    add_tags,
    delete_several,
    move_several,
    read_several_again,
    recognize_several,
    restore_several,
    sort_by_rights,
    tag_several,
)
from documents.services.twins import Twin, earlier_holders
from documents.services.unlocking import (
    ReceivedWithPassword,
    StillLocked,
    awaits_password,
    receive_with_password,
    unlock_document,
)
from documents.services.upkeep import audit_revision, page_metadata_problems, purge_deleted, sweep

__all__ = [
    "Acted",
    "Batch",
    "BatchItem",
    "IfAmbiguous",
    "LeftOut",
    "NothingToRecognize",
    "OcrUnavailable",
    "Progress",
    "Received",
    "ReceivedWithPassword",
    "RefusedUpload",
    "StillLocked",
    "Twin",
    "Why",
    "add_tags",
    "audit_revision",
    "awaits_password",
    "delete_document",
    "delete_several",
    "earlier_holders",
    "extract_again",
    "extract_revision",
    "import_marked_text",
    "is_archive",
    "look_at_marked_text",
    "move_several",
    "page_metadata_problems",
    "purge_deleted",
    "read_several_again",
    "receive_batch",
    "receive_file",
    "receive_with_password",
    "recognize_several",
    "recognize_text",
    "record_event",
    "replace_file",
    "restore_document",
    "restore_several",
    "sort_by_rights",
    "sweep",
    "tag_several",
    "unlock_document",
    "update_document",
]

"""What happened to the truth. Sent on commit, with ids; the receivers of either app put work on the queue."""

from django.dispatch import Signal

file_received = Signal()  # revision_id: its file is stored and waits to be read
text_extracted = Signal()  # revision_id: its canonical text is stored
index_requested = Signal()  # document_id: someone asked for it to be indexed again, or it came back from deletion
document_deleted = Signal()  # document_id: nobody may find it any more
document_moved = Signal()  # document_id: its collection, and so who may find it, has changed
document_renamed = Signal()  # document_id: it has another title

"""What `search` does when it hears of the truth: put the work on the queue."""

from typing import Any

from django.dispatch import receiver

from documents import signals
from documents.queueing import enqueue
from search import tasks
from search.indexing import mark_stale


@receiver(signals.text_extracted, dispatch_uid="search.index_extracted_text")
def index_extracted_text(sender: object, revision_id: int, **kwargs: Any) -> None:
    enqueue(tasks.index_revision, revision_id)


@receiver(signals.index_requested, dispatch_uid="search.index_again")
def index_again(sender: object, document_id: int, **kwargs: Any) -> None:
    enqueue(tasks.index_document, document_id)


@receiver(signals.document_moved, dispatch_uid="search.index_moved")
def index_moved(sender: object, document_id: int, **kwargs: Any) -> None:
    mark_stale(document_id)
    enqueue(tasks.index_document, document_id)


@receiver(signals.document_renamed, dispatch_uid="search.rename_head")
def rename_head(sender: object, document_id: int, **kwargs: Any) -> None:
    enqueue(tasks.write_heads, document_id)


@receiver(signals.document_deleted, dispatch_uid="search.remove_deleted")
def remove_deleted(sender: object, document_id: int, **kwargs: Any) -> None:
    enqueue(tasks.remove_document, document_id)

"""What `documents` does when it hears its own signals: put the reading of a file on the queue."""

from typing import Any

from django.dispatch import receiver

from documents import signals, tasks
from documents.models import Revision
from documents.queueing import enqueue


@receiver(signals.file_received, dispatch_uid="documents.read_received_file")
def read_received_file(sender: object, revision_id: int, **kwargs: Any) -> None:
    is_slow = Revision.objects.filter(pk=revision_id, ocr_wanted=True).exists()
    enqueue(tasks.recognize_revision if is_slow else tasks.extract_revision, revision_id)

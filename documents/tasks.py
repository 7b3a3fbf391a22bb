"""Ids in, nothing out; each is safe to run twice, late, or never."""

from celery import shared_task

from documents import services


@shared_task
def extract_revision(revision_id: int) -> None:
    services.extract_revision(revision_id)


@shared_task
def recognize_revision(revision_id: int) -> None:
    """The same, for a file whose text is to be recognized: slow work, which the settings put behind the rest."""
    services.extract_revision(revision_id)


@shared_task
def sweep(*, at_start: bool = False) -> None:
    services.sweep(at_start=at_start)

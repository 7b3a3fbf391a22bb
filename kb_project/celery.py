"""The Celery application. Tasks live in each app's tasks.py; the schedule is in settings."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")

app = Celery("pincite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def sweep_at_start(sender: Any, **kwargs: Any) -> None:
    """A worker that starts may follow one that was killed: what it left is found now, not at the next sweep."""
    for name in ("documents.tasks.sweep", "search.tasks.sweep"):
        app.send_task(name, kwargs={"at_start": True})

"""The Celery application. Tasks live in each app's tasks.py; the schedule is in settings."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import task_postrun, worker_before_create_process, worker_ready

from kb_project.memory import give_back

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
# Celery would run Django's checks as a worker starts and throw away what they say. They load every view, which takes
# a second and thirty megabytes; `migrate` and `check` say it.
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")

app = Celery("pincite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_before_create_process.connect
def share_what_is_loaded(**kwargs: Any) -> None:
    """What is loaded so far stays, and its pages shared: looking through it for garbage would write to each."""
    gc.collect()
    gc.freeze()


@task_postrun.connect
def keep_no_free_memory(**kwargs: Any) -> None:
    """A process of the pool waits for the next task no larger than it must be."""
    give_back()


@worker_ready.connect
def sweep_at_start(sender: Any, **kwargs: Any) -> None:
    """A worker that starts may follow one that was killed: what it left is found now, not at the next sweep."""
    for name in ("documents.tasks.sweep", "search.tasks.sweep"):
        app.send_task(name, kwargs={"at_start": True})

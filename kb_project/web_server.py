"""What gunicorn is told: `gunicorn --config python:kb_project.web_server kb_project.wsgi`."""

import threading
from typing import Any


def post_worker_init(worker: Any) -> None:
    """A new web process loads the embedding model while it already answers: nobody's first question waits for it."""
    from search.queries import warm_up

    threading.Thread(target=warm_up, name="warm-up", daemon=True).start()

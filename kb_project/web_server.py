"""What gunicorn is told: `gunicorn --config python:kb_project.web_server kb_project.wsgi`."""

import threading
from typing import Any


def post_worker_init(worker: Any) -> None:
    """A new web process gets ready while it already answers: nobody's first question or picture waits for it."""
    from documents.services.pictures import warm_up as warm_up_pictures
    from search.queries import warm_up

    warm_up_pictures()
    threading.Thread(target=warm_up, name="warm-up", daemon=True).start()

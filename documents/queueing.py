"""Putting work on the queue without trusting the queue: a message that is lost is sent again by the sweep."""

import logging
from typing import Any

from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def enqueue(task: Any, *args: Any) -> bool:
    """Send the Celery task; False when no broker could be reached (the sweep will find the work)."""
    try:
        task.delay(*args)
    except (OperationalError, ConnectionError, OSError):
        logger.warning("no broker: %s%r waits for the sweep", task.name, args)
        return False
    return True

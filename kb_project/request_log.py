"""A line for each request and what came of it, through the logging of the settings.

The library that writes them is loaded with this middleware: commands and tasks, which answer no request, do without it.
"""

import structlog
from django_structlog.middlewares import RequestMiddleware as RequestLog

__all__ = ["RequestLog"]

# Tracebacks are plain: structlog's own show the value of every variable, secrets and documents included, and take
# seconds to draw.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.filter_by_level,
        structlog.processors.format_exc_info,
        structlog.processors.KeyValueRenderer(key_order=["event"], drop_missing=True),
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)

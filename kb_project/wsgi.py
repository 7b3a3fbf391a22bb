"""What gunicorn serves."""

import codecs
import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")

WsgiApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def refuse_unreadable_charsets(application: WsgiApplication) -> WsgiApplication:
    """Answer 400 to a request in an encoding that is none of text ("rot13", "zlib"): Django fails on it too early
    for any middleware to help."""

    def guarded(request: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if is_text_encoding(request.get("CONTENT_TYPE", "")):
            return application(request, start_response)
        start_response("400 Bad Request", [("Content-Type", "text/plain; charset=utf-8")])
        return [b"The charset of this request cannot be read. Send UTF-8.\n"]

    return guarded


def is_text_encoding(content_type: str) -> bool:
    """Whether the charset that a Content-Type names decodes bytes to text; Django ignores one that is not known."""
    charset = parse_header_parameters(content_type)[1].get("charset")
    try:
        codec = codecs.lookup(charset) if charset else None
    except LookupError:
        return True
    except ValueError:
        return False
    try:
        return codec is None or isinstance(b"a".decode(codec.name), str)
    except (LookupError, ValueError):
        return False


application = refuse_unreadable_charsets(get_wsgi_application())
# Every view is loaded now, once for all the processes that are forked from this one, and no first request waits for it.
get_resolver().url_patterns  # noqa: B018 - asking for them loads them

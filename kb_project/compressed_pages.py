"""Pages are sent compressed. Pictures and originals are so already, and answers for programs are left alone."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def compressed_pages(get_response: GetResponse) -> GetResponse:
    """Middleware. Django pads each page by a random length, and masks its tokens, against guessing by size (BREACH)."""
    compress = GZipMiddleware(get_response).process_response

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = not response.streaming and response.get("Content-Type", "").startswith("text/html")
        return compress(request, response) if is_page else response

    return answer

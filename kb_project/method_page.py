"""A request that an address does not take is answered with a page in words, where Django answers with an empty one."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def method_page(get_response: GetResponse) -> GetResponse:
    """Middleware; the header that lists what is allowed is kept. The API answers for itself."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    return answer

"""What every address of the API does before its own work."""

import codecs
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.views import APIView

from documents import conf
from documents.api.errors import ApiError
from documents.api.schema import ApiSchema

BODY_BYTES = 1024 * 1024
"""The most that a request may hold beside a file."""

TEXT_ENCODINGS = frozenset({"utf-8", "ascii"})


class BoundedJSONParser(JSONParser):
    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError("The values are nested too deeply.") from None


class ApiView(APIView):
    """`accepts_files` says whether a body may be as large as an upload."""

    schema = ApiSchema()
    metadata_class = None
    accepts_files = False

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what is too large or in no known encoding before anything reads it, the sign-in included."""
        refuse_too_large(request, BODY_BYTES + (conf.max_upload_bytes() if self.accepts_files else 0))
        refuse_odd_encoding(request)
        super().initial(request, *args, **kwargs)


def refuse_too_large(request: Request, most: int) -> None:
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        raise ParseError("The length of the body is not a number.") from None
    if length > most:
        raise ApiError("too-large", f"At most {most} bytes are accepted here.")


def refuse_odd_encoding(request: Request) -> None:
    """Django decodes body and address with whatever the content type names, rot13 and zlib included."""
    encoding = request.encoding
    if encoding and codecs.lookup(encoding).name not in TEXT_ENCODINGS:
        raise ParseError("Send UTF-8.")

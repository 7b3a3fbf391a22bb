"""A name of a file that is too long to be read at all: the form that it is sent in breaks off there."""

from django.http.multipartparser import MultiPartParserError

_OF_A_NAME = "header size"


def is_name_too_long(error: Exception) -> bool:
    """Whether a form was refused for one of its headers: but for the names in it, they are short.

    The API's parser wraps the error of Django's, which tells its kinds apart by its words alone.
    """
    cause = error if isinstance(error, MultiPartParserError) else error.__context__
    return isinstance(cause, MultiPartParserError) and _OF_A_NAME in str(cause)

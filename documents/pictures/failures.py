"""Why there is no picture, by a stable code."""

CODES = (
    "damaged",
    "password-needed",
    "took-too-long",
    "too-much-memory",
    "renderer-crashed",
    "renderer-missing",
    "too-busy",
    "file-missing",
)


class PictureFailure(Exception):  # noqa: N818 - a failure of the file, mostly, not an error of the program
    """No picture, by one of `CODES`; `detail` is for the log."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

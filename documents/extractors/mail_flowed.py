"""Text of a message that was broken into lines for the way only (RFC 3676, format=flowed), as it was written."""

_SIGNATURE = "-- "


def unflowed(text: str, *, deletes_space: bool = False) -> str:
    """Lines that end with a space go on in the next one, if that is quoted as deeply.

    `deletes_space`: that space was added for the way too, as in languages that set none between words.
    """
    lines: list[str] = []
    open_depth: int | None = None
    for raw in text.replace("\r\n", "\n").split("\n"):
        depth, content = _unstuffed(raw)
        goes_on = content.endswith(" ") and content != _SIGNATURE
        shown = content[:-1] if goes_on and deletes_space else content
        if open_depth == depth and content != _SIGNATURE:
            lines[-1] += shown
        else:
            lines.append(f"{'>' * depth} {shown}" if depth else shown)
        open_depth = depth if goes_on else None
    return "\n".join(line if line == _SIGNATURE else line.rstrip(" ") for line in lines)


def _unstuffed(line: str) -> tuple[int, str]:
    """How deeply it is quoted, and what was written; a space before that only protects it."""
    content = line.lstrip(">")
    return len(line) - len(content), content.removeprefix(" ")

"""The home that LibreOffice starts with: it opens the file that it is given, and nothing that the file asks for."""

import hashlib
from pathlib import Path

SOCKETS = Path("/tmp")  # noqa: S108 - not ours to choose
"""Where LibreOffice makes the socket by which a second start would find the first, wherever its home is."""

_OFFICE = "/org.openoffice.Office"
_SETTINGS = (
    (f"{_OFFICE}.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    (f"{_OFFICE}.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    (f"{_OFFICE}.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    (f"{_OFFICE}.Common/Security/Scripting", "DisableActiveContent", "true"),
    (f"{_OFFICE}.Writer/Content/Update", "Link", "2"),  # never
    (f"{_OFFICE}.Calc/Content/Update", "Link", "2"),
    (f"{_OFFICE}.Common/Misc", "FirstRun", "false"),
)
_ITEM = '<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
_FILE = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{}</oor:items>\n'
)


def write_profile(folder: Path) -> None:
    """A new user profile in `folder`, which is made: no macros, no links followed, no questions."""
    user = folder / "user"
    user.mkdir(parents=True)
    items = (_ITEM.format(path=path, name=name, value=value) for path, name, value in _SETTINGS)
    (user / "registrymodifications.xcu").write_text(_FILE.format("".join(items)), encoding="utf-8")


def remove_socket(folder: Path) -> None:
    """What a confined LibreOffice with the profile in `folder` has made outside of it, and may not remove itself."""
    digest = hashlib.md5(folder.as_uri().encode("utf-16-le"), usedforsecurity=False).digest()
    name = "".join(f"{byte:x}" for byte in digest)  # as LibreOffice writes it, without leading zeros
    (SOCKETS / f"OSL_PIPE_SingleOfficeIPC_{name}").unlink(missing_ok=True)

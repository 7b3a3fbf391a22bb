"""What the originals take, and what is left where they are kept."""

from __future__ import annotations

import shutil
from typing import Any

from django.db.models import Sum
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from documents.models import Revision
from kb_project.status.lines import Line

LITTLE = 0.05  # of the disk


def disk_lines() -> list[Line]:
    """Bytes as the database counts them, each file once; the disk only where storage is one of this machine."""
    files = Revision.objects.order_by().values("file", "size").distinct()
    stored = files.aggregate(bytes=Sum("size"))["bytes"] or 0
    return [Line(_("Originals"), "good", filesizeformat(stored)), *_free(Revision.file.field.storage)]


def _free(storage: Any) -> list[Line]:
    try:
        disk = shutil.disk_usage(storage.location)
    except (AttributeError, OSError):
        return []
    words = _("{free} of {total}").format(free=filesizeformat(disk.free), total=filesizeformat(disk.total))
    if disk.free > LITTLE * disk.total:
        return [Line(_("Free"), "good", words)]
    return [
        Line(
            _("Free"), "bad", words, _("Make room, or move MEDIA_ROOT to a larger disk: uploads fail when it is full.")
        )
    ]

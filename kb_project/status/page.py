"""The address of the status page."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb_project.status.disk import disk_lines
from kb_project.status.index import index_lines
from kb_project.status.lines import Line
from kb_project.status.services import service_lines
from kb_project.status.work import audits, failures, queue_lines, stage_lines

Groups = list[tuple[str, list[Line]]]


@require_safe
@never_cache
def status_page(request: HttpRequest) -> HttpResponse:
    """For staff. Counts and names are of the documents that they may read; services and disk are of the house."""
    if not request.user.is_staff:
        raise PermissionDenied(_("The status of the house is for staff."))
    groups: Groups = [
        (_("Services"), service_lines()),
        (_("Queue"), queue_lines(request.user)),
        (_("Documents by stage"), stage_lines(request.user)),
        (_("Index"), index_lines(request.user)),
        (_("Disk"), disk_lines()),
    ]
    context = {
        "groups": groups,
        "troubles": [line for _name, lines in groups for line in lines if line.advice],
        "failures": failures(request.user),
        "audits": audits(request.user),
    }
    return render(request, "status.html", context)

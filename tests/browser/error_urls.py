"""The project's addresses, and one more for each error page, whatever it takes to get it otherwise."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader
from django.urls import path

from kb_project.urls import handler400
from kb_project.urls import urlpatterns as project_urls

__all__ = ["handler400", "urlpatterns"]


@login_not_required
def error_page(request: HttpRequest, name: str) -> HttpResponse:
    """A failure on our side is told without a request, as Django does it."""
    status = int(name[:3])
    if status in (500, 503):
        return HttpResponse(loader.render_to_string(f"{name}.html"), status=status)
    return render(request, f"{name}.html", {"max_bytes": 500_000_000}, status=status)


urlpatterns = [path("errors/<slug:name>/", error_page), *project_urls]

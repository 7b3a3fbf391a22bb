"""The searches that a person keeps, and those that they asked last: to open, to rename and to remove."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from search import saved
from search.forms import SearchForm, SearchNameForm

_MOST_ID = 2**63


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def searches_page(request: HttpRequest) -> HttpResponse:
    """Both lists; a POST keeps a question under a name, and then shows its results again."""
    if request.method != "POST":
        return _page(request)
    form = SearchNameForm(request.POST)
    asked = SearchForm(QueryDict(request.POST.get("question", "")), user=request.user)
    question = asked.as_address() if asked.is_asked else ""
    if form.is_valid():
        name = form.cleaned_data["name"]
        try:
            saved.save_search(user=request.user, name=name, question=question)
        except saved.CannotSave as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("Kept as “{name}”.").format(name=name))
            return redirect(f"{reverse('search')}?{question}")
    return _page(request, form=form, question=question, query=asked.query)


@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    form = SearchNameForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["name"])))
        return redirect("searches")
    try:
        is_known = saved.rename_search(user=request.user, pk=_row(pk), name=form.cleaned_data["name"])
    except saved.CannotSave as error:
        messages.error(request, str(error))
        return redirect("searches")
    if not is_known:
        raise Http404
    return redirect("searches")


@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    search = get_object_or_404(saved.saved_by(request.user), pk=_row(pk))
    search.delete()
    messages.success(request, _("“{name}” is no longer kept.").format(name=search.name))
    return redirect("searches")


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """One of the searches asked last, or all of them where none is named."""
    rows = saved.recent_of(request.user)
    one = request.POST.get("search")
    if one is not None:
        rows = rows.filter(pk=_row(int(one)) if one.isascii() and one.isdecimal() and len(one) < 19 else 0)
    rows.delete()
    return redirect("searches")


def _page(request: HttpRequest, **form: object) -> HttpResponse:
    user = request.user
    context = {
        "saved": saved.shown(saved.saved_by(user), user),
        "recent": saved.shown(saved.recent_of(user), user),
        "most_recent": saved.MOST_RECENT,
    }
    return render(request, "search/searches.html", context | form)


def _row(pk: int) -> int:
    """An id that the database can be asked for."""
    return pk if pk < _MOST_ID else 0

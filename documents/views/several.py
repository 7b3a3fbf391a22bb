"""What people do to several documents of the library at once, and the one undo for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from documents import conf, services
from documents.forms import typed_tags
from documents.models import Collection, Document
from documents.services import Acted, LeftOut, Why
from documents.views.requests import post_only, whole_number

MOST = 500  # documents of one act
NAMED = 5  # titles in one message


def document_ids(values: Iterable[str]) -> list[int]:
    """The ids in form fields, each once; what is no id is left out. A field may hold several, with commas."""
    words = (word for value in values for word in value.split(","))
    return list(dict.fromkeys(int(word) for word in words if word.isdecimal() and len(word) < 19))[:MOST]


@post_only(button_on="library")
def library_act(request: HttpRequest) -> HttpResponse:
    """Do `act` to the chosen documents. Those that may only be read are left out, and named in words."""
    act = ACTS.get(request.POST.get("act", ""))
    chosen = document_ids(request.POST.getlist("shown" if request.POST.get("all") else "document"))
    if act is None or not chosen:
        messages.error(request, _("Choose at least one document, and then what to do with it."))
        return _back(request)
    documents = list(Document.objects.visible_to(request.user).with_current().filter(pk__in=chosen))
    if not documents:
        raise Http404(_("None of these documents is there any more."))
    documents.sort(key=lambda document: chosen.index(document.pk))
    if not services.sort_by_rights(documents, request.user).done:
        raise PermissionDenied(_("You may read these documents, but not change them."))
    return act(request, documents)


@post_only(button_on="library")
def library_restore(request: HttpRequest) -> HttpResponse:
    """Undo one act of deletion: bring back all that it took away."""
    chosen = document_ids(request.POST.getlist("document"))
    deleted = list(Document.objects.editable_by(request.user).deleted().filter(pk__in=chosen))
    if not deleted:
        raise Http404(_("There is nothing to restore, or you may not restore it."))
    acted = services.restore_several(documents=deleted, actor=request.user)
    _say(request, acted, ngettext("{n} document is back.", "{n} documents are back.", len(acted.done)))
    return _back(request)


def _delete(request: HttpRequest, documents: list[Document]) -> HttpResponse:
    if not request.POST.get("confirmed"):
        context = {
            "sorted": services.sort_by_rights(documents, request.user),
            "undo_days": conf.undo_period().days,
            "back": _back_query(request),
        }
        return render(request, "documents/delete_several.html", context)
    acted = services.delete_several(documents=documents, actor=request.user)
    _say_left_out(request, acted.left_out)
    return _back(request, deleted=acted.done)


def _move(request: HttpRequest, documents: list[Document]) -> HttpResponse:
    pk = request.POST.get("collection", "")
    target = Collection.objects.writable_by(request.user).filter(pk=whole_number(pk) or 0).first()
    if target is None:
        messages.error(request, _("Choose the collection that they should move to."))
        return _back(request)
    acted = services.move_several(documents=documents, collection=target, actor=request.user)
    done = ngettext(
        "{n} document was moved to {collection}.", "{n} documents were moved to {collection}.", len(acted.done)
    )
    _say(request, acted, done, collection=target.name)
    return _back(request)


def _tag(request: HttpRequest, documents: list[Document]) -> HttpResponse:
    tags = typed_tags(request.POST.get("tag", ""))
    if not tags:
        messages.error(request, _("Write the tag that they should get."))
        return _back(request)
    acted = services.tag_several(documents=documents, tags=tags, actor=request.user)
    done = ngettext("{n} document got {tags}.", "{n} documents got {tags}.", len(acted.done))
    _say(request, acted, done, tags=", ".join(f"#{tag}" for tag in tags))
    return _back(request)


def _read_again(request: HttpRequest, documents: list[Document]) -> HttpResponse:
    acted = services.read_several_again(documents=documents, actor=request.user)
    _say(request, acted, ngettext("{n} file is being read again.", "{n} files are being read again.", len(acted.done)))
    return _back(request)


def _recognize(request: HttpRequest, documents: list[Document]) -> HttpResponse:
    try:
        acted = services.recognize_several(documents=documents, actor=request.user)
    except services.OcrUnavailable as unavailable:
        messages.error(request, _(unavailable.sentence))
        return _back(request)
    done = ngettext(
        "The text of {n} document will be recognized.", "The text of {n} documents will be recognized.", len(acted.done)
    )
    _say(request, acted, done)
    return _back(request)


ACTS: dict[str, Callable[[HttpRequest, list[Document]], HttpResponse]] = {
    "delete": _delete,
    "move": _move,
    "tag": _tag,
    "read-again": _read_again,
    "recognize": _recognize,
}


def reason(why: Why) -> str:
    """Why a document was left as it was, as the end of a sentence."""
    return {
        Why.NOT_YOURS: _("you may read it, but not change it"),
        Why.NOTHING_TO_DO: _("nothing had to be done"),
        Why.ALREADY_HELD: _("the same file is there already"),
    }[why]


def _say(request: HttpRequest, acted: Acted, done: str, **named: str) -> None:
    if acted.done:
        messages.success(request, done.format(n=f"{len(acted.done):,}", **named))
    _say_left_out(request, acted.left_out)


def _say_left_out(request: HttpRequest, left_out: tuple[LeftOut, ...]) -> None:
    """One sentence a reason, with the titles of the first few."""
    for why in Why:
        titles = [one.document.title for one in left_out if one.why is why]
        if titles:
            named = ", ".join(f"“{title}”" for title in titles[:NAMED])
            more = _(" and {n} more").format(n=len(titles) - NAMED) if len(titles) > NAMED else ""
            messages.warning(
                request, _("Left as before: {titles}; {why}.").format(titles=named + more, why=reason(why))
            )


def _back(request: HttpRequest, *, deleted: Iterable[Document] = ()) -> HttpResponse:
    """To the list as it was: its filters, order and page, and what an undo would bring back."""
    query = QueryDict(_back_query(request), mutable=True)
    query.pop("deleted", None)
    if ids := ",".join(str(document.pk) for document in deleted):
        query["deleted"] = ids
    return redirect(f"{reverse('library')}?{query.urlencode(safe=',')}" if query else reverse("library"))


def _back_query(request: HttpRequest) -> str:
    return QueryDict(request.POST.get("back", "")[:2000]).urlencode()

"""Files come in, several at a time; each gets its own answer in words."""

from contextlib import suppress
from dataclasses import dataclass, replace

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from documents import conf, services
from documents.forms import UploadForm
from documents.models import Document
from documents.request_names import is_name_too_long
from documents.views.requests import HtmxRequest

FORM_OVERHEAD = 1024 * 1024  # bytes of a request that are not the file: field names, boundaries, the token
DRAIN_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: a document (new, or the one that held the same bytes) or a refusal.

    `archive` is the ZIP that it came in, where `name` is its path; `twin` once held the file of a new document.
    """

    name: str
    document: Document | None = None
    is_new: bool = False
    refusal: services.RefusedUpload | None = None
    still_locked: services.StillLocked | None = None
    archive: str = ""
    twin: services.Twin | None = None

    @property
    def http_status(self) -> int:
        if self.refusal is not None:
            return self.refusal.http_status
        return 201 if self.is_new else 200


@sensitive_post_parameters("password")
@csrf_exempt  # the size is judged before anything reads the body; `_upload` checks the token
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HtmxRequest) -> HttpResponse:
    try:
        return refuse_if_too_large(request) or _upload(request)
    except MultiPartParserError as error:
        if not is_name_too_long(error):
            raise
        form = UploadForm(user=request.user, initial=request.GET.dict())
        return _answer(request, form, [Outcome(name="", refusal=services.RefusedUpload("unreadable-name"))], 400)


@csrf_protect
def _upload(request: HtmxRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, UploadForm(user=request.user, initial=request.GET.dict()), [], 200)
    form = UploadForm(request.POST, request.FILES, user=request.user)
    outcomes = _receive_all(request, form) if form.is_valid() else []
    return _answer(request, form, outcomes, _status(outcomes) if outcomes else 400)


def _answer(request: HtmxRequest, form: UploadForm, outcomes: list[Outcome], status: int) -> HttpResponse:
    if request.htmx:
        return render(request, "documents/_upload_outcomes.html", {"outcomes": outcomes, "form": form}, status=status)
    return _page(request, form, outcomes, status)


def refuse_if_too_large(request: HtmxRequest) -> HttpResponse | None:
    """A 413 page before the body is parsed or stored; None when the request may be read."""
    limit = conf.max_upload_bytes() + FORM_OVERHEAD
    size = int(request.META.get("CONTENT_LENGTH") or 0)
    if size <= limit:
        return None
    _drain(request, 2 * limit)
    template = "documents/_too_large.html" if request.htmx else "413.html"
    return render(request, template, {"max_bytes": conf.max_upload_bytes()}, status=413)


def _drain(request: HtmxRequest, most: int) -> None:
    """Read `most` bytes away: a browser shows no answer before it has sent what it began to send."""
    with suppress(UnreadablePostError):
        while most > 0 and (block := request.read(DRAIN_BYTES)):
            most -= len(block)


def _receive_all(request: HtmxRequest, form: UploadForm) -> list[Outcome]:
    outcomes = [one for file in form.cleaned_data["file"] for one in _receive(request, form, file)]
    twins = services.earlier_holders(one.document for one in outcomes if one.document and one.is_new)
    return [replace(one, twin=twins.get(one.document.pk)) if one.document and one.is_new else one for one in outcomes]


def _receive(request: HtmxRequest, form: UploadForm, file: UploadedFile) -> list[Outcome]:
    """One outcome, or one for each file of an archive; of these, a locked one asks for its password on its own page."""
    name = file.name or ""
    try:
        if services.is_archive(file):
            where = form.cleaned_data["collection"]
            return _of_batch(services.receive_batch(collection=where, file=file, name=name, actor=request.user))
        taken = _take(request, form, file)
    except services.RefusedUpload as refusal:
        return [Outcome(name, refusal=refusal)]
    return [Outcome(name, taken.received.document, taken.received.is_new, still_locked=taken.problem)]


def _of_batch(batch: services.Batch) -> list[Outcome]:
    return [
        Outcome(item.path, item.received.document, item.received.is_new, archive=batch.name)
        if item.received
        else Outcome(item.path, refusal=item.refusal, archive=batch.name)
        for item in batch.items
    ]


def _take(request: HtmxRequest, form: UploadForm, file: UploadedFile) -> services.ReceivedWithPassword:
    """With a password, the files that it opens are read here and now; see `services.unlocking`."""
    collection, name, actor = form.cleaned_data["collection"], file.name or "", request.user
    password = form.cleaned_data["password"]
    if password:
        return services.receive_with_password(
            collection=collection, file=file, name=name, actor=actor, password=password
        )
    return services.ReceivedWithPassword(
        services.receive_file(collection=collection, file=file, name=name, actor=actor)
    )


def _status(outcomes: list[Outcome]) -> int:
    """That of the best outcome: one file taken is a success, and each refused one says so in its row."""
    best = min(outcomes, key=lambda outcome: (outcome.refusal is not None, not outcome.is_new))
    return best.http_status


def _page(request: HtmxRequest, form: UploadForm, outcomes: list[Outcome], status: int) -> HttpResponse:
    context = {
        "form": form,
        "outcomes": outcomes,
        "max_bytes": conf.max_upload_bytes(),
        "may_upload": form.fields["collection"].queryset.exists(),  # type: ignore[attr-defined]
    }
    return render(request, "documents/upload.html", context, status=status)

"""Every form of a citation to take away, and the page that takes one back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import category

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from documents.text.citation_formats import CITATION_FORMATS, CitationFormat, format_citation
from documents.views.access import readable_document
from search import queries
from search.citation_forms import VerifyForm
from search.citing import citation_details, cite_path, verify
from search.results import PassageView

LONGEST_FILE_NAME = 60  # code points, less the extension
_NOT_IN_FILES = frozenset('<>:"/\\|?*')


@dataclass(frozen=True, slots=True)
class Form:
    """A citation in one form; `url` is where it is given as a file."""

    format: CitationFormat
    content: str
    about: str
    url: str

    @property
    def is_for_programs(self) -> bool:
        """Long, and seldom read: folded up until it is asked for."""
        return "json" in self.format.media_type


@require_safe
def passage_cite(request: HttpRequest, pk: int, start: int, end: int) -> HttpResponse:
    """Every form of the citation of a passage; with `format=`, that one as a file."""
    document = readable_document(request, pk)
    view = queries.passage(user=request.user, document_id=pk, start=start, end=end, digest=request.GET.get("v", ""))
    if view is None:
        return render(request, "search/passage_gone.html", {"document": document}, status=404)
    if "format" in request.GET:
        return _file(view, request.GET["format"])
    context = {
        "document": document,
        "view": view,
        "forms": list(_forms(view)),
        "record": format_citation("json", view.citation, citation_details(view)),
    }
    return render(request, "search/cite.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def verify_page(request: HttpRequest) -> HttpResponse:
    """Takes a citation in any JSON form and says what became of it. Nothing is stored."""
    form = VerifyForm(request.POST, request.FILES) if request.method == "POST" else VerifyForm()
    if not form.is_bound:
        return render(request, "search/verify.html", {"form": form})
    if not form.is_valid():
        return render(request, "search/verify.html", {"form": form}, status=400)
    cited = form.cleaned_data["cited"]
    verdict = verify(request.user, cited)
    return render(request, "search/verify.html", {"form": form, "verdict": verdict, "cited": cited})


def _file(view: PassageView, code: str) -> HttpResponse:
    form = CITATION_FORMATS.get(code)
    if form is None:
        raise Http404(_("Citations are not given in this form."))
    content = format_citation(code, view.citation, citation_details(view))
    # JSON is UTF-8 by definition, and its types have no such parameter.
    media_type = form.media_type if "json" in form.media_type else f"{form.media_type}; charset=utf-8"
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{_file_name(view.document.title)}.{form.extension}"
    )
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _file_name(title: str) -> str:
    """A title without what a file system could stumble over."""
    kept = (" " if one in _NOT_IN_FILES or category(one)[0] in "CZ" else one for one in title)
    return " ".join("".join(kept).split())[:LONGEST_FILE_NAME].strip(". ") or "citation"


def _forms(view: PassageView) -> Iterator[Form]:
    details, about, url = citation_details(view), _about_forms(), cite_path(view.citation)
    for code, form in CITATION_FORMATS.items():
        yield Form(form, format_citation(code, view.citation, details), about[code], f"{url}&format={code}")


def _about_forms() -> dict[str, str]:
    return {
        "text": _("One line for a letter or a report."),
        "markdown": _("A quotation with its source, for notes and wikis."),
        "link": _("Opens these words, highlighted, also when the document has been replaced."),
        "bibtex": _("For LaTeX and reference managers."),
        "csl-json": _("For Zotero, pandoc and other reference managers. Can be verified here."),
        "web-annotation": _("The W3C standard: quote, position and pages as selectors. Can be verified here."),
        "json": _("Everything that is known about the place, as the API gives it. Can be verified here."),
    }

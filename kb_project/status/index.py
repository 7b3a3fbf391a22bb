"""Which index is searched, and how full it is."""

from __future__ import annotations

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import Count, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from documents.models import Document
from documents.querysets import AnyUser
from kb_project.status.lines import Line
from search.generations import existing_generation
from search.models import Generation


def index_lines(user: AnyUser) -> list[Line]:
    """The generation that is searched, and one that is being built beside it."""
    generation = existing_generation()
    if generation is None:
        return [Line(_("Generation"), "wait", _("None yet: it is made when the first document is indexed."))]
    unfinished = Generation.objects.filter(activated_at__isnull=True, is_candidate=False)
    return [*_of(generation, user), *map(_unfinished, unfinished)]


def _of(generation: Generation, user: AnyUser) -> list[Line]:
    held = generation.records.filter(document__in=Document.objects.visible_to(user))
    counts = held.aggregate(documents=Count("pk"), chunks=Sum("chunk_count"))
    documents, chunks = counts["documents"], counts["chunks"] or 0
    held_documents = ngettext("{n} document", "{n} documents", documents).format(n=intcomma(documents))
    holds = ngettext("{documents}, cut into {n} chunk", "{documents}, cut into {n} chunks", chunks)
    return [
        Line(_("Generation"), "good", _("{n}, made with {model}").format(n=generation.pk, model=generation.model)),
        Line(
            _("Chunks"),
            "good",
            _("{size} tokens each at most, {overlap} of them shared with the one before").format(
                size=generation.policy.get("max_tokens"), overlap=generation.policy.get("overlap_tokens")
            ),
        ),
        Line(_("Holds"), "good", holds.format(documents=held_documents, n=intcomma(chunks))),
    ]


def _unfinished(generation: Generation) -> Line:
    documents = generation.records.count()
    words = ngettext(
        "{n} document so far, made with {model}", "{n} documents so far, made with {model}", documents
    ).format(n=intcomma(documents), model=generation.model)
    advice = _("If “manage.py rebuild_index” is not running any more, run it again: it goes on from here.")
    return Line(_("Being built"), "wait", words, advice)

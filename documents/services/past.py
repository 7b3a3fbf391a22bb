"""What was said of a document before: the labels of its pages and its titles. A citation may date from then."""

from __future__ import annotations

from collections.abc import Iterator

from documents.models import DocumentEvent, Revision
from documents.services.labelling import declared_labels, label_events, labels_in_force
from documents.text.page_labels import PageLabels, labels_within


def former_labels(revision: Revision) -> Iterator[PageLabels]:
    """Every state that the page labels of this text have had: as its files declare them, and as people left them."""
    same = Revision.objects.filter(
        document=revision.document_id, text_sha256=revision.text_sha256, page_count=revision.page_count
    )
    labels = same.only("document", "number", "page_count", "page_labels", "declared_page_labels")
    for reading in labels.filter(status__in=Revision.READ).order_by("-number"):
        yield declared_labels(reading)
        yield from _states(reading)


def _states(reading: Revision) -> Iterator[PageLabels]:
    """From the labels in force back, one change after another."""
    labels = labels_within(labels_in_force(reading), 1, reading.page_count or 0)
    yield labels
    for detail in label_events(reading).values_list("detail", flat=True):
        first, last = detail.get("first", 1), detail.get("last", 0)
        labels = [*labels[: first - 1], *detail.get("before", []), *labels[last:]]
        yield labels


def former_titles(document_id: int) -> set[str]:
    """Those that its events remember."""
    events = DocumentEvent.objects.filter(document_id=document_id).order_by()
    titles = set(events.values_list("document_title", flat=True).distinct())
    changes = events.filter(detail__changes__has_key="title").values_list("detail__changes__title", flat=True)
    return titles | {str(change[0]) for change in changes if isinstance(change, list) and change}

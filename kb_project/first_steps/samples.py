"""Documents of our own in a library that never held any, so that the first search finds something."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.files import File
from django.db import transaction

from documents.models import Collection, Document, DocumentEvent
from documents.querysets import AnyUser
from documents.services import receive_file
from kb_project.samples import SAMPLE_FILES
from search.stages import stage_of

COLLECTION = "Samples"
READING_SECONDS = 300.0
LOOK_SECONDS = 0.2


def fill_empty_library(say: Callable[[str], None]) -> None:
    """Add the samples unless there is, or ever was, a document; wait until they can be found."""
    if Document.objects.exists() or DocumentEvent.objects.exists():
        return
    say("The library is empty: adding samples")
    wait_until_read(_receive_all(), say)


@transaction.atomic
def _receive_all() -> list[Document]:
    """All samples or none: a start that is killed in between tries again."""
    administrator = get_user_model().objects.filter(is_superuser=True).order_by("pk").first()
    collection, _ = Collection.objects.get_or_create(name=COLLECTION)
    return [_receive(path, title, collection, administrator) for title, path in SAMPLE_FILES.items()]


def _receive(path: Path, title: str, collection: Collection, actor: AnyUser | None) -> Document:
    with path.open("rb") as stream:
        file = File(stream, path.name)
        return receive_file(collection=collection, file=file, name=path.name, title=title, actor=actor).document


def wait_until_read(documents: Iterable[Document], say: Callable[[str], None]) -> None:
    """Tell each change of stage until every document has reached its last, or for `READING_SECONDS`."""
    deadline = time.monotonic() + READING_SECONDS
    told = dict.fromkeys(documents, "")
    waiting = list(told)
    while waiting and time.monotonic() < deadline:
        waiting = [document for document in waiting if not _is_final(document, told, say)]
        time.sleep(LOOK_SECONDS)
    if waiting:
        say("  not all samples could be read yet; the library shows what became of them")


def _is_final(document: Document, told: dict[Document, str], say: Callable[[str], None]) -> bool:
    document.refresh_from_db()
    stage = stage_of(document)
    if told[document] != stage.words:
        told[document] = stage.words
        say(f"  {document.title}: {stage.words}")
    return stage.is_final

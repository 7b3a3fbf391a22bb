"""How a document begins: written with it, anew when it is renamed, and gone with it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from documents.models import Document
from documents.services import delete_document, update_document
from search.generations import active_generation
from search.heads import HEAD, LEAST_CHUNKS
from search.indexing import Outcome, write_heads
from search.lexical import TsQuery
from search.models import Chunk, DocumentHead, IndexRecord
from tests.factories import add_revision, index, make_document

pytestmark = pytest.mark.usefixtures("index_db", "eager_tasks")

LONG = (
    "The lessee pays the rent.\n\n"
    + "Every clause of this lease is binding on both parties. " * 30
    + "Bergamot. " * 400
)


def heads(notation: str) -> list[str]:
    found = DocumentHead.objects.filter(search_vector=TsQuery(notation))
    return list(found.order_by("pk").values_list("document__title", flat=True))


def test_a_head_has_the_words_of_the_title_and_of_the_beginning_alone(django_capture_on_commit_callbacks: Any) -> None:
    index(long := make_document(text=LONG, title="Harrowgate lease"), make_document(text="The lessee.", title="short"))
    assert Chunk.objects.filter(document=long).count() >= LEAST_CHUNKS
    assert LONG.index("Bergamot") > HEAD
    assert heads("'lesse'") == heads("'harrowg' <-> 'leas'") == ["Harrowgate lease"]
    assert heads("'bergamot'") == heads("'leas' <-> 'lesse'") == heads("'leas' <-> 'the'") == []
    before = DocumentHead.objects.get().pk

    with django_capture_on_commit_callbacks(execute=True):
        update_document(document=long, actor=None, title="Pemberling lease")
    assert heads("'pemberl'") == ["Pemberling lease"]
    assert heads("'harrowg'") == []
    assert heads("'lesse'") == ["Pemberling lease"]
    assert DocumentHead.objects.get().pk == before

    index_of_long = Document.objects.get(pk=long.pk)
    add_revision(index_of_long, text="It became short.")
    index(index_of_long)
    assert not DocumentHead.objects.exists()
    assert write_heads(long.pk) is Outcome.DONE
    assert not DocumentHead.objects.exists()

    add_revision(index_of_long, text=LONG.replace("lessee", "tenant"))
    index(index_of_long)
    assert heads("'tenant'") == ["Pemberling lease"]
    with django_capture_on_commit_callbacks(execute=True):
        delete_document(document=long, actor=None)
    assert not DocumentHead.objects.exists()


def test_a_head_is_stemmed_as_its_document_is(settings: Any) -> None:
    text = "Der Mieter kann den Vertrag kündigen, und die Kündigung erfolgt schriftlich. " * 60
    index(make_document(text=text, title="Mietverträge"))
    assert IndexRecord.objects.get().search_config == "german"
    assert heads("'mietvertrag' & 'kundig'") == ["Mietverträge"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT numnode(plainto_tsquery('german', 'der')), count(*) FROM search_documenthead")
        assert cursor.fetchone() == (0, 1)
    assert heads("'der'") == []
    assert active_generation().heads.count() == 1

"""What a migration does to rows that are there already."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from documents.models import Revision
from tests.factories import make_document

BEFORE = [("documents", "0002_events_append_only")]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_labels_that_were_read_before_corrections_existed_are_the_declared_ones() -> None:
    labelled = make_document(pages=["One.", "Two."], labels=["i", "1"])
    plain, unlabelled = make_document(text="Plain."), make_document(pages=["One."])
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    MigrationExecutor(connection).migrate(BEFORE)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM documents_revision WHERE page_labels IS NOT NULL")
            assert cursor.fetchone() == (1,)
    finally:
        MigrationExecutor(connection).migrate(latest)
    declared = dict(Revision.objects.values_list("document", "declared_page_labels"))
    assert declared == {labelled.pk: ["i", "1"], plain.pk: None, unlabelled.pk: None}

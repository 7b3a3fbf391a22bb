"""What the admin site tells of page labels."""

from typing import Any

import pytest

from documents.admin.page_table import page_metadata
from documents.models import Revision
from tests.factories import make_document


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("declared", "in_force", "words"),
    [
        (["i", "1"], ["i", "1"], "2 declared, from i to 1"),
        (["i", "1"], ["i", "2"], "2 in force, from i to 2; corrected: 2 declared, from i to 1"),
        (["i", "1"], None, "none in force; corrected: 2 declared, from i to 1"),
        (None, ["i", None], "1 in force, from i to i; corrected: none declared"),
        (None, None, "none declared"),
        (None, 5, "damaged; corrected: none declared"),
    ],
)
def test_labels_in_force_are_told_beside_the_declared_ones(declared: Any, in_force: Any, words: str) -> None:
    document = make_document(pages=["One.", "Two."])
    Revision.objects.filter(document=document).update(page_labels=in_force, declared_page_labels=declared)
    shown = page_metadata(Revision.objects.with_text().get(document=document), "1")
    assert shown.labels == words
    if isinstance(in_force, list):
        assert [page.label for page in shown.pages] == [label or "" for label in in_force]
    assert [page.declared for page in shown.pages] == (declared or ["", ""])

"""What people fill in. Shapes only: the rules are the services'."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from documents.forms import DocumentForm, LibraryForm, SeveralFilesField
from tests.factories import make_admin, make_collection, make_group, make_user


def test_several_files_or_one_come_out_as_a_list_and_empty_ones_are_let_through() -> None:
    field = SeveralFilesField()
    one, empty = SimpleUploadedFile("a", b"a"), SimpleUploadedFile("b", b"")
    assert field.clean([one, empty]) == [one, empty]
    assert field.clean(one) == [one]


@pytest.mark.django_db
def test_tags_are_typed_with_commas() -> None:
    collection = make_collection()
    form = DocumentForm({"title": "A", "collection": collection.pk, "tags": " rent,, notice , "}, user=make_admin())
    assert form.is_valid()
    assert form.cleaned_data["tags"] == ["rent", "notice"]


@pytest.mark.django_db
def test_the_library_ignores_what_it_does_not_understand() -> None:
    group = make_group()
    user, mine, others = make_user(groups=[group]), make_collection(readers=[group]), make_collection()
    asked = {"status": "x", "type": "y", "sort": "z", "collection": others.pk, "q": "\0"}
    assert LibraryForm(asked, user=user).chosen == {}
    assert LibraryForm({"collection": mine.pk, "sort": "-title"}, user=user).chosen == {"collection": mine}

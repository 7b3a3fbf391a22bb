"""What people fill in about documents. A form checks shapes; the rules live in the services."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Case, Exists, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from documents.extractors.passwords import LONGEST_PASSWORD
from documents.extractors.registry import FORMATS
from documents.models import Collection, Document, Revision
from documents.querysets import TEXT_SOURCES, AnyUser, DocumentQuerySet

MEDIA_TYPES = FORMATS.keys()

# What people filter by, and the states of the newest file that it stands for.
STATUSES = {
    "failed": [Revision.Status.FAILED],
    "no-text": [Revision.Status.NO_TEXT],
    "unread": [Revision.Status.RECEIVED, Revision.Status.EXTRACTING],
    "read": [Revision.Status.EXTRACTED],
}

SORT_FIELDS: dict[str, F | Lower] = {
    "title": Lower("title"),
    "type": F("current_revision__media_type"),
    "pages": F("current_revision__page_count"),
    "collection": F("collection__name"),
    "updated": F("updated_at"),
    "owner": F("owner__username"),
}


LONGEST_TAG = 60  # code points


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """One or more files. An empty one is let through: the service refuses it with its own sentence."""

    widget = SeveralFilesInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_empty_file=True, **kwargs)

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = data if isinstance(data, list | tuple) and data else [data]
        return [super(SeveralFilesField, self).clean(file, initial) for file in files]


def typed_tags(typed: str) -> list[str]:
    """Tags as people type them, with commas between; a sign before a tag is not part of it."""
    tags = (tag.strip().removeprefix("#").strip()[:LONGEST_TAG] for tag in typed.split(","))
    return list(dict.fromkeys(tag for tag in tags if tag))


class FilePasswordField(forms.CharField):
    """The password of a file. It is never filled in again, and blanks at its ends belong to it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": "off"})
        super().__init__(
            label=_("Password of the file"), strip=False, max_length=LONGEST_PASSWORD, widget=widget, **kwargs
        )


class UploadForm(forms.Form):
    """Only the collections that `user` may write are offered."""

    collection = forms.ModelChoiceField(queryset=Collection.objects.none(), label=_("Collection"), empty_label=None)
    file = SeveralFilesField(label=_("Files"), error_messages={"required": _("Choose at least one file to upload.")})
    password = FilePasswordField(required=False)

    def __init__(self, *args: Any, user: AnyUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["collection"].queryset = Collection.objects.writable_by(user)  # type: ignore[attr-defined]


class ReplaceForm(forms.Form):
    file = forms.FileField(
        label=_("New file"),
        allow_empty_file=True,
        error_messages={"required": _("Choose the file that takes the place of the old one.")},
    )


class FilePasswordForm(forms.Form):
    password = FilePasswordField(error_messages={"required": _("Type the password of the file.")})


class DocumentForm(forms.Form):
    """Title, collection and tags of a document; tags are typed with commas between them."""

    title = forms.CharField(label=_("Title"), max_length=300)
    collection = forms.ModelChoiceField(queryset=Collection.objects.none(), label=_("Collection"), empty_label=None)
    tags = forms.CharField(label=_("Tags"), required=False, max_length=1000, help_text=_("Separate tags with commas."))

    def __init__(self, *args: Any, user: AnyUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["collection"].queryset = Collection.objects.writable_by(user)  # type: ignore[attr-defined]

    def clean_tags(self) -> list[str]:
        return typed_tags(self.cleaned_data["tags"])


class TitleForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=300)


class LibraryForm(forms.Form):
    """The library's filters, from the address. What is not understood is left out, never an error page."""

    q = forms.CharField(label=_("Title"), required=False, max_length=200)
    status = forms.ChoiceField(choices=[(code, code) for code in STATUSES], required=False)
    collection = forms.ModelChoiceField(queryset=Collection.objects.none(), required=False)
    type = forms.ChoiceField(choices=lambda: [(code, code) for code in MEDIA_TYPES], required=False)
    text = forms.ChoiceField(choices=[(code, code) for code in TEXT_SOURCES], required=False)
    tag = forms.CharField(required=False, max_length=LONGEST_TAG)
    sort = forms.ChoiceField(
        choices=[(sign + name, name) for name in SORT_FIELDS for sign in ("", "-")], required=False
    )

    def __init__(self, *args: Any, user: AnyUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["collection"].queryset = Collection.objects.readable_by(user)  # type: ignore[attr-defined]
        self.is_valid()

    @property
    def chosen(self) -> dict[str, Any]:
        """The filters in force, by name; sorting is not one of them."""
        return {name: value for name, value in self.cleaned_data.items() if value and name != "sort"}

    def apply(self, documents: DocumentQuerySet) -> QuerySet[Document]:
        """Filtered and ordered: by the column asked for; else those that failed first, then the newest."""
        newest = Revision.objects.filter(document=OuterRef("pk")).order_by("-number")
        if source := self.chosen.get("text"):
            documents = documents.of_text_source(source)
        found = documents.with_current().annotate(newest_status=Subquery(newest.values("status")[:1]))
        for name, value in self.chosen.items():
            if name != "text":
                found = found.filter(**_condition(name, value))
        return found.order_by(*self._order())

    def _order(self) -> list[Any]:
        asked = self.cleaned_data.get("sort", "")
        if not asked:
            return [_failed_first(), "-updated_at", "-pk"]
        column = SORT_FIELDS[asked.lstrip("-")]
        order = column.desc(nulls_last=True) if asked.startswith("-") else column.asc(nulls_last=True)
        return [order, "-pk"]


def _condition(name: str, value: Any) -> dict[str, Any]:
    if name == "status":
        return {"newest_status__in": STATUSES[value]}
    if name == "tag":
        return {"tags__contains": [value]}
    if name == "q":
        return {"title__icontains": unicodedata.normalize("NFC", value)}
    return {{"type": "current_revision__media_type"}.get(name, name): value}


def _failed_first() -> Case:
    """Those whose newest revision failed: few, so they are looked up once instead of asked about in each row."""
    newer = Revision.objects.filter(document=OuterRef("document"), number__gt=OuterRef("number"))
    failed = Revision.objects.filter(~Exists(newer), status=Revision.Status.FAILED).order_by().values("document")
    return Case(When(pk__in=failed, then=Value(0)), default=Value(1))

"""A citation that somebody brings back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from documents.text.citation_reading import MOST_CHARACTERS, UnreadableCitation, read_citation


class VerifyForm(forms.Form):
    """JSON, pasted or as a file; the file counts where both are given. `cleaned_data["cited"]` is what it claims."""

    text = forms.CharField(
        label=_("The citation as JSON"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off", "dir": "auto"}),
    )
    file = forms.FileField(
        label=_("Or a file with it"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.jsonld,application/json,application/ld+json"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            cleaned["cited"] = _read(self._given(cleaned))
        return cleaned

    def _given(self, cleaned: dict[str, Any]) -> str:
        file = cleaned.get("file")
        given = _decoded(file) if file else str(cleaned.get("text", ""))
        if not given.strip():
            raise forms.ValidationError(_("Paste a citation, or choose a file that holds one."), code="nothing-given")
        return given


def _decoded(file: UploadedFile) -> str:
    if (file.size or 0) > 4 * MOST_CHARACTERS:  # the most bytes that one code point takes
        raise _refused(UnreadableCitation("too-large"))
    try:
        return file.read().decode()
    except UnicodeDecodeError:
        raise _refused(UnreadableCitation("not-json")) from None


def _read(given: str) -> Any:
    try:
        return read_citation(given)
    except UnreadableCitation as error:
        raise _refused(error) from error


def _refused(error: UnreadableCitation) -> forms.ValidationError:
    sentence = gettext(error.sentence)
    return forms.ValidationError(f"{sentence} ({error.detail})" if error.detail else sentence, code=error.code)

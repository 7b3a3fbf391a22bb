"""What people fill in to correct page labels: numbering from a page on, or the label of one page.

Each form says in `rule` what is to be done and in `after` what the labels would be then, for a preview.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from documents.text.page_labels import LARGEST_NUMBERS, LONGEST_LABEL, LabelRule, PageLabels, RefusedLabel, apply_rules

STYLE_WORDS = [
    ("decimal", "1, 2, 3 …"),
    ("roman", "i, ii, iii …"),
    ("ROMAN", "I, II, III …"),
    ("letters", "a, b, c …"),
    ("LETTERS", "A, B, C …"),
    ("none", _("no numbers, the prefix alone")),
]

REFUSAL_WORDS = {
    "label-direction": _("A label cannot hold characters that turn the direction of writing."),
    "label-too-long": _("A label can have at most 100 characters."),
    "range-backwards": _("The last page comes before the first."),
    "page-unknown": _("The document has no such page."),
    "style-unknown": _("Choose how the pages are counted."),
    "number-out-of-range": _("There are no numbers of this kind for so many pages: they begin at 1 and have an end."),
}


class LabelForm(forms.Form):
    """Asks for one rule on the labels in force of a document of `page_count` pages."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)
    after: list[str | None] | None = None
    field_of: dict[str, str] = {}

    def __init__(self, *args: Any, labels: PageLabels, page_count: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.labels, self.page_count = labels, page_count

    @property
    def rule(self) -> LabelRule:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            try:
                self.after = apply_rules(self.labels, self.page_count, [self.rule])
            except RefusedLabel as refused:
                self.add_error(self.field_of.get(refused.code), REFUSAL_WORDS[refused.code])
        return self.cleaned_data


class NumberingForm(LabelForm):
    first = forms.IntegerField(
        label=_("From page"), min_value=1, help_text=_("Counted from the first page of the file, whatever is printed.")
    )
    last = forms.IntegerField(label=_("Up to page"), min_value=1, required=False, help_text=_("Empty: to the end."))
    style = forms.ChoiceField(label=_("Count"), choices=STYLE_WORDS)
    start = forms.IntegerField(
        label=_("Beginning with"),
        min_value=1,
        max_value=LARGEST_NUMBERS["decimal"],
        initial=1,
        required=False,
        help_text=_("The number of the first of these pages; 3 begins with 3, iii or c."),
    )
    lead = forms.CharField(
        label=_("Prefix"),
        required=False,
        strip=False,
        max_length=LONGEST_LABEL,
        help_text=_("What stands before each number, such as “A-”."),
    )

    field_of = {
        "page-unknown": "first",
        "range-backwards": "last",
        "number-out-of-range": "start",
        "label-direction": "lead",
        "label-too-long": "lead",
    }

    @property
    def rule(self) -> LabelRule:
        values = self.cleaned_data
        return LabelRule(
            first=values["first"],
            last=values["last"],
            style=values["style"],
            prefix=values["lead"],
            start=values["start"] or 1,
        )


class OnePageForm(LabelForm):
    page = forms.IntegerField(
        label=_("Page"), min_value=1, help_text=_("Counted from the first page of the file, whatever is printed.")
    )
    label = forms.CharField(
        label=_("Label"),
        required=False,
        max_length=LONGEST_LABEL,
        help_text=_("What is printed on it. Empty: it has no label."),
    )

    field_of = {"page-unknown": "page", "label-direction": "label", "label-too-long": "label"}

    @property
    def rule(self) -> LabelRule:
        number = self.cleaned_data["page"]
        return LabelRule(first=number, last=number, style="none", prefix=self.cleaned_data["label"])

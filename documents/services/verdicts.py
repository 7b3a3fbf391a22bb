"""What can become of a citation, in values and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from documents.services.disagreements import Disagreement
from documents.text import Change, Citation

VerdictKind = Literal["exact", "moved", "not-found"]
Reason = Literal[
    "stands-there",
    "other-place",
    "spacing",
    "other-text",
    "text-not-held",
    "altered",
    "gone",
    "unknown-document",
    "damaged",
]


@dataclass(frozen=True, slots=True)
class NewerPlace:
    """Where the words stand in the current text: the same ones ("exact", white space aside), or what became of them.

    `score` is the share of the letters that stayed; `changes` tells edited words one by one.
    """

    kind: Literal["exact", "edited"]
    citation: Citation
    score: float
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a citation.

    `citation` is where the words stand: at the place that was cited (exact) or at another one (moved); None where they
    are not found. `is_current` is whether that text is the document's newest. `score` is the share of the quote's code
    points that are unchanged. Where the text that was cited has been replaced, `newer` is where the words stand in the
    current one; None where they do not.
    """

    kind: VerdictKind
    reason: Reason
    citation: Citation | None = None
    is_current: bool = False
    score: float = 0.0
    newer: NewerPlace | None = None
    disagreements: tuple[Disagreement, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the words are found, and all that the citation says beside them is so or was so once."""
        return self.citation is not None and all(one.is_outdated for one in self.disagreements)

    @property
    def is_proved(self) -> bool:
        """Whether the citation may be relied on as it stands, the words and all else."""
        return self.kind == "exact" and self.agrees

    @property
    def heading(self) -> str:
        """The verdict in a few words, for people."""
        if self.kind == "exact" and not self.agrees:
            return _("Exact words, but the citation says something else that is not so")
        return {"exact": _("Exact"), "moved": _("Moved"), "not-found": _("Not found")}[self.kind]

    @property
    def sentence(self) -> str:
        """In words, for people."""
        if self.kind == "exact" and not self.agrees:
            return _("The text that was cited has these very words at these offsets, but not all else is as it says.")
        return _sentences()[self.reason]


def _sentences() -> dict[str, str]:
    return {
        "stands-there": _("The words stand exactly where the citation says."),
        "other-place": _("The words stand in the text that was cited, but at another place than the citation says."),
        "spacing": _("The words stand in the text that was cited, but with other white space between them."),
        "other-text": _("The words are not in the text that was cited. They stand in the document's current text."),
        "text-not-held": _("The text that was cited is not held here. The words were found in the current text."),
        "altered": _("The text that was cited is held here, and these words do not stand in it."),
        "gone": _("The text that was cited is not held here, and the words cannot be found in the current one."),
        "unknown-document": _("There is no such document or text here, or none that you may see."),
        "damaged": _("What is stored about the text that was cited is damaged, so that nothing can be proved by it."),
    }

"""What was wrong with single pages of a file that could be read: stable codes, and what a person is told."""

from documents.extractors.failures import gettext_noop

PAGE_PROBLEMS = {
    "unreadable": gettext_noop("The page is damaged and could not be read."),
    "second-reader": gettext_noop("The page is damaged; a second reader could read it."),
    "unusable-text-layer": gettext_noop("The text layer is unusable (glyphs without letters), as on a scan."),
    "no-text-layer": gettext_noop("The page has no text layer, as on a scan."),
    "ocr-failed": gettext_noop("Text recognition failed on this page."),
    "ocr-found-nothing": gettext_noop("Text recognition found no text on this page."),
}

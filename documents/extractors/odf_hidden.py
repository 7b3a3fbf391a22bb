"""What a reader of an OpenDocument file does not see: hidden by its style, by itself, or by a condition that held."""

from documents.extractors.odf_names import Element, attribute, child, descendants, name_of
from documents.extractors.odf_package import OpenDocument

_DEEPEST_STYLE = 32
_FAMILIES = {"text:span": "text", "text:p": "paragraph", "text:h": "paragraph"}


class Hidden:
    """By the styles of one document, and by what the elements say of themselves."""

    def __init__(self, document: OpenDocument) -> None:
        found = [*descendants(document.styles, "style:style"), *descendants(document.content, "style:style")]
        self._styles = {(attribute(one, "style:family"), attribute(one, "style:name")): one for one in found}
        self._known: dict[tuple[str, str], bool] = {}

    def hides(self, element: Element) -> bool:
        """Whether the paragraph, span or section is not shown."""
        name = name_of(element)
        if name == "text:section":
            return _is_hidden_section(element)
        if name not in _FAMILIES:
            return False
        is_paragraph = name != "text:span"
        return self._has_hiding_style(element, _FAMILIES[name]) or (is_paragraph and _holds_hiding_field(element))

    def _has_hiding_style(self, element: Element, family: str) -> bool:
        key = (family, attribute(element, "text:style-name"))
        if key not in self._known:
            self._known[key] = self._is_hiding_style(*key)
        return self._known[key]

    def _is_hiding_style(self, family: str, name: str) -> bool:
        """The style that is nearest decides."""
        for _ in range(_DEEPEST_STYLE):
            style = self._styles.get((family, name))
            if style is None:
                return False
            display = attribute(child(style, "style:text-properties"), "text:display")
            if display:
                return display == "none"
            name = attribute(style, "style:parent-style-name")
        return False


def _is_hidden_section(section: Element) -> bool:
    """One with a condition says too whether it held when the file was saved."""
    display = attribute(section, "text:display")
    return display == "none" or (display == "condition" and attribute(section, "text:is-hidden") == "true")


def _holds_hiding_field(paragraph: Element) -> bool:
    fields = descendants(paragraph, "text:hidden-paragraph")
    return any(attribute(field, "text:is-hidden") == "true" for field in fields)

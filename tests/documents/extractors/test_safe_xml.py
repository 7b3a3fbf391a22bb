"""XML from strangers is parsed without entities and document types."""

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.safe_xml import parse_xml

LAUGHS = (
    '<!DOCTYPE a [<!ENTITY b "ha">'
    + "".join(f'<!ENTITY {c} "{f"&{chr(ord(c) - 1)};" * 10}">' for c in "cdefghij")
    + "]><a>&j;</a>"
)


def test_ordinary_xml_is_parsed() -> None:
    assert parse_xml(b"<a><b>x</b></a>", "part").findtext("b") == "x"


@pytest.mark.parametrize(
    "xml",
    [
        LAUGHS,
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>',
        "<!DOCTYPE a><a/>",
        "<a>",
        "",
        "<a>" * 5000 + "</a>" * 5000,
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_is_broken_or_declares_a_document_type_is_damaged(xml: str, encoding: str) -> None:
    with pytest.raises(ExtractionFailure) as caught:
        parse_xml(xml.encode(encoding), "part")
    assert caught.value.code == "damaged"

"""E-mail: who, when, about what; the best text; attachments listed, attached messages read."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import EML, PLAIN
from documents.extractors.outcome import Attachment
from documents.extractors.sandbox import extract_confined
from documents.extractors.sniffing import sniff_media_type

from .conftest import Read
from .limits import ROOMY

HEAD = "From: a@example.org\nSubject: S\nMIME-Version: 1.0\n"


def message(subject: str = "Lease", text: str = "It is renewed once.") -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"] = subject
    mail["Date"] = "Fri, 16 Dec 2022 17:04:16 -0500"
    mail["To"] = "Bo <bo@example.org>"
    mail["From"] = "Jörg Å <joerg@example.org>"
    mail.set_content(text)
    return mail


def test_headers_come_first_then_the_text(read: Read) -> None:
    outcome = read(message("Über den Vertrag").as_bytes(), EML)
    assert outcome.text == (
        "From: Jörg Å <joerg@example.org>\nTo: Bo <bo@example.org>\nDate: Fri, 16 Dec 2022 17:04:16 -0500\n"
        "Subject: Über den Vertrag\n\nIt is renewed once."
    )
    assert outcome.title == "Über den Vertrag"
    assert [(place.kind, place.label, place.start, place.end) for place in outcome.places] == [
        ("part", "Über den Vertrag", 0, len(outcome.text))
    ]
    assert (outcome.pages, outcome.page_labels, outcome.notes) == (None, None, ())


@pytest.mark.parametrize(("parameters", "text"), [("format=flowed", "one two"), ("format=fixed", "one\ntwo")])
def test_flowed_text_is_whole_again(read: Read, parameters: str, text: str) -> None:
    data = f"{HEAD}Content-Type: text/plain; {parameters}\n\none \ntwo\n".encode()
    assert read(data, EML).text.replace(" \n", "\n").endswith(f"\n\n{text}")


def test_of_alternatives_the_plain_one_is_read(read: Read) -> None:
    mail = message()
    mail.add_alternative("<p>other</p>", subtype="html")
    assert "other" not in read(mail.as_bytes(), EML).text


def test_html_is_read_where_nothing_is_plain(read: Read) -> None:
    mail = message(text=" \n")
    mail.add_alternative("<h1>Terms</h1><p>In <b>May</b></p><script>no</script>", subtype="html")
    outcome = read(mail.as_bytes(), EML)
    assert outcome.text.endswith("\n\nTerms\n\nIn May")
    assert [place.label for place in outcome.places] == ["Lease", "Terms"]


def test_attachments_are_listed_and_not_read(read: Read) -> None:
    mail = message()
    mail.add_attachment(b"x" * 2500, maintype="application", subtype="pdf", filename="Übersicht.pdf")
    mail.add_attachment("secret", filename="a.txt")
    outcome = read(mail.as_bytes(), EML)
    listed = "Übersicht.pdf (application/pdf, 2 kB); a.txt (text/plain, 7 bytes)"
    assert outcome.text.endswith(f"renewed once.\n\nAttachments: {listed}")
    assert outcome.attachments == (Attachment("Übersicht.pdf", 2500), Attachment("a.txt", 7))
    assert outcome.notes == ()


def test_an_attached_message_is_a_part_of_its_own(read: Read) -> None:
    mail = message()
    mail.add_attachment(message("Earlier", "The first offer."))
    outcome = read(mail.as_bytes(), EML)
    assert [place.label for place in outcome.places] == ["Lease", "Earlier"]
    assert outcome.text[outcome.places[1].start :].endswith("Subject: Earlier\n\nThe first offer.")


def test_a_multipart_without_parts_is_its_text(read: Read) -> None:
    assert read(f"{HEAD}Content-Type: multipart/mixed\n\nstill here".encode(), EML).text.endswith("still here")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?b?w7w=?= =?utf-8?b?w58=?=\n =?iso-8859-1?q?=E4_b?= c", "üßä b c"),
        ("=?utf-8?q?=C3?= =?utf-8?q?=BC?=", "ü"),
        ("=?unheard-of?q?a?= =?utf-8?b?b?=", "ab"),
        ("folded\n\there", "folded here"),
        ("Größe roh", "Größe roh"),
    ],
)
def test_encoded_headers_are_decoded_and_none_is_fatal(read: Read, raw: str, shown: str) -> None:
    assert read(f"Subject: {raw}\nMIME-Version: 1.0\n\ntext".encode(), EML).text == f"Subject: {shown}\n\ntext"


@pytest.mark.parametrize(
    ("charset", "encoding"), [("iso-8859-1", "latin-1"), ("utf-8", "cp1252"), ("hex", "utf-8"), ("x", "utf-8")]
)
def test_a_wrong_charset_gives_no_wrong_letters(read: Read, charset: str, encoding: str) -> None:
    head = f"{HEAD}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n"
    assert read(head.encode() + "Grüße über Land".encode(encoding), EML).text.endswith("Grüße über Land")


def test_a_message_saved_as_utf_16_is_read(read: Read) -> None:
    source = f"{HEAD}Content-Type: text/plain; charset=iso-8859-1\n\nGrüße"
    assert read(source.encode("utf-16-le"), EML).text.endswith("Grüße")


@pytest.mark.parametrize("name", ['filename="a', "filename*=x'y", "filename*0*=utf-8''%ff; filename*5=q"])
def test_an_odd_file_name_does_no_harm(read: Read, name: str) -> None:
    source = f"{HEAD}Content-Type: image/png\nContent-Disposition: attachment; {name}\n\nx"
    assert "image/png" in read(source.encode(), EML).text


def test_nesting_is_bounded_and_noted(read: Read) -> None:
    parts = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(60))
    outcome = read(f"{HEAD}{parts}\n\ndeep".encode(), EML)
    assert "deep" not in outcome.text
    assert "the rest was left out" in outcome.notes[0]
    outcome = read((HEAD + "Content-Type: message/rfc822\n\nSubject: in\n" * 40 + "\nx").encode(), EML)
    assert outcome.text.count("Subject: in") == 10
    assert "the rest was left out" in outcome.notes[0]


def test_nesting_beyond_what_the_parser_stands_is_a_failure_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep.eml"
    parts = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(1500))
    path.write_bytes(f"{HEAD}{parts}".encode())
    with pytest.raises(ExtractionFailure) as caught:
        extract_confined(path, EML, ROOMY)
    assert caught.value.code == "damaged"


@pytest.mark.parametrize(
    ("head", "name", "media_type"),
    [
        ("Received: by x\nFrom: me\n\nt", "a.txt", EML),
        ("From me@x Fri Dec 16\nMessage-ID: <1>\n\nt", "a", EML),
        ("From: me\nTo: you\n\nA memo", "memo.eml", EML),
        ("From: me\nTo: you\n\nA memo", "memo.txt", PLAIN),
        ("Just a note", "note.eml", PLAIN),
    ],
)
def test_a_message_is_told_by_what_mail_systems_write(head: str, name: str, media_type: str) -> None:
    assert sniff_media_type(head.encode(), lambda: pytest.fail("the head is enough"), name) == media_type

"""Every address is for those who have signed in, except the few that say otherwise."""

import pytest
from django.test import Client
from django.urls import reverse

OPEN = ("login", "healthz", "readyz")
PAGES = (
    "document", "document-text", "document-pages", "document-revisions", "document-history", "document-file",
    "document-edit", "document-replace", "document-delete", "document-restore", "document-read-again", "document-stage",
    "document-rename",
)  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["search", "library", "library-act", "library-restore", "upload", "status", *PAGES])
def test_nobody_sees_a_screen(name: str) -> None:
    address = reverse(name, args=[1] if name.startswith("document") else [])
    for response in (Client().get(address), Client().post(address)):
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("login"))


@pytest.mark.django_db
@pytest.mark.parametrize("name", OPEN)
def test_what_is_open_needs_no_login(name: str) -> None:
    assert Client().get(reverse(name)).status_code == 200


def test_a_citation_keeps_its_address() -> None:
    assert reverse("passage", args=[7, 1200, 1380]) == "/documents/7/passages/1200-1380/"
    assert reverse("search") == "/"


@pytest.mark.django_db
def test_pages_allow_nothing_inline_and_nothing_from_elsewhere() -> None:
    response = Client().get(reverse("login"))
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    page = response.content.decode()
    for forbidden in (" style=", "<style", " onclick", "<script>", "http://", "https://"):
        assert forbidden not in page

"""What is written down about a request."""

import logging

import pytest
from django.test import Client
from django.urls import path

from tests.factories import make_user

SECRET = "the-secret-of-a-variable"


def fails(request: object) -> None:
    secret = SECRET
    raise RuntimeError(f"failed with {len(secret)}")


urlpatterns = [path("fails/", fails)]
handler500 = "kb_project.views.server_error"


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_the_log_of_a_failure_holds_its_traceback_but_no_value_of_a_variable(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(make_user("ada"), backend="django.contrib.auth.backends.ModelBackend")
    with caplog.at_level(logging.INFO):
        assert client.get("/fails/").status_code == 500
    written = caplog.text
    assert "request_failed" in written
    assert "RuntimeError: failed with 24" in written
    assert SECRET not in written

"""One search with its citations, then where to go and how to sign in."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse

from documents.models import Document
from kb_project.first_steps.database import ADMINISTRATOR
from kb_project.samples import SAMPLE_QUESTION
from search.queries import Hit, search

CITATIONS = 3


def greet(address: str, password_file: Path, say: Callable[[str], None], until_ready: Callable[[], None]) -> None:
    """Search while the rest starts; say that Pincite is ready when it is."""
    hits = _first_hits()
    until_ready()
    if hits:
        say(f'Searching for "{SAMPLE_QUESTION}"')
    for hit in hits:
        say(_in_words(hit))
    say("")
    say(f"Pincite is ready: {address}/")
    say(f"  sign in    {_sign_in(password_file)}")
    say(f"  try        {address}{_link_to_try(hits)}")
    say("  stop       Ctrl-C")


def _first_hits() -> list[Hit]:
    administrator = get_user_model().objects.filter(is_superuser=True).order_by("pk").first()
    if administrator is None or not Document.objects.exists():
        return []
    found = search(user=administrator, query=SAMPLE_QUESTION)
    return [group.hits[0] for group in found.groups[:CITATIONS]]


def _in_words(hit: Hit) -> str:
    """Title, place and the sentence that answers, its matched words between ‹ and ›."""
    place = f", {hit.evidence_locator}" if hit.evidence_locator else ""
    answer = (f"‹{one.text}›" if one.marked else one.text for one in hit.excerpt.segments if one.in_passage)
    return f"  {hit.document.title}{place}\n    “{' '.join(''.join(answer).split())}”"


def _link_to_try(hits: list[Hit]) -> str:
    return hits[0].url if hits else f"{reverse('search')}?{urlencode({'q': SAMPLE_QUESTION})}"


def _sign_in(password_file: Path) -> str:
    """The generated password as long as it is the right one; else only where to sign in."""
    user = get_user_model().objects.filter(username=ADMINISTRATOR).first()
    if user is not None and _still_generated(user, password_file):
        password = password_file.read_text(encoding="ascii").strip()
        return f"{ADMINISTRATOR} / {password}   (kept in {password_file})"
    return "with the account that you made"


def _still_generated(user: AbstractBaseUser, password_file: Path) -> bool:
    return password_file.is_file() and user.check_password(password_file.read_text(encoding="ascii").strip())

"""Every word that people read can be translated, every translation is whole, and Django has what the catalogs say."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.test import Client
from django.utils import translation

from documents.extractors.failures import FAILURES
from scripts.translations import BASE, KEYWORDS, LANGUAGES, as_mo, collect, compiled, read_catalog

PLACEHOLDER = re.compile(r"%\((\w+)\)s|\{(\w*)[^{}]*\}|%[sd]")
TAG = re.compile(r"<!--.*?-->|<(?:script|style)\b.*?</(?:script|style)>|<[^<>]*>", re.DOTALL)
SHOWN_ATTRIBUTE = re.compile(r"\b(?:title|alt|placeholder|aria-label|content|data-[a-z-]*words?)=\"([^\"]*)\"")
SAME_EVERYWHERE = {"Pincite", "ms", "Esc", "Enter", "light", "dark", "width", "device", "initial", "scale"}
NOT_WORDS = {"blocktranslate": "endblocktranslate", "comment": "endcomment", "block main_class": "endblock"}
CODE = sorted(path for app in ("documents", "kb_project", "search") for path in (BASE / app).rglob("*.py"))
TEMPLATES = sorted((BASE / "templates").rglob("*.html"))


def forms(message: Message) -> list[str]:
    return list(message.string) if isinstance(message.string, tuple | list) else [message.string]


def originals(message: Message) -> list[str]:
    return list(message.id) if isinstance(message.id, tuple | list) else [message.id]


def keys(catalog: Catalog) -> set[tuple[Any, str | None]]:
    return {(message.id, message.context) for message in catalog if message.id}


@pytest.fixture(params=LANGUAGES)
def language(request: Any) -> str:
    return str(request.param)


@pytest.fixture
def messages(language: str) -> list[Message]:
    return [message for message in read_catalog(language) if message.id]


def test_the_languages_offered_are_english_and_those_with_a_catalog() -> None:
    assert [code for code, _ in settings.LANGUAGES] == ["en", *LANGUAGES]


def test_a_catalog_holds_the_messages_of_code_and_templates_and_no_others(language: str) -> None:
    assert keys(read_catalog(language)) == keys(collect())


def test_what_django_reads_is_what_the_catalog_says(language: str) -> None:
    assert compiled(language) == as_mo(read_catalog(language))


def test_every_message_is_translated_and_none_is_guessed(messages: list[Message]) -> None:
    assert [message.id for message in messages if message.fuzzy or not all(forms(message))] == []


def test_every_plural_has_each_form_of_its_language(messages: list[Message], language: str) -> None:
    needed = read_catalog(language).num_plurals
    assert [message.id for message in messages if message.pluralizable and len(forms(message)) != needed] == []


def test_a_translation_keeps_every_placeholder(messages: list[Message]) -> None:
    assert [message.id for message in messages if lost_placeholders(message)] == []


def lost_placeholders(message: Message) -> list[str]:
    """The forms that hold other placeholders than their original; a singular may leave the number out."""
    wanted = [placeholders(original) for original in originals(message)]
    given = [placeholders(form) for form in forms(message)]
    return [
        form
        for form, found, original in zip(forms(message), given, [wanted[0], *[wanted[-1]] * len(given)], strict=False)
        if found not in (original, wanted[-1])
    ]


def placeholders(words: str) -> Counter[str]:
    return Counter(match.group() for match in PLACEHOLDER.finditer(words))


def test_a_translation_ends_as_its_original_does(messages: list[Message]) -> None:
    """A sentence stays a sentence, and a blank at an end keeps words apart."""
    ends = re.compile(r"[.:?!…]?\s*$")
    odd = [
        message.id
        for message in messages
        for form in forms(message)
        if ends.search(form).group() != ends.search(originals(message)[0]).group()  # type: ignore[union-attr]  # it always matches
        or form[:1].isspace() != originals(message)[0][:1].isspace()
    ]
    assert odd == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(BASE / "templates")))
def test_no_words_of_a_template_are_left_out_of_translation(template: Path) -> None:
    source = plain_parts(template.read_text(encoding="utf-8"))
    shown = [TAG.sub(" ", source), *SHOWN_ATTRIBUTE.findall(source)]
    assert set(re.findall(r"[^\W\d_]{2,}", " ".join(shown))) - SAME_EVERYWHERE == set()


def test_no_message_stands_inside_an_f_string_where_it_is_not_found() -> None:
    assert [str(source) for source in CODE if hidden_messages(source.read_text(encoding="utf-8"))] == []


def hidden_messages(source: str) -> list[int]:
    """The lines of calls that translate, inside of f-strings."""
    return [
        call.lineno
        for string in ast.walk(ast.parse(source))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS
    ]


def plain_parts(source: str) -> str:
    """What a template says itself, outside of its tags and of the blocks that translate or name a class."""
    kept, until = [], ""
    for token in Lexer(source).tokenize():
        name = token.contents if token.token_type == TokenType.BLOCK else ""
        if until:
            until = "" if name.startswith(until) else until
        elif opened := next((end for start, end in NOT_WORDS.items() if name.startswith(start)), ""):
            until = opened
        elif token.token_type == TokenType.TEXT:
            kept.append(token.contents)
    return "".join(kept)


@pytest.mark.parametrize("code", sorted(FAILURES))
def test_every_failure_is_told_in_german(code: str) -> None:
    from documents.failure_words import failure_in_words

    with translation.override("de"):
        told = failure_in_words(code)
    assert told is not None
    assert {told.sentence, told.advice}.isdisjoint({FAILURES[code].sentence, FAILURES[code].advice})


@pytest.mark.parametrize(
    ("header", "expected"), [("de", "de"), ("de-AT,en;q=0.5", "de"), ("fr", "en"), ("", "en"), ("en-GB,de", "en")]
)
def test_the_browser_names_the_language(client: Client, header: str, expected: str) -> None:
    response = client.get("/accounts/login/", headers={"accept-language": header})
    assert f'<html lang="{expected}"' in response.text
    assert "Accept-Language" in response["Vary"]


def test_a_choice_outlasts_the_browsers_and_needs_no_account(client: Client) -> None:
    chosen = client.post("/language/", {"language": "de", "next": "/accounts/login/"}, follow=True)
    assert chosen.redirect_chain == [("/accounts/login/", 302)]
    assert '<html lang="de"' in chosen.text
    assert '<html lang="de"' in client.get("/accounts/login/", headers={"accept-language": "en"}).text


def test_a_choice_never_leads_to_another_host(client: Client) -> None:
    chosen = client.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})
    assert chosen["Location"] == "/"


def test_the_choice_is_offered_in_each_language_by_its_own_name(client: Client) -> None:
    page = client.get("/accounts/login/").text
    assert ">English</button>" in page
    assert ">Deutsch</button>" in page

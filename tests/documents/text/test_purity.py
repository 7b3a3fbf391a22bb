"""The text core stays on the standard library."""

import ast
import sys
from pathlib import Path

import pytest

import documents.text

MODULES = sorted(Path(documents.text.__file__).parent.rglob("*.py"))


def imported_names(source: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append("." * node.level + (node.module or ""))
    return names


def is_allowed(name: str) -> bool:
    return f"{name}.".startswith("documents.text.") or name.split(".", maxsplit=1)[0] in sys.stdlib_module_names


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_imports_only_the_standard_library_and_the_text_core(module):
    assert [name for name in imported_names(module.read_text()) if not is_allowed(name)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import django",
        "from django.db import models",
        "from documents import models",
        "from . import x",
        "import documents.models",
    ],
)
def test_the_rule_sees_a_foreign_import(source):
    assert not all(map(is_allowed, imported_names(source)))


def test_every_public_name_is_exported_once():
    assert sorted(set(documents.text.__all__)) == sorted(documents.text.__all__)
    assert all(hasattr(documents.text, name) for name in documents.text.__all__)

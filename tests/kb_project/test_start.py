"""What a process loads as it starts: what is heavy waits until something needs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

HEAVY = {
    "PIL.Image",
    "chromadb",
    "charset_normalizer",
    "django_structlog.middlewares",
    "documents.admin",
    "documents.api",
    "documents.views",
    "drf_spectacular.openapi",
    "gunicorn",
    "httpx",
    "numpy",
    "onnxruntime",
    "openvino",
    "py3langid",
    "pypdf",
    "pypdfium2",
    "rapidocr",
    "rest_framework.views",
    "rich",
    "search.views",
    "selectolax",
    "structlog",
    "tokenizers",
}
"""Modules that neither a command nor a worker needs before it has work."""

ENGINES = {"chromadb", "numpy", "onnxruntime", "openvino", "pypdfium2", "tokenizers"}


def loaded_by(program: str, folder: Path) -> set[str]:
    environ = os.environ | {"DATA_DIR": str(folder), "SECRET_KEY": "x", "DJANGO_SETTINGS_MODULE": "kb_project.settings"}
    (folder / "static").mkdir()
    told = f"import json, sys; {program}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, env=environ)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_a_command_and_a_worker_start_without_what_they_may_not_need(tmp_path: Path) -> None:
    loaded = loaded_by(
        "import django; django.setup(); from kb_project.celery import app; app.loader.import_default_modules()",
        tmp_path,
    )
    assert {"documents.tasks", "search.tasks"} <= loaded
    assert not HEAVY & loaded


def test_the_web_server_has_every_view_before_it_forks_and_no_engine(tmp_path: Path) -> None:
    loaded = loaded_by("import kb_project.wsgi", tmp_path)
    assert {"documents.views", "search.views", "documents.admin", "documents.api"} <= loaded
    assert not ENGINES & loaded


def test_the_supervisor_loads_no_application(tmp_path: Path) -> None:
    program = (
        "import runpy, contextlib, io; sys.argv = ['manage.py', 'up', '--help']\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):\n"
        "    runpy.run_path('manage.py', run_name='__main__')\n"
        "None"
    )
    loaded = loaded_by(program, tmp_path)
    assert "kb_project.local_stack.stack" in loaded
    assert not {"documents.models", "search.models", "psycopg", *HEAVY} & loaded

#!/usr/bin/env python
"""Run a Pincite command: `python manage.py help` lists them."""

import gc
import os
import sys

GARBAGE_THRESHOLD = 50_000  # objects; what a start loads stays, and to look through it often takes a tenth of the time


def main() -> None:
    gc.set_threshold(GARBAGE_THRESHOLD)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    from django.core.exceptions import ImproperlyConfigured

    try:
        _run(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


def _run(arguments: list[str]) -> None:
    """`up` loads no application: the processes that it starts do, and it stays small beside them."""
    if arguments[1:2] == ["up"]:
        from kb_project.management.commands.up import Command

        Command().run_from_argv(arguments)
        return
    from django.core.management import execute_from_command_line

    execute_from_command_line(arguments)


if __name__ == "__main__":
    main()

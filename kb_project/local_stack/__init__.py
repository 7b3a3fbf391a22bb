"""Postgres, Valkey, Chroma, the worker and the web server on one machine, kept up by `manage.py up`.

Nothing in `documents` or `search` knows this package: they read addresses from the environment.
"""

"""The documents' part of the REST API, first form. The search's part is in `search.api`."""

"""Looking rows up by many values at once, as one array: a placeholder for each costs more than the look-up itself.

Chunk.objects.filter(pk__any_of=ids)
"""

from __future__ import annotations

from typing import Any

from django.db.models import Field, Lookup


@Field.register_lookup
class AnyOf(Lookup):
    """Equal to any of a list of values that the database has as they are: numbers and texts."""

    lookup_name = "any_of"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        left, params = self.process_lhs(compiler, connection)
        return f"{left} = ANY(%s)", (*params, list(self.rhs))

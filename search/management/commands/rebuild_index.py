"""Index everything anew, beside the index that is searched meanwhile."""

from __future__ import annotations

from typing import Any

from tqdm import tqdm

from search.rebuilding import rebuild
from search.shell import IndexCommand


class Command(IndexCommand):
    help = (
        "Build a new generation of the index from the stored texts, switch to it in one step, and drop the old one. "
        "Searches go on meanwhile. What the embedding cache knows is not embedded again."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with tqdm(total=0, unit="document", disable=None) as bar:

            def report(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            generation = rebuild(report)
        documents, chunks = generation.records.count(), generation.chunks.count()
        self.stdout.write(f"{generation} is active: {documents:,} documents, {chunks:,} chunks.")

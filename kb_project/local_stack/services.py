"""Postgres, Valkey and Chroma together."""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kb_project.local_stack.chroma import LocalChroma
from kb_project.local_stack.postgres import LocalPostgres
from kb_project.local_stack.service import Service
from kb_project.local_stack.valkey import LocalValkey

AddressedService = LocalPostgres | LocalValkey | LocalChroma


def needed_services(
    data_dir: Path, given: Mapping[str, str], stopping: threading.Event, *, durable: bool = True
) -> dict[str, AddressedService]:
    """The services whose address nobody gave, by the variable that will hold their address."""
    ours: dict[str, AddressedService] = {
        "DATABASE_URL": LocalPostgres(data_dir, stopping, durable=durable),
        "CELERY_BROKER_URL": LocalValkey(data_dir, stopping),
        "CHROMA_URL": LocalChroma(data_dir, stopping),
    }
    return {variable: service for variable, service in ours.items() if not given.get(variable)}


def start_together(services: Sequence[Service], on_ready: Callable[[Service], None] = lambda _: None) -> None:
    """Start all at the same time. When one fails, the others come to rest before its failure is raised."""

    def start(service: Service) -> None:
        service.start()
        on_ready(service)

    with ThreadPoolExecutor(max_workers=max(1, len(services))) as pool:
        outcomes = [pool.submit(start, service) for service in services]
    for outcome in outcomes:
        outcome.result()


def stop_in_reverse(services: Sequence[Service]) -> None:
    """Stop the last first; one that will not stop does not keep the others running."""
    failures = []
    for service in reversed(services):
        try:
            service.stop()
        except Exception as failure:  # noqa: BLE001 - raised below, when all were tried
            failures.append(failure)
    if failures:
        raise failures[0]


def publish_addresses(services: Mapping[str, AddressedService]) -> None:
    """Put the addresses into this process's environment, for settings and for children."""
    os.environ.update({variable: service.url for variable, service in services.items()})

"""Limits that no honest test file comes near."""

from documents.extractors.limits import Limits

ROOMY = Limits(seconds=60, memory_bytes=1 << 30, output_bytes=1 << 26)

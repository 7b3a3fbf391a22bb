"""What one extraction may cost."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one extraction: wall and CPU time in seconds, address space and result in bytes."""

    seconds: float
    memory_bytes: int
    output_bytes: int

    @property
    def part_bytes(self) -> int:
        """The largest part of a container that is inflated: a parsed XML tree is about ten times its source."""
        return self.memory_bytes // 16

    @property
    def container_bytes(self) -> int:
        """The most that all parts of one container may inflate to together."""
        return self.memory_bytes // 8

"""The parts of `scripts.fuzz_extraction`."""

"""Feeding broken and strange input to everything that reads: ``python -m tests.fuzz --minutes 5``."""

"""Limits of the cache."""

MAX_STORE_BYTES = 256_000_000
"""Bytes of the cache; what was not used for longest goes first."""

MAX_STORE_ENTRIES = 10_000
"""Files of the cache."""

MAX_ENTRY_BYTES = 64_000_000
"""Bytes of one entry; a larger one is not kept."""

"""Limits of fetching."""

MAX_FETCHED_BYTES = 16_000_000
"""Bytes of one table, as many as a table file may have."""
MAX_SECONDS = 30.0
"""From the first look at an address until its last byte, redirects included."""
MAX_REDIRECTS = 5
"""Times that an address may lead on to another one."""
MAX_ADDRESS = 2_000
"""Characters of an address."""

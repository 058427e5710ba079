"""Limits of fetching."""

MAX_FETCHED_BYTES = 16_000_000
"""Of one table; a table file may have as many."""
MAX_SECONDS = 30.0
"""From the first look at an address until its last byte, redirects included."""
MAX_REDIRECTS = 5
"""Times that an address may lead on to another one."""
MAX_ADDRESS = 2_000
"""Characters of an address."""

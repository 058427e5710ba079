"""Limits of records of what is on paper; a stranger's game may bring some along."""

MAX_RECORD_BYTES = 16_000_000
"""Bytes of a `manifest.json` or `printed.json` (E431); 5,400 cards need less than 3 MB."""

MAX_RECORD_ENTRIES = 200_000
"""Lists and mappings in one of them (E431): a piece with a back needs five."""

MAX_PRINTED_BYTES = 500_000_000
"""Bytes of a printed PDF that is kept to show old faces; a larger one is not."""

"""How much a document that is imported may hold."""

MOST_BYTES = 1_000_000
"""Bytes of a document: one of this size has some 500 pages (I100)."""
MOST_BRACKETS = 100_000
"""Opening brackets of a document: each may begin a link (I100)."""
DEEPEST = 60
"""Blocks of Markdown inside one another; what lies deeper is not carried over."""
MOST_SPELLINGS = 4_000
"""Spellings of one word that are tried with the dictionary."""
PATIENCE_SECONDS = 60
"""Seconds until the dictionary must have answered (E320)."""

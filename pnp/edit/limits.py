"""Bounds of one edit, far above what the page of the preview needs."""

MAX_STEPS = 20_000
"""Values that one edit changes."""

MAX_TEXT = 100_000
"""Characters of one value of an edit."""

MAX_KEY = 200
"""Characters of a key that an edit writes; YAML reads none of more than 1,024."""

"""How much a picture may ask for."""

MAX_PIXELS = 60_000_000
"""Pixels of one picture: an A3 page at 550 dpi. A few bytes can claim a thousand times as many."""

MAX_SCANS = 100
"""Scans of one progressive JPEG: encoders make about ten, and each takes as long as a whole picture."""

MAX_SEGMENTS = 5_000
"""Segments of one JPEG file: its tables, scans and metadata."""

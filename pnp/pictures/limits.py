"""How much a picture may ask for."""

MAX_PIXELS = 60_000_000
"""Pixels of a picture that is decoded as a whole: an A3 page at 550 dpi. A few bytes can claim a thousand
times as many."""

MAX_MAP_PIXELS = 150_000_000
"""Pixels of a picture that is passed through, or read in strips: an A0 page at 320 dpi."""

MAX_HELD = 300_000_000
"""Bytes that decoding a progressive JPEG of more than ``MAX_PIXELS`` may hold; larger ones are passed
through."""

MAX_SCANS = 100
"""Scans of one progressive JPEG: encoders make about ten, and each takes as long as a whole picture."""

MAX_SEGMENTS = 5_000
"""Segments of one JPEG file: its tables, scans and metadata."""

MAX_SECONDS = 10
"""Seconds of drawing a part of an SVG file as a picture; all parts of a file may take twice that."""

MAX_MEMORY = 1_000_000_000
"""Bytes that drawing such a part may take: shadows and masks over an A3 page take up to 700,000,000."""

"""Every limit on what fonts, and lists of their features, may ask of the machine."""

MAX_FEATURES = 32
"""OpenType features, or axes, of one style or text."""
MAX_MEMBERS = 64
"""Fonts in one collection."""
MAX_AXES = 16
"""Axes of a variable font."""
MAX_INSTANCES = 1_000
"""Named instances of a variable font."""
MAX_UNPACKED = 64_000_000
"""Bytes of a WOFF font, unpacked."""
MAX_UNPACKED_GLYPHS = 4_000_000
"""Bytes of a WOFF2 font with TrueType outlines, unpacked: they are put together glyph by glyph."""

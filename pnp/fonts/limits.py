"""Every limit on what fonts, and lists of their features, may ask of the machine."""

MAX_FEATURES = 32
"""OpenType features of one style or text."""

"""How a hole stands in the output of a layout: the number of its value between two marks."""

HOLE_OPEN = "\ufdd0"
HOLE_CLOSE = "\ufdd1"
"""Noncharacters: no text of a game may hold them, and XML lets them pass."""
HOLE_FORMAT = f"{HOLE_OPEN}{{:06}}{HOLE_CLOSE}"
"""All are of one length, so that what layouts can tell of an output does not hang on how much stands before it."""

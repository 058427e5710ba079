"""Bounds that keep a layout from a stranger from exhausting the machine.

All are far above what printed pieces need; each has a code that names it when it is reached.
"""

from __future__ import annotations

STEPS = 100_000
"""Steps of a face's layout (L120): each loop pass, call and filter, ten names or operators, 50 letters."""

TEXT = 50_000
"""Characters of any one text, and members of any one list, that a layout makes (L120)."""

OUTPUT = 2_000_000
"""Characters of everything that a layout, or one of its macros, puts out (L120)."""

LETTERS = 50_000
"""Characters that the texts of one face hold together (L120)."""

REPEAT = 10_000
"""Largest count that a filter takes as an argument (L120)."""

ELEMENTS = 5_000
"""Drawn elements of one face (L300)."""

DEPTH = 30
"""Elements inside one another (L301)."""

FACES = 3
"""Faces drawn inside one another by ``face-of`` (L331)."""

DISTANCE = 5_000
"""Longest distance in millimetres that a layout may name (L220)."""

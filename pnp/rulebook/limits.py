"""How much a rule sheet may ask for."""

MOST_PAGES = 200
"""Pages of one sheet."""
MOST_CHARACTERS = 500_000
"""Characters of the source of one sheet (R160): a page of A4 holds some four thousand."""
MOST_COLUMNS = 3
"""Columns of a page."""
MOST_WHOLE_LINES = 12
"""Lines of a paragraph that a sheet may ask not to divide."""
MOST_PIECES = 60
"""Pieces that one directive may show, so that a typo does not make an endless sheet."""
MOST_TILES = 40
"""Tiles of a set-up, across and down."""
MOST_CALLOUTS = 20
"""Places of a piece that one directive may point at, and steps of one sample round."""
MOST_INDEX_ROUNDS = 4
"""Times that an index is set again because its own length moves what it points at."""
MOST_INDEX_COLUMNS = 6
"""Columns of an index."""
MOST_SWAPS = 400
"""Exchanges of two call-outs whose lines cross, before numbers are used instead."""
MOST_STEPS_IN_A_ROW = 6
"""Pictures of a sample round that are side by side."""

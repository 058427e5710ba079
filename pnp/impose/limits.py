"""How much may be printed, and how far printers may be off."""

MOST_PIECES = 20_000
"""Pieces of one set, copies counted (S113)."""
MOST_TILES = 64
"""Tiles of one board that is larger than the paper (S115)."""
FOLD_SHEETS = 10
"""Sheets in one fold of a booklet, more make another fold: a stapler takes no more, and thicker folds gape."""
MOST_OFFSET_MM = 15
"""Millimetres that backs are moved: a back that lies further off is printed the wrong way round or on the wrong paper (S102)."""
MOST_ROTATION = 3
"""Degrees that backs are turned: paper that is fed more askew jams (S102)."""
LEAST_DPI = 72
"""Least `max-dpi` other than 0: below it a picture is no more than a patch of colours (S102)."""
MOST_DPI = 2_400
"""Greatest `max-dpi`: no printer shows more in a picture (S102)."""

"""How far printers may be off, and how many pixels pictures may be asked to have."""

MOST_OFFSET_MM = 15
"""Most millimetres that backs are moved (S102): a larger error has another cause, such as the wrong paper."""
MOST_ROTATION = 3
"""Degrees that backs are turned: paper that is fed more askew jams (S102)."""
LEAST_DPI = 72
"""Least `max-dpi` other than 0: below it a picture is no more than a patch of colours (S102)."""
MOST_DPI = 2_400
"""Greatest `max-dpi`: no printer shows more in a picture (S102)."""

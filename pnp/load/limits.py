"""Every limit on what a game folder may ask of the machine, in one place.

A game can come from a stranger, so reading one is bounded whatever it holds. The numbers are far above what
games need (the largest deck we measure with, 5,400 cards, is a 3 MB file of 100,000 nodes) and far below what
hurts.
"""

MAX_DATA_BYTES = 16_000_000
"""A YAML, Markdown or layout file."""

MAX_ASSET_BYTES = 64_000_000
"""A picture, icon or font."""

MAX_FILES = 20_000
"""Files below one game folder."""

MAX_FOLDER_DEPTH = 12
"""Folders inside one another below a game folder."""

MAX_UNKNOWN_KEYS = 1_000
"""Unknown keys of one mapping, or of the pieces of one set, that are listed."""

MAX_UNPRINTABLE = 20
"""Characters of one file that no text should hold, typed or as escapes, that are listed (Y102)."""

MAX_CONFLICTS = 20
"""Unfinished merges of one file that are listed (Y115)."""

MAX_NODES = 1_000_000
"""Values in one YAML file, each alias counted each time it is used."""

MAX_DEPTH = 40
"""Lists and mappings inside one another."""

MAX_NUMBER_DIGITS = 15
"""Digits of a number: whole numbers up to here are exact as floats too; longer ones stay text."""

MAX_COPIES = 999
"""Copies of one piece."""

MAX_PIECES = 20_000
"""Different pieces of one game, after every ``for`` is written out."""

MAX_COMBINATIONS = 100_000
"""Combinations of terms that the ``where`` of all entries of a game look at."""

MAX_WHERE_STEPS = 1_000_000
"""Steps that the ``where`` of all entries of a game take together; a fault counts as 20 more."""

MIN_SIDE_MM = 3
"""Least width and height of a piece: below it nothing can be cut."""

MAX_SIDE_MM = 1_200
"""Greatest width and height of a piece: a little more than A0, ISO 216."""

MAX_SIZE_CHARACTERS = 100
"""Characters of a size, such as `63x88mm r3mm`."""

MAX_OUTLINE_CHARACTERS = 20_000
"""Characters of a free outline; drawings of figures have one or two thousand."""

MAX_OUTLINE_CORNERS = 1_000
"""Corners of a free outline, counting the short lines that stand for curves; figures have some 300."""

MAX_GAME_CORNERS = 20_000
"""Corners of all different free outlines of a game: 60 figures."""

MAX_PANELS = 8
"""Panels of a board in one direction: boxes have four at most, and each takes a sheet."""

MAX_PLAYERS = 100
"""Greatest number of players."""

MAX_EXTENDS = 20
"""Entries or styles that extend one another in a row."""

MAX_SHEET_BYTES = 24_000_000
"""XML in one spreadsheet, unpacked."""

MAX_SHEET_PARTS = 1_000
"""XML files in one spreadsheet."""

MAX_REVISION_BYTES = 500_000_000
"""Bytes of a game folder at a git revision; the files of a game are a few megabytes."""

MAX_REVISION_ENTRIES = 50_000
"""Files and folders of a game folder at a git revision."""

MAX_REVISION_DEPTH = 40
"""Folders inside one another at a git revision."""

MAX_REVISION_PATH = 4_096
"""Bytes of a path at a git revision, as operating systems have it."""

MAX_CELLS = 300_000
"""Cells of one table, empty ones between filled ones counted: 15,000 rows of twenty."""

MAX_CELL_CHARACTERS = 100_000
"""Characters of one cell; Excel has room for 32,767."""

MAX_TABLE_CHARACTERS = 16_000_000
"""Characters of all cells of one table; a text that many cells share counts in each of them."""

MAX_CELL_BREAKS = 300_000
"""Line breaks and doubled quotes in the quoted cells of one CSV file."""

MAX_SHEETS = 256
"""Sheets of one spreadsheet."""

MAX_ROWS = 1_048_576
"""Rows of a spreadsheet, as spreadsheet programs have them."""

MAX_COLUMNS = 16_384
"""Columns of a spreadsheet; what one repetition makes beyond it is not looked at."""

"""How much documents and folders of other tools that are imported may hold."""

MOST_BYTES = 1_000_000
"""Bytes of a document: one of this size has some 500 pages (I100)."""
MOST_BRACKETS = 100_000
"""Opening brackets of a document: each may begin a link (I100)."""
DEEPEST = 60
"""Blocks of Markdown inside one another; what lies deeper is not carried over."""
MOST_SPELLINGS = 4_000
"""Spellings of one word that are tried with the dictionary."""
PATIENCE_SECONDS = 60
"""Seconds until the dictionary must have answered (E320)."""
MOST_SCRIPT_BYTES = 1_000_000
"""Bytes of a script or a layout file of another tool; larger ones are not read."""
MOST_NOTES = 2_000
"""Notes on what an import left out."""
MOST_FONTS = 40
"""Fonts that an import brings along."""
MOST_ITEMS = 100_000
"""Items of a list, or letters of a text, that a script of another tool makes."""
MOST_TEXT = 1_000_000
"""Letters of a text that a script of another tool puts together; one that it reads may have as many."""
MOST_BITS = 10_000
"""Bits of a whole number that a script of another tool works out."""
MOST_STEPS = 600_000
"""Parts of scripts that are read, each counted whenever it is used."""
MOST_ROUNDS = 20_000
"""Rounds of a loop in a script, as many as a deck has cards; longer loops are not read."""
DEEPEST_CALLS = 60
"""Calls inside one another in a script."""
DEEPEST_NESTING = 120
"""Brackets and expressions inside one another in a script."""
MOST_TOKENS = 200_000
"""Words and operators of one script."""
MOST_CHARACTERS = 200_000
"""Letters of a text in which a script replaces others."""
MOST_WORK = 20_000_000
"""Steps that a regular expression of a script may take in the worst case; others are not tried."""
MOST_ROWS = 20_000
"""Cards of one deck."""
DEEPEST_EXTENDS = 20
"""Styles of a layout file that extend one another in a row."""
MOST_SCRIPTS = 300
"""Scripts of one folder."""
MOST_DECKS = 100
"""Decks that the scripts of one folder make."""
DEEPEST_RECORDS = 12
"""Lists and mappings inside one another in which records are looked for."""
MOST_TABLES = 100
"""Tables of one file with records."""
MOST_VALUES = 100_000
"""Values at a path of records."""
MOST_TITLES = 300
"""Columns of a table, and fields of records that become columns."""
MOST_ELEMENTS = 500
"""Elements of a card that another tool draws."""
MOST_ARCHIVE_BYTES = 100_000_000
"""Bytes that the files of an archive unpack to."""
MOST_PIXELS = 20_000_000
"""Pixels of a picture that is changed on its way."""
MOST_WORKED_OUT = 10_000
"""Letters of a text of CardMaker in which something is worked out."""

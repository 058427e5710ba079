"""Limits of expressions. Work is counted in steps, so that it fails on every machine or on none (X130)."""

STEPS = 500_000
"""Steps of one evaluation: each node, each turn of a loop and each member that a helper visits is one."""
MOST_ITEMS = 20_000
"""Members of one list, set or mapping."""
LONGEST_TEXT = 20_000
"""Characters of one text."""
MOST_FILLED = 100_000
"""Characters that the expressions of one text print together."""
LONGEST = 4_000
"""Characters of an expression."""
DEEPEST = 60
"""Levels of nesting of an expression."""
MOST_LOOPS = 8
"""``for`` parts of one comprehension."""
MOST_BITS = 1_024
"""Bits of a whole number."""
MOST_SEEDS = 100_000
"""Random set-ups of a map that one claim may try."""
MOST_PLACES = 1_000
"""Places of a map."""
MOST_DRAWN = 1_000
"""Cards of one pile that chances are worked out for."""
CLAIM_STEPS = 3_000_000
"""Steps of one side of a claim, a few seconds: random set-ups are expensive."""
DEEPEST_TEXT = 5
"""Texts inside of texts, such as a term's name that is made of a fact."""
DEEPEST_VALUE = 20
"""Lists and mappings inside one another that are printed or compared."""

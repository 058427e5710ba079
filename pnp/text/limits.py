"""How much is done for one text. Passing these is no error: what is beyond is set without it."""

LONGEST_WORD = 1_000
"""Characters of a word that places for line breaks are looked for in."""
MOST_PLACES = 200
"""Places for line breaks inside of one word: the cost grows with their product with the word's length."""
LONGEST_DIVIDED = 60
"""Letters of a word that is hyphenated: no word of any language is longer."""

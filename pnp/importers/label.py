"""The labels that items of the old markup begin with."""

from __future__ import annotations

import re

from pnp.importers.sheet import Item, Label, Separator, Words

# In order of precedence: 'U'tok - Na Bli'zko 1) text' is the label 'U'tok - Na Bli'zko' with an ordinal.
_SEPARATORS: tuple[tuple[Separator, re.Pattern[str]], ...] = (
    ("star", re.compile(r" \*\) ")),
    ("number", re.compile(r" ([0-9]{1,3})\) ")),
    ("dash", re.compile(r" - ")),
)
_SENTENCE_ENDS = re.compile(r"[.!?:;] ")


def labelled(words: Words) -> Item:
    """The item that a text is: cut at its first separator, or whole when it has none.

    What stands before a separator is no label when a sentence ends in it.
    """
    for separator, pattern in _SEPARATORS:
        match = pattern.search(words.text)
        if match is None or not match.start() or _SENTENCE_ENDS.search(words.text[: match.start() + 1]):
            continue
        label, body = words.part(0, match.start()), words.part(match.end(), len(words.text))
        if label.text and body.text:
            ordinal = match[1] if separator == "number" else ""
            return Item(Label(label, separator, ordinal), body)
    return Item(None, words)

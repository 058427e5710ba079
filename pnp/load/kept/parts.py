"""Cutting a file of many pieces where each part can be read on its own, so that one edit costs one part.

Where a part ends follows from what its lines say and not from how many there are (content-defined chunking), so what is put
in or taken out moves no other end.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from zlib import crc32

_PIECES = re.compile(r"^pieces:[ ]*\n", re.MULTILINE)
_FIRST = re.compile(r"(?:[ ]*(?:#.*)?\n)*([ ]+)[^\s#]")
_OTHER_KEY = re.compile(r"\n[^\s#]")
SHORTEST = 20_000
"""Characters from which on a file is cut."""
_EACH = 64
"""Entries of a part on average."""


class Part(NamedTuple):
    """Some whole lines of a file, and how many lines, and what seems to be entries, come before them."""

    text: str
    first: int
    entries: int = 0


def parts(text: str) -> list[Part]:
    """The file's lines up to ``pieces:``, and parts of what stands below it; the file in one where it cannot be cut.

    A part begins with a key of the depth of the first entry. Whether each of them really is an entry is for the reader
    to see: text in quotes or braces may run over lines and look like one, but then the part before it does not end well.
    """
    found = _PIECES.search(text)
    if found is None or len(text) < SHORTEST or _OTHER_KEY.search(text, found.end() - 1):
        return [Part(text, 0)]
    first = _FIRST.match(text, found.end())
    if first is None:
        return [Part(text, 0)]
    entry = re.compile(rf"^{first[1]}[\w-]+:(?=[ \n]).*", re.MULTILINE)
    cuts = {found.end(): 0}
    for number, line in enumerate(entry.finditer(text, found.end())):
        if crc32(line[0].encode("utf-8", "surrogatepass")) % _EACH == 0:
            cuts.setdefault(line.start(), number)
    made = [Part(text[: found.end()], 0)]
    lines = made[0].text.count("\n")
    for (start, entries), end in zip(cuts.items(), [*list(cuts)[1:], len(text)], strict=True):
        made.append(Part(text[start:end], lines, entries))
        lines += made[-1].text.count("\n")
    return made

"""Documentation of each code: one Markdown file a code in ``codes``, and the page of all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from pnp.diagnostics.theme import AREAS, THEMES, Theme

_CODES = Path(__file__).parent / "codes"
_CODE = re.compile(r"[A-Z]\d{3}", re.ASCII)


def codes() -> list[str]:
    """All codes in order."""
    return sorted(path.stem for path in _CODES.glob("*.md"))


def explanation(code: str) -> str | None:
    """The documentation of a code as Markdown; None when the code does not exist."""
    if _CODE.fullmatch(code) is None:  # could be another file's path
        return None
    try:
        return (_CODES / f"{code}.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def code_name(code: str) -> str:
    """The name that follows the code in its title, such as ``unknown-term``; empty for an unknown code."""
    text = explanation(code)
    return text.splitlines()[0].partition(" ")[2].partition(" ")[2] if text else ""


_HEAD = """\
# Faults

Every error, warning and note of `pnp` has a code that never changes its meaning. `pnp explain CODE` prints the
same page. Each example runs as a test: it yields the code, and what the page shows instead does not. A block
that names a file is that whole file; whatever a page leaves out is a tiny game of one card. The examples run
`pnp check` or, for layouts, rule sheets and printing, `pnp build`, unless they show a command.
This page is made from `pnp/diagnostics/codes` and `pnp/diagnostics/theme.py` by `make docs`.

The first letter of a code is the area of the fault, and its number is in the range of a theme. A table at the
head of each area lists its themes, with the number that a new finding takes.

If more than ten findings in a file say the same, pnp shows the first five and counts the others. If one code
has more than a hundred findings, it shows the first fifty. All other forms
of `--format` show all of them.
"""


def by_theme() -> Iterator[tuple[Theme, list[str]]]:
    """Each theme with its codes, in order."""
    known = codes()
    for theme in THEMES:
        yield theme, theme.codes_in(known)


def reference() -> str:
    """The page of all codes as Markdown, by area and code; ``make docs`` writes it."""
    parts = [_HEAD]
    known = codes()
    for letter, group in groupby(known, key=lambda code: code[0]):
        parts.append(f"\n## {AREAS[letter]}\n\n| codes | about | next free |\n|---|---|---|\n")
        parts += [
            f"| {theme.range} | {theme.about} | {theme.next_free(known) or 'none'} |\n"
            for theme in THEMES
            if theme.area == letter
        ]
        parts += [_demoted(explanation(code) or "") for code in group]
    return "".join(parts)


def _demoted(page: str) -> str:
    """The page of a code with its headings two levels down; examples in fences stay."""
    lines, fenced = [], False
    for line in page.rstrip().splitlines():
        fenced ^= line.startswith("```")
        lines.append("##" + line if line.startswith("#") and not fenced else line)
    return "\n" + "\n".join(lines) + "\n"

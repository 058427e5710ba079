"""The page of all faults, made of the documentation of each code: ``python -m pnp.diagnostics.reference``."""

from __future__ import annotations

from itertools import groupby

from pnp.diagnostics.explain import codes, explanation

_AREAS = {
    "A": "Pictures, icons and fonts",
    "C": "Command line",
    "E": "Output and surroundings",
    "I": "Imports from elsewhere",
    "K": "Claims and texts",
    "L": "Layouts",
    "M": "Games, sets and pieces",
    "N": "Translations",
    "R": "Rule sheets",
    "S": "Sheets and printing",
    "T": "Setting of text",
    "X": "Expressions",
    "Y": "Reading of files",
}

_HEAD = """\
# Faults

Every fault that `pnp` finds has a code that never changes its meaning. `pnp explain CODE` prints these same words.
This page is made from `pnp/diagnostics/codes` by `make docs`.

Of more than ten findings in a file that say the same, the first five are shown and the others counted; of more than a
hundred of one code, the first fifty. `--format concise`, `json` and `github` tell every one.
"""


def reference() -> str:
    """The whole page as Markdown, by area and code."""
    parts = [_HEAD]
    for letter, group in groupby(codes(), key=lambda code: code[0]):
        parts.append(f"\n## {_AREAS[letter]}\n")
        parts += [_demoted(explanation(code) or "") for code in group]
    return "".join(parts)


def _demoted(page: str) -> str:
    """The page of a code with its headings two levels down; examples in fences stay."""
    lines, fenced = [], False
    for line in page.rstrip().splitlines():
        fenced ^= line.startswith("```")
        lines.append("##" + line if line.startswith("#") and not fenced else line)
    return "\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(reference(), end="")

"""The page of all codes, made from the documentation of each: ``python -m pnp.diagnostics.reference``."""

from __future__ import annotations

from itertools import groupby

from pnp.diagnostics.explain import codes, explanation

_AREAS = {
    "A": "Pictures, icons and fonts",
    "C": "Command line",
    "E": "Output and environment",
    "I": "Imports",
    "K": "Claims and texts",
    "L": "Layouts",
    "M": "Games, sets and pieces",
    "R": "Rule sheets",
    "S": "Sheets and printing",
    "T": "Typesetting",
    "X": "Expressions",
    "Y": "Reading files",
}

_HEAD = """\
# Faults

Every error, warning and note of `pnp` has a code that never changes its meaning. `pnp explain CODE` prints the
same page. Each example runs as a test: it yields the code, and what the page shows instead does not. A block
that names a file is that whole file; whatever a page leaves out is a tiny game of one card. The examples run
`pnp check` or, for layouts, rule sheets and printing, `pnp build`, unless they show a command.
This page is made from `pnp/diagnostics/codes` by `make docs`.

If more than ten findings in a file say the same, pnp shows the first five and counts the others. If one code
has more than a hundred findings, it shows the first fifty. All other forms
of `--format` show all of them.
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

"""Cures for what Jinja says of a layout that it cannot read."""

from __future__ import annotations

import re

from pnp.diagnostics import did_you_mean

_TAGS = (
    "block", "call", "elif", "else", "endblock", "endcall", "endfilter", "endfor", "endif", "endmacro", "endset",
    "extends", "filter", "for", "from", "if", "import", "include", "macro", "set",
)  # fmt: skip

_CURES = (
    (r"needs? to be closed is '(\w+)'", r"write '{% end\1 %}'"),
    (r"'\}\}' closes nothing", "open it with '{{'"),
    (r"'%\}' closes nothing", "open it with '{%'"),
    (r"end of comment", "close the remark with '#}'"),
    (
        r"unexpected '[}%]'|unexpected char|expected token 'end of",
        "values stand in '{{ … }}', tags in '{% … %}'",
    ),
    (r"expected token ','", "put a ',' between values, and close the bracket"),
    (r"unexpected '[)\]]'|unexpected end|expected token '[)\]:}]'", "close the bracket or the quote"),
)


def syntax_cure(message: str) -> str:
    """What to write instead."""
    unknown = re.search(r"unknown tag '(\w+)'", message)
    if unknown and "needs to be closed" not in message:
        if unknown[1] in _TAGS:
            return f"take it out, or begin what it belongs to: '{{% {unknown[1].removeprefix('end')} … %}}'"
        return did_you_mean(unknown[1], _TAGS, "tags")
    for pattern, cure in _CURES:
        if found := re.search(pattern, message):
            return found.expand(cure)
    return "compare it with the layouts of a game that works; '{{ … }}' are values, '{% … %}' are tags"

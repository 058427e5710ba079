"""Makes icons.json and CREDITS.md. For maintainers; pnp itself never runs it.

    npm pack @iconify-json/game-icons@1.2.4 && tar xzf iconify-json-game-icons-1.2.4.tgz
    python icons/vendor.py package/icons.json

``wanted.txt`` names the icons of game-icons.net to take and their authors, which that package does not tell: they are
the folders of https://github.com/game-icons/icons. ``own.py`` draws the plain signs. A name never disappears: games
refer to it.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from own import VIEW, own_icons

HERE = Path(__file__).parent
PROJECT_LICENCE = "MIT"
# By the licence text of game-icons.net; everybody else there has CC BY 3.0.
PUBLIC_DOMAIN = {"Viscious Speed", "Zeromancer"}

CREDITS_HEAD = """\
# Credits of the shared icons

Made by `icons/vendor.py`; do not edit.

The icons of the authors below are from [game-icons.net](https://game-icons.net), taken from the npm package
`@iconify-json/game-icons`. Changes: recoloured, and the paths optimised by Iconify. Their licence is
[CC BY 3.0](https://creativecommons.org/licenses/by/3.0/) unless
[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/) is said. Where upstream has an icon of that name by several
authors, all are named.
"""


def main(source: str) -> None:
    """Writes both files beside this one."""
    upstream = json.loads(Path(source).read_text(encoding="utf-8"))
    icons = {}
    for line in (HERE / "wanted.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, authors = line.partition(": ")
            icons[name] = _taken(name, upstream["icons"][name]["body"], authors.split(", "))
    own = own_icons()
    clash = sorted(set(icons) & set(own))
    if clash:
        sys.exit(f"both drawn here and wanted: {', '.join(clash)}")
    icons |= {name: {"authors": [], "licence": PROJECT_LICENCE, "path": path} for name, path in own.items()}
    lines = [f"{json.dumps(name)}:{json.dumps(icons[name], separators=(',', ':'))}" for name in sorted(icons)]
    _write("icons.json", "{\n" + ",\n".join(lines) + "\n}\n")
    _write("CREDITS.md", _credits(icons))


def _taken(name: str, body: str, authors: list[str]) -> dict[str, object]:
    match = re.fullmatch(r'<path fill="currentColor" d="([^"]+)"/>', body)
    if match is None:
        sys.exit(f"{name} is not one single path in a frame of {VIEW}: {body[:60]}")
    licence = "CC0 1.0" if set(authors) <= PUBLIC_DOMAIN else "CC BY 3.0"
    return {"authors": authors, "licence": licence, "path": match.group(1)}


def _credits(icons: dict[str, dict[str, object]]) -> str:
    made: dict[tuple[str, str], list[str]] = {}
    for name in sorted(icons):
        for author in icons[name]["authors"] or ["~"]:  # type: ignore[attr-defined]  # a list of names
            made.setdefault((author, str(icons[name]["licence"])), []).append(name)
    parts = [CREDITS_HEAD]
    for author, licence in sorted(made):
        heading = "Drawn for pnp" if author == "~" else author
        names = ", ".join(f"`{name}`" for name in made[author, licence])
        parts.append(f"## {heading} ({licence})\n\n{names}\n")
    return "\n".join(parts)


def _write(name: str, text: str) -> None:
    (HERE / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])

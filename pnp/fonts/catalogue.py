"""The lists of the shared fonts, made from the files: ``python -m pnp.fonts.catalogue`` writes them.

``fonts/sources.json`` is kept by hand: for each folder the package that its files were taken from, the
licence, the authors and what was changed. From it and the font files come ``fonts/index.json``, which a run
reads instead of opening every font, and ``fonts/CREDITS.md``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pnp.disk import put_files
from pnp.fonts.sfnt import read_facts

_INTRO = """# Fonts

Every font here is free to use, embed and redistribute under the licence beside it. Unless a change is named, the files
are byte for byte those of the package. This list is generated from `sources.json` and the font files by
`python -m pnp.fonts.catalogue`.
"""


def index_text(names: list[str], read: Callable[[str], bytes]) -> str:
    """The text of ``index.json``: family, weight, slant, file, hash, licence and source of each font.

    Args:
        names: Paths of all font files relative to ``fonts/``, with forward slashes.
        read: Gives the bytes of a file below ``fonts/``.

    Raises:
        KeyError: A font lies in a folder that ``sources.json`` does not name.
    """
    sources = json.loads(read("sources.json"))
    return json.dumps({"fonts": _entries(sources, names, read)}, ensure_ascii=False, indent=1) + "\n"


def credits_text(names: list[str], read: Callable[[str], bytes]) -> str:
    """The text of ``CREDITS.md``: for each family its authors, licence, copyright, source and changes."""
    sources = json.loads(read("sources.json"))
    entries = _entries(sources, names, read)
    parts = [_INTRO]
    for folder, source in sorted(sources.items()):
        fonts = [entry for entry in entries if entry["file"].startswith(folder + "/")]
        weights = sorted({entry["style"] for entry in fonts})
        parts.append(
            f"## {fonts[0]['family']}\n\n"
            f"- Authors: {source['authors']}\n"
            f"- Copyright: {fonts[0]['copyright']}\n"
            f"- Licence: {source['licence']}, see [{folder}/{source['licence_file']}]"
            f"({folder}/{source['licence_file']})\n"
            f"- Source: {source['package']} {source['version']}\n"
            f"- Changes: {source['changes'] or 'none'}\n"
            f"- Styles: {', '.join(weights)}\n"
        )
    return "\n".join(parts)


def _entries(sources: dict[str, Any], names: list[str], read: Callable[[str], bytes]) -> list[dict[str, Any]]:
    entries = [_entry(name, sources[name.split("/")[0]], read(name)) for name in names]
    return sorted(entries, key=lambda entry: (entry["family"], entry["weight"], entry["italic"]))


def _entry(file: str, source: dict[str, Any], data: bytes) -> dict[str, Any]:
    facts = read_facts(data)
    return {
        "family": source.get("family") or facts.family,
        "weight": facts.weight,
        "italic": facts.italic,
        "style": facts.subfamily,
        "file": file,
        "sha256": hashlib.sha256(data).hexdigest(),
        "licence": source["licence"],
        "copyright": facts.copyright,
        "source": f"{source['package']} {source['version']}",
    }


def write_catalogue(folder: Path) -> None:
    """Write ``index.json`` and ``CREDITS.md`` of the fonts in ``folder``."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*.ttf"))

    def read(name: str) -> bytes:
        return (folder / name).read_bytes()

    pages = {"index.json": index_text(names, read), "CREDITS.md": credits_text(names, read)}
    put_files(folder, {name: text.encode() for name, text in pages.items()})


if __name__ == "__main__":
    write_catalogue(Path(__file__).parents[2] / "fonts")

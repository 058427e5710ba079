"""Font sources from the generated list of shared fonts, and from a game's own files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable

from pnp.diagnostics import Diagnostic, error
from pnp.fonts.face import FontSource
from pnp.fonts.sfnt import FontFault, SubsetError, check_glyphs, read_facts
from pnp.source import Span


def shared_fonts(index_json: str, read: Callable[[str], bytes]) -> list[FontSource]:
    """The fonts that ship with pnp, in the order of the list.

    Args:
        index_json: Text of ``fonts/index.json``, which ``pnp.fonts.catalogue`` generates.
        read: Gives the bytes of a file whose path is relative to ``fonts/``.
    """
    return [
        FontSource(
            family=entry["family"],
            weight=entry["weight"],
            italic=entry["italic"],
            key=entry["sha256"],
            file=f"fonts/{entry['file']}",
            read=lambda path=entry["file"]: read(path),  # type: ignore[misc]  # mypy cannot infer the default
            licence=entry["licence"],
            shared=True,
        )
        for entry in json.loads(index_json)["fonts"]
    ]


def own_fonts(files: Iterable[tuple[str, bytes]]) -> tuple[list[FontSource], list[Diagnostic]]:
    """The fonts of a game's folder and what is wrong with them.

    Args:
        files: Path as shown to the author and content of each font file, in a fixed order.

    Returns:
        The usable fonts in the order of the files, and errors A310 to A314 for the others.
    """
    sources: list[FontSource] = []
    found: list[Diagnostic] = []
    names: dict[str, str] = {}
    for file, data in files:
        try:
            facts = read_facts(data)
            check_glyphs(data)
        except FontFault as fault:
            found.append(error(fault.code, fault.message, Span(file), fault.cure))
            continue
        except SubsetError:
            cure = "get the file anew from its maker"
            found.append(error("A310", "the font file is broken", Span(file), cure))
            continue
        first = names.setdefault(facts.ps_name, file)
        if first != file:
            found.append(
                error(
                    "A313",
                    f"two fonts have the PostScript name '{facts.ps_name}'",
                    Span(file),
                    "remove one of the files, or give one of them names of its own (name ids 1, 4 and 6)",
                    related=[(Span(first), "the other font")],
                )
            )
            continue
        key = hashlib.sha256(data).hexdigest()
        sources.append(
            FontSource(facts.family, facts.weight, facts.italic, key, file, _giver(data), shared=False)
        )
    return sources, found


def _giver(data: bytes) -> Callable[[], bytes]:
    return lambda: data

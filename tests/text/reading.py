"""Reading set texts back: the lines that an extractor finds, and texts as they compare."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from pnp.draw import GlyphRun, Group, Item
from pnp.fonts import FontLibrary, shared_fonts
from pnp.icons import IconLibrary
from pnp.text import TextContext

TOP = Path(__file__).parents[2]
FONTS = FontLibrary(
    shared_fonts(
        (TOP / "fonts/index.json").read_text(encoding="utf-8"),
        lambda path: (TOP / "fonts" / path).read_bytes(),
    )
)
ICONS = IconLibrary(lambda: (TOP / "icons/icons.json").read_text(encoding="utf-8"))


def context(language: str, term=lambda _: None) -> TextContext:
    return TextContext(FONTS, ICONS, language, term)


def lines(items: Iterable[Item]) -> list[str]:
    """The text of each baseline from top to bottom; icons as :name:."""
    found: dict[float, list[str]] = {}
    at = 0.0
    for item in items:
        if isinstance(item, GlyphRun):
            at = round(item.y, 4)
            found.setdefault(at, []).append(item.text if item.actual is None else item.actual)
        elif isinstance(item, Group):
            found.setdefault(at, []).append(f":{item.alt}:")
    return ["".join(found[y]) for y in sorted(found)]


def clusters(run: GlyphRun) -> tuple[int, ...]:
    """For each glyph of a run the offset into its text of its first character."""
    found: list[int] = []
    length = 0
    for part in run.parts:
        found += [cluster + length for cluster in part.clusters]
        length += len(part.text)
    return tuple(found)


def runs(items: Iterable[Item]) -> list[GlyphRun]:
    return [item for item in items if isinstance(item, GlyphRun)]


def right_end(run: GlyphRun) -> float:
    return run.x + sum(run.advances)


def read(items: Iterable[Item]) -> str:
    """The text of all lines as one, divided words joined again."""
    return plain("\n".join(lines(items)))


def plain(text: str) -> str:
    """Text as it is compared: NFC, spaces folded, without what only steers line breaking.

    A line may end behind a typed hyphen, dash or slash, so spaces behind these do not count.
    """
    text = unicodedata.normalize("NFC", text)
    text = re.sub("\u00ad\\n|\\n\u00ad|[\u00ad\u200b\u2060\ufeff\u200c\u200d]", "", text)
    text = text.replace("\u2011", "-")
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"(?<=[-‐–—/]) ", "", text)

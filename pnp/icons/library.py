"""All icons that a game may use: its own first, then those that ship with pnp."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pnp.diagnostics import Diagnostic, error, nearest
from pnp.draw import Fill, Picture
from pnp.icons.icon import INK, IconCredit, VectorIcon, VectorPicture
from pnp.memo import Memo
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.icons.svg.part import PartPictures

SHARED_SITE = "game-icons.net"
"""Where the shared icons are from, except those drawn for pnp."""

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
"""Endings of icons that are pictures of pixels."""

SHARED_VIEW = 512.0
"""Width and height of the frame of every shared icon."""

_MISSPELT = 0.7  # 'fyre' for 'fire', and not 'flame' for 'flag'
_SHOWN = 8
_KEPT_HINTS = 100


class IconLibrary:
    """Icons by name, parsed when they are asked for and kept. What draws them is imported with the first."""

    def __init__(
        self,
        shared_json: Callable[[], str],
        own: Mapping[str, bytes] | None = None,
        folder: str = "icons",
        pictures: Callable[[], PartPictures] | None = None,
        pixels: int = 1024,
        endings: Mapping[str, str] | None = None,
    ) -> None:
        """Reads nothing yet.

        Args:
            shared_json: Gives the text of ``icons/icons.json``: name to path data, authors and licence, an
                icon a line.
            own: Files of the game by icon name; they come before shared icons of the same name.
            folder: Where they lie, as shown to the author.
            pictures: As in ``parse_svg``.
            pixels: Of the longer side of an icon with parts that become pictures: icons are read before
                their printed size is known.
            endings: Of files by icon name, where they are no ``.svg`` but one of ``PICTURE_ENDINGS``.
        """
        self._endings = dict(endings or {})
        self._pictures, self._pixels = pictures, pixels
        self._shared_json = shared_json
        self._shared: dict[str, str] | None = None
        self._own = dict(own or {})
        self._folder = folder
        self._icons: dict[str, VectorIcon] = {}
        self._faults: dict[str, list[Diagnostic]] = {}
        # The same unknown name may be in every row of a table.
        self._near: Memo[str, str] = Memo(lambda name: _near_icons(name, self), _KEPT_HINTS)

    def get(self, name: str) -> VectorIcon | None:
        """The icon, or None if the name is unknown.

        An SVG file that cannot be read gives an icon without items; ``check`` reports what is wrong with it.
        """
        found = self._icons.get(name)
        if found is None:
            if name in self._own:
                found = self._parse_own(name)
            elif name in self._lines():
                found = self._parse_shared(name)
            else:
                return None
            self._icons[name] = found
        return found

    def __contains__(self, name: object) -> bool:
        """Whether there is an icon of that name."""
        return name in self._own or name in self._lines()

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted({*self._own, *self._lines()})

    def own_names(self) -> list[str]:
        """Names of the game's own icons, sorted."""
        return sorted(self._own)

    def near(self, name: str) -> str:
        """A hint at what ``name`` may mean: an icon with a similar spelling, or icons that share a word."""
        return self._near[name]

    def check(self) -> list[Diagnostic]:
        """Faults of the game's own SVG files, in order of name."""
        for name in self._own:
            self.get(name)
        return [fault for name in self.own_names() for fault in self._faults.get(name, [])]

    def credits(self, names: Iterable[str]) -> list[IconCredit]:
        """Who made the icons among ``names``, in order of author.

        An icon of the game's own is credited if its file names an author and a licence (Dublin Core).
        """
        made: dict[tuple[str, str, str], set[str]] = {}
        for name in names:
            for key in self._makers(name):
                made.setdefault(key, set()).add(name)
        return [
            IconCredit(author, licence, tuple(sorted(made[author, licence, site])), site)
            for author, licence, site in sorted(made)
        ]

    def _makers(self, name: str) -> list[tuple[str, str, str]]:
        """Author, licence and site of each maker of an icon."""
        if name in self._own:
            from pnp.icons.pack import origin_in

            origin = origin_in(self._own[name])
            return [(origin.author, origin.licence, origin.site)] if origin.author and origin.licence else []
        if name not in self._lines():
            return []
        entry = self._entry(name)
        return [(author, entry["licence"], SHARED_SITE) for author in entry["authors"]]

    def _lines(self) -> dict[str, str]:
        """Shared icons by name: most runs ask for few of them, and reading all takes as long as a card."""
        if self._shared is None:
            lines = self._shared_json().split("\n")
            self._shared = {line[1 : line.index('"', 1)]: line for line in lines if line.startswith('"')}
        return self._shared

    def _entry(self, name: str) -> dict[str, Any]:
        entry: dict[str, Any] = json.loads(self._lines()[name].partition(":")[2].rstrip(","))
        return entry

    def _parse_shared(self, name: str) -> VectorIcon:
        from pnp.icons.svg_path import parse_path

        entry = self._entry(name)
        return VectorIcon(
            name,
            SHARED_VIEW,
            SHARED_VIEW,
            (Fill(parse_path(entry["path"]), INK),),
            monochrome=True,
            key=_key(entry["path"].encode()),
            authors=tuple(entry["authors"]),
            licence=entry["licence"],
        )

    def _parse_own(self, name: str) -> VectorIcon:
        from pnp.icons.svg import parse_svg

        data = self._own[name]
        if self._endings.get(name) in PICTURE_ENDINGS:
            return self._picture(name, data)
        drawing, self._faults[name] = parse_svg(
            data,
            f"{self._folder}/{name}.svg",
            self._pictures,
            lambda width, height: self._pixels / max(width, height),
        )
        if drawing is None:
            drawing = VectorPicture(SHARED_VIEW, SHARED_VIEW, (), monochrome=True)
        return VectorIcon(
            name, drawing.width, drawing.height, drawing.items, monochrome=drawing.monochrome, key=_key(data)
        )

    def _picture(self, name: str, data: bytes) -> VectorIcon:
        """An icon that is a picture of pixels."""
        found = self._pictures().embedded(data) if self._pictures is not None else ""
        if isinstance(found, str):
            if found:
                file = f"{self._folder}/{name}{self._endings[name]}"
                message = f"this icon cannot be read: {found.replace('an embedded picture', 'the picture')}"
                cure = "save it as PNG or JPEG again, or as SVG"
                self._faults[name] = [error("A110", message, Span(file), cure)]
            return VectorIcon(name, SHARED_VIEW, SHARED_VIEW, (), monochrome=False, key=_key(data))
        width, height = float(found.width_px), float(found.height_px)
        items = (Picture(found, 0.0, 0.0, width, height),)
        return VectorIcon(name, width, height, items, monochrome=False, key=_key(data))


def unknown_icon(
    name: str, span: Span | None, library: IconLibrary, *, piece: str | None = None
) -> Diagnostic:
    """The error for a name that ``library`` does not know."""
    cures = (
        library.near(name) or f"no icon has '{name}' in its name",
        "'pnp icons' lists them; an SVG, PNG or JPEG file in icons/ is one, too",
    )
    return error("A100", f"unknown icon '{name}'", span, cures, piece=piece)


def _near_icons(name: str, library: IconLibrary) -> str:
    names = library.names()
    if close := nearest(name, names, _MISSPELT, related=False):
        return f"did you mean '{close}'?"
    words = {word for word in name.casefold().split("-") if len(word) > 2}
    own = set(library.own_names())
    found: list[tuple[int, bool, str]] = []
    for other in names:
        parts = other.split("-")
        if shared := sum(any(part.startswith(word) for part in parts) for word in words):
            found.append((-shared, other not in own, other))
    return "there are " + ", ".join(f"'{other}'" for _, _, other in sorted(found)[:_SHOWN]) if found else ""


def _key(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()[:16]

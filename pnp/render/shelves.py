"""What the streams of one file have in common, each stored once."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.draw import Needs, Plate
from pnp.press import Press
from pnp.press.font import font_name
from pnp.render.file import Dictionary, PdfFile, Ref, deflated
from pnp.render.font import FontShelf
from pnp.render.image import PictureShelf


class Shelves:
    """Fonts, pictures, shadings and plates of one file. They go into it when a stream first needs them.

    Args:
        file: Where they go.
        press: That made the plates.
    """

    def __init__(self, file: PdfFile, press: Press) -> None:
        self.fonts = FontShelf(press.fonts, file)
        self.pictures = PictureShelf(file)
        self._file = file
        self._plates: dict[str, Ref] = {}
        self._shadings: dict[str, Ref] = {}

    def plate(self, plate: Plate) -> Ref:
        """The form XObject (ISO 32000-1 §8.10) of a plate."""
        ref = self._plates.get(plate.name)
        if ref is None:
            entries = {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": plate.corners,
                "Resources": self.resources(plate.needs),
            }
            if plate.group is not None:
                entries["Group"] = f"<</S/Transparency/CS/{plate.group}/I true>>"
            ref = self._plates[plate.name] = self._file.put(deflated(entries, plate.content))
        return ref

    def resources(self, needs: Needs) -> str:
        """The resource dictionary (ISO 32000-1 §7.8.3), in order of names."""
        masks = {
            name: f"<</SMask<</Type/Mask/S/Luminosity/G {self.plate(mask)}>>>>"
            for name, mask in needs.masks.items()
        }
        named: dict[str, Mapping[str, object]] = {
            "ExtGState": needs.states | masks,
            "Font": {
                font_name(key): self.fonts.use(key, glyphs, needs.said.get(key, {}))
                for key, glyphs in needs.glyphs.items()
            },
            "Pattern": {
                name: f"<</Type/Pattern/PatternType 2/Shading {self._shading(shading, needs)}/Matrix[{matrix}]>>"
                for name, (shading, matrix) in needs.patterns.items()
            },
            "Shading": {name: self._shading(name, needs) for name in needs.shadings},
            "XObject": {name: self.plate(plate) for name, plate in needs.plates.items()}
            | {name: self.pictures.get(picture) for name, picture in needs.pictures.items()},
        }
        return f"<<{''.join([_category(name, entries) for name, entries in named.items() if entries])}>>"

    def _shading(self, name: str, needs: Needs) -> Ref:
        ref = self._shadings.get(name)
        if ref is None:
            ref = self._shadings[name] = self._file.put(Dictionary(dict(needs.shadings[name])))
        return ref


def _category(name: str, entries: Mapping[str, object]) -> str:
    return f"/{name}<<{''.join([f'/{key} {value}' for key, value in sorted(entries.items())])}>>"

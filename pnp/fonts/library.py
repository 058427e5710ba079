"""The fonts that a run may use, those of the game before those that ship with pnp, and the error for other families."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pnp.diagnostics import Diagnostic, did_you_mean, error, nearest
from pnp.fonts.face import FontFace, FontSource
from pnp.source import Span

FALLBACK_FAMILIES = ("Noto Sans", "Fira Sans Condensed")
"""Where characters come from that the chosen font lacks, in this order: letters and punctuation, then arrows and ≤ ≥."""


class UnknownFontError(LookupError):
    """A family that the library does not have.

    Attributes:
        family: As it was asked for.
        nearest: The family that was most likely meant, or None.
    """

    def __init__(self, family: str, suggestion: str | None) -> None:
        super().__init__(f"unknown font family '{family}'")
        self.family = family
        self.nearest = suggestion


class FontLibrary:
    """Fonts by family, weight and slant.

    Args:
        sources: Best first: of two fonts of one family, weight and slant the first is used.
    """

    def __init__(self, sources: Sequence[FontSource]) -> None:
        self._families: dict[str, dict[tuple[int, bool], FontSource]] = {}
        self._sources: dict[str, FontSource] = {}
        self._names: dict[str, str] = {}
        self._faces: dict[str, FontFace] = {}
        self._fallback: dict[tuple[str, int], FontFace | None] = {}
        for source in sources:
            name = self._names.setdefault(source.family.casefold(), source.family)
            self._families.setdefault(name, {}).setdefault((source.weight, source.italic), source)
            self._sources.setdefault(source.key, source)

    def families(self) -> list[str]:
        """The names of all families, sorted."""
        return sorted(self._families)

    def sources(self, family: str | None = None) -> list[FontSource]:
        """All fonts, or those of a family, by family, weight and slant."""
        return sorted(
            (
                source
                for name, styles in self._families.items()
                if family is None or name.casefold() == family.casefold()
                for source in styles.values()
            ),
            key=lambda source: (source.family, source.weight, source.italic),
        )

    def face(self, family: str, weight: int = 400, italic: bool = False) -> FontFace:
        """The font of the family that is nearest to what is asked for.

        Capitals in the name do not matter. An italic is only taken from the italics of the family and an
        upright from its uprights, unless the family has none; then the other kind is used as it is, never
        slanted artificially. Among those the weight is chosen as browsers do (CSS Fonts 4 §5.2): exactly;
        else for 400 to 500 the next heavier up to 500, then lighter ones, then heavier ones; below 400
        lighter ones first, above 500 heavier first.

        Raises:
            UnknownFontError: There is no such family.
        """
        name = self._names.get(family.casefold())
        if name is None:
            raise UnknownFontError(family, nearest(family, self._families))
        styles = self._families[name]
        slants = {slant for _, slant in styles}
        slant = italic if italic in slants else not italic
        chosen = _nearest_weight(weight, [heavy for heavy, kind in styles if kind == slant])
        return self._face_of(styles[chosen, slant])

    def by_key(self, key: str) -> FontFace:
        """The font whose file has this SHA-256.

        Raises:
            KeyError: No font of the library has it.
        """
        return self._face_of(self._sources[key])

    def fallback_for(self, char: str, weight: int = 400) -> FontFace | None:
        """The font that lends the character where the chosen one lacks it, or None when none of them has it."""
        wanted = (char, 700 if weight >= 600 else 400)
        if wanted not in self._fallback:
            faces = (self.face(name, wanted[1]) for name in FALLBACK_FAMILIES if name in self._families)
            self._fallback[wanted] = next((face for face in faces if face.covers(char)), None)
        return self._fallback[wanted]

    def _face_of(self, source: FontSource) -> FontFace:
        face = self._faces.get(source.key)
        if face is None:
            face = self._faces[source.key] = FontFace(source)
        return face


def _nearest_weight(wanted: int, weights: Sequence[int]) -> int:
    def rank(weight: int) -> tuple[int, int]:
        lighter = weight < wanted
        if 400 <= wanted <= 500:
            group = 0 if wanted <= weight <= 500 else (1 if lighter else 2)
        else:
            group = int(lighter == (wanted > 500))
        return (0 if weight == wanted else group + 1, abs(weight - wanted))

    return min(weights, key=rank)


_ENDING = re.compile(r"\.(?:ttf|otf|woff2?)\Z")
_PARTS = re.compile(r"[-_ ]|(?<=[a-z])(?=[A-Z])")
_WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500, "semibold": 600, "demibold": 600,
    "bold": 700, "extrabold": 800, "black": 900,
}  # fmt: skip
"""What weights are called (OpenType, usWeightClass)."""


def unknown_font(
    family: str, span: Span | None, families: Iterable[str], *, piece: str | None = None
) -> Diagnostic:
    """The error A320 for a family that is not among ``families``."""
    known = list(families)
    cure = _parted(family, known) or did_you_mean(family, known, "font families")
    return error("A320", f"unknown font family '{family}'", span, cure, piece=piece)


def _parted(family: str, families: list[str]) -> str:
    """The cure for the name of a single font, or of its file: family, weight and slant are told apart; else nothing."""
    words = _PARTS.sub(" ", _ENDING.sub("", family)).split()
    for length in range(len(words) - 1, 0, -1):
        name = "".join(words[:length]).casefold()
        found = next((each for each in families if each.replace(" ", "").casefold() == name), None)
        rest = "".join(words[length:]).casefold()
        slant = rest.endswith("italic")
        weight = _WEIGHTS.get(rest.removesuffix("italic") or "regular")
        if found is not None and weight is not None:
            return f"write font: {found}, weight: {weight}" + (", italic: true" if slant else "")
    return ""

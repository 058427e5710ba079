"""The fonts that a run may use, those of the game first, and messages about fonts that are missing."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from pnp.diagnostics import Diagnostic, did_you_mean, error, nearest, warning
from pnp.fonts.face import WEIGHT, FontFace, FontSource, FontStyle, coordinates_in, variable_families
from pnp.fonts.sfnt import (
    Coordinates,
    FontFacts,
    FontFault,
    is_packed,
    members,
    outlines_at,
    read_facts,
    unpacked,
)
from pnp.fonts.subset import SubsetError, check_glyphs
from pnp.source import Span

FALLBACK_FAMILIES = ("Noto Sans", "Fira Sans Condensed")
"""Families that lend characters which the chosen font lacks: letters and punctuation, then arrows and ≤ ≥."""


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
        self._families: dict[str, dict[FontStyle, FontSource]] = {}
        self._sources: dict[str, FontSource] = {}
        self._names: dict[str, str] = {}
        self._faces: dict[str, FontFace] = {}
        self._fallback: dict[tuple[str, int], FontFace | None] = {}
        for source in sources:
            name = self._names.setdefault(source.family.casefold(), source.family)
            self._families.setdefault(name, {}).setdefault(source.style, source)
            self._sources.setdefault(source.base, source)

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

    def face(self, family: str, weight: int = 400, italic: bool = False, axes: Coordinates = ()) -> FontFace:
        """The font of the family that is nearest to what is asked for.

        Capitals in the name do not matter. An italic is only taken from the italics of the family and an
        upright from its uprights, unless the family has none; then the other kind is used as it is, never
        slanted artificially. Among those the weight is chosen as browsers do (CSS Fonts 4 §5.2): exactly;
        else for 400 to 500 the next heavier up to 500, then lighter ones, then heavier ones; below 400
        lighter ones first, above 500 heavier first. A variable font has every weight within its bounds.

        Args:
            family: Its name.
            weight: 1 to 1000.
            italic: Whether slanted.
            axes: Numbers for other axes of a variable font; those that it lacks are left out.

        Raises:
            UnknownFontError: No font has this family.
        """
        name = self._names.get(family.casefold())
        if name is None:
            raise UnknownFontError(family, nearest(family, self._families))
        styles = self._families[name].values()
        chosen = [source for source in styles if source.italic == italic] or list(styles)
        weights = [source.nearest_weight(weight) for source in chosen]
        nearest_one = _nearest_weight(weight, weights)
        source = chosen[weights.index(nearest_one)]
        return self._face_of(source.at(((WEIGHT, float(nearest_one)), *axes)))

    def by_key(self, key: str) -> FontFace:
        """The font with this key.

        Raises:
            KeyError: No font of the library has it.
        """
        face = self._faces.get(key)
        if face is not None:
            return face
        base, _, place = key.partition("@")
        source = self._sources[base]
        try:
            instance = source.at(coordinates_in(place)) if place else source
        except ValueError as fault:
            raise KeyError(key) from fault
        if instance.key != key:
            raise KeyError(key)
        return self._face_of(instance)

    def fallback_for(self, char: str, weight: int = 400) -> FontFace | None:
        """The font that lends a character which the chosen one lacks; None if no font has it."""
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


_ENDING = re.compile(r"\.(?:ttf|otf|ttc|woff2?)\Z")
_PARTS = re.compile(r"[-_ ]|(?<=[a-z])(?=[A-Z])")
_WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500, "semibold": 600, "demibold": 600,
    "bold": 700, "extrabold": 800, "black": 900,
}  # fmt: skip
"""Names of weights (OpenType, usWeightClass)."""


def unknown_font(family: str, span: Span | None, families: Iterable[str]) -> Diagnostic:
    """The error A320 for a family that is not among ``families``."""
    known = list(families)
    cure = _parted(family, known) or did_you_mean(family, known, "font families")
    return error("A320", f"unknown font family '{family}'", span, cure)


def _parted(family: str, families: list[str]) -> str:
    """The cure for the name of a font or of its file, with family, weight and slant apart; else empty."""
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


def own_fonts(
    files: Iterable[tuple[str, bytes]], unpack: Callable[[bytes], bytes] = unpacked
) -> tuple[list[FontSource], list[Diagnostic]]:
    """The fonts of a game's folder and what is wrong with them.

    Args:
        files: Path as shown to the author and content of each font file, in a fixed order.
        unpack: Gives the OpenType file in a WOFF or WOFF2 file.

    Returns:
        The usable fonts in the order of the files, errors A310 to A314 for the others, and warnings A315.
    """
    sources: list[FontSource] = []
    found: list[Diagnostic] = []
    names: dict[str, str] = {}
    for file, packed in files:
        try:
            data = unpack(packed) if is_packed(packed) else packed
            faults = _members(file, data, names, sources)
        except FontFault as fault:
            faults = [error(fault.code, fault.message, Span(file), fault.cure)]
        found += faults
    return sources, [*found, *_hidden(sources)]


def _hidden(sources: Iterable[FontSource]) -> Iterator[Diagnostic]:
    """A warning for each font that cannot be asked for, as another one has its family, weight and slant."""
    firsts: dict[tuple[str, FontStyle], FontSource] = {}
    for source in sources:
        first = firsts.setdefault((source.family.casefold(), source.style), source)
        if first is not source:
            slant = ", italic" if source.italic else ""
            yield warning(
                "A315",
                f"'{source.family}' of weight {source.weight}{slant} is in two files; this one is never used",
                Span(source.file),
                "remove one of them, or give this one a family of its own (name ids 1 and 16)",
                related=[(Span(first.file), "the one that is used")],
            )


def _members(file: str, data: bytes, names: dict[str, str], sources: list[FontSource]) -> list[Diagnostic]:
    """The faults of the fonts in a file; those without one are added to ``sources``.

    Args:
        file: As shown to the author.
        data: What it holds, not packed.
        names: The files of all fonts so far by PostScript name; those of this file are added.
        sources: The fonts so far.

    Raises:
        FontFault: It holds no font.
    """
    key = hashlib.sha256(data).hexdigest()
    faults: list[Diagnostic] = []
    checked: set[int] = set()
    for member in range(members(data)):
        try:
            facts = read_facts(data, member)
            outlines = outlines_at(data, member)
            if outlines not in checked:
                check_glyphs(data, member)
                checked.add(outlines)
        except FontFault as fault:
            faults.append(error(fault.code, fault.message, Span(file), fault.cure))
            continue
        except SubsetError:
            cure = "get the file again from its maker"
            faults.append(error("A310", "the font file is broken", Span(file), cure))
            continue
        first = names.setdefault(facts.ps_name, file)
        if first != file:
            faults.append(
                error(
                    "A313",
                    f"two fonts have the PostScript name '{facts.ps_name}'",
                    Span(file),
                    "remove one of the files, or give one of them names of its own (name ids 1, 4 and 6)",
                    related=[(Span(first), "the other font")],
                )
            )
            continue
        sources += _families(facts, file, f"{key}#{member}" if member else key, member, _giver(data))
    return faults


def _families(
    facts: FontFacts, file: str, key: str, member: int, read: Callable[[], bytes]
) -> list[FontSource]:
    """A font by its family, or a variable one by each of its families."""
    source = FontSource(
        family=facts.family,
        weight=facts.weight,
        italic=facts.italic,
        key=key,
        file=file,
        read=read,
        licence=facts.licence,
        shared=False,
        member=member,
        axes=facts.axes,
    )
    if not facts.axes:
        return [source]
    return [
        source._replace(
            family=each.family, italic=each.italic, coordinates=each.coordinates, named=each.named
        ).at(())
        for each in variable_families(facts)
    ]


def _giver(data: bytes) -> Callable[[], bytes]:
    return lambda: data


_LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Blocks of Unicode 16 whose letters run from right to left."""

ICONS = {
    "♥": "heart", "❤": "heart", "💔": "broken-heart", "♦": "diamond", "★": "star", "☆": "star", "⭐": "star",
    "⚔": "crossed-swords", "🗡": "broadsword", "🛡": "shield", "🏹": "bow-arrow", "💀": "skull-crossed-bones",
    "☠": "skull-crossed-bones", "⚡": "lightning-storm", "🔥": "fire", "💧": "water-drop", "☀": "sun", "☾": "moon",
    "☽": "moon", "🌙": "moon", "✓": "check", "✔": "check", "✅": "check", "✗": "cross-mark", "✘": "cross-mark",
    "❌": "cross-mark", "🎲": "die", "⚀": "die-1", "⚁": "die-2", "⚂": "die-3", "⚃": "die-4", "⚄": "die-5", "⚅": "die-6",
    "👑": "crown", "🏆": "trophy", "⌛": "hourglass", "⏳": "hourglass", "🪙": "two-coins", "💰": "coins", "🚩": "flying-flag",
}  # fmt: skip
"""Icons that ship with pnp and say the same as a character."""
_OWN = {"♠": "spade", "♤": "spade", "♣": "club", "♧": "club"}
"""Suits of cards that no icon of pnp shows."""


def runs_leftwards(text: str) -> bool:
    """Whether the text has right-to-left letters, as in Hebrew and Arabic; such texts are not set."""
    return _LEFTWARDS.search(text) is not None


def lacking_words(characters: str, where: str) -> str:
    """The message about characters that are not set.

    Args:
        characters: As typed.
        where: The fonts that were asked.
    """
    if runs_leftwards(characters):
        return f"'{characters}' runs from right to left, which is not set"
    codes = " ".join(f"U+{ord(char):04X}" for char in characters)
    return f"no glyph for '{characters}' ({codes}) in {where}"


def joined(characters: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Characters with their offsets; neighbouring letters count as one."""
    words: list[tuple[int, list[str]]] = []
    end = -1
    for start, text in characters:
        if start == end and one_word(words[-1][1][-1], text):
            words[-1][1].append(text)
        else:
            words.append((start, [text]))
        end = start + len(text)
    return [(start, "".join(texts)) for start, texts in words]


def one_word(before: str, text: str) -> bool:
    """Whether characters that are not set are reported with those before them, as letters of one word are."""
    if "\U0001f3fb" <= text[0] <= "\U0001f3ff":  # the skin tone of an emoji
        return True
    letters = before[-1].isalpha() and text[0].isalpha()
    return letters and runs_leftwards(before[-1]) == runs_leftwards(text)


def lacking_cure(characters: str) -> str:
    """The help for characters without a glyph; for emoji, which text fonts lack, it suggests icons."""
    if runs_leftwards(characters):
        return "write it in Latin letters, or draw it as a picture"
    if characters in _OWN:
        return f"draw an icon of your own, icons/{_OWN[characters]}.svg, and write :{_OWN[characters]}:"
    named = next((ICONS[character] for character in characters if character in ICONS), None)
    if named is not None or _is_emoji(ord(characters[0])):
        return f"use an icon, such as :{named or 'fire'}:"
    return "choose a font that has it, add one to the game's fonts, or write it in another way"


def _is_emoji(code: int) -> bool:
    # The blocks of Unicode 16 that hold them: miscellaneous technical, symbols and arrows, dingbats, and
    # plane 1.
    return code >= 0x1F000 or 0x2600 <= code <= 0x27BF or 0x2B00 <= code <= 0x2BFF or 0x2300 <= code <= 0x23FF

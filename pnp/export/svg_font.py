"""Fonts inside files for browsers: rules that embed them, and features that give the same glyphs."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from pnp.draw import GlyphRun, Glyphs
from pnp.fonts import FontFace
from pnp.fonts.features import AUTOMATIC
from pnp.fonts.subset import pin_axes

Settings = dict[str, int]
"""Features of a font that are turned on or off."""

_TOGETHER = 4
"""Features that are tried together."""


class TextFont:
    """A font of texts that stay text, with the characters and features that they need.

    Args:
        face: The font.
        name: The name of its family in the file, which belongs to this font alone.
        language: Of the texts, a BCP 47 tag.
    """

    def __init__(self, face: FontFace, name: str, language: str) -> None:
        self.face = face
        self.name = name
        self._language = language
        self._characters: set[str] = set()
        self._features: set[str] = set()
        self._last: Settings = {}
        self._known: dict[tuple[str, tuple[tuple[str, int], ...]], tuple[int, ...]] = {}

    def settings(self, run: GlyphRun) -> Settings | None:
        """The features with which a browser draws the glyphs of a run; None if no features do.

        Runs do not say with what features they were made, so those of the font are tried.
        """
        for settings in ({}, self._last):
            if self._is_like(run.parts, settings):
                break
        else:
            found = self._searched(run.parts)
            if found is None:
                return None
            settings = found
        self._last = settings
        self._characters.update(run.text)
        self._features.update(settings)
        return settings

    @property
    def used(self) -> bool:
        """Whether any text is drawn with it."""
        return bool(self._characters)

    def rule(self) -> str:
        """The rule that embeds it."""
        return font_rule(self.face, self._characters, self.name, self._features)

    def _searched(self, parts: Sequence[Glyphs]) -> Settings | None:
        """The feature that brings most glyphs right, then the next one, and so on."""
        settings: Settings = {}
        left = self._wrong(parts, settings)
        for _ in range(_TOGETHER):
            tries = [{**settings, tag: value} for tag, value in self._choices if tag not in settings]
            rated = [(self._wrong(parts, each), at) for at, each in enumerate(tries)]
            fewest, at = min(rated, default=(left, 0))
            if fewest >= left:
                return None
            settings, left = tries[at], fewest
            if self._is_like(parts, settings):
                return settings
        return None

    @cached_property
    def _choices(self) -> list[tuple[str, int]]:
        """Every feature of the font turned the other way; those with alternatives have a few."""
        return [
            (tag, value)
            for tag in sorted(self.face.features)
            for value in ((0,) if tag in AUTOMATIC else (1, 2, 3) if tag in ("salt", "aalt") else (1,))
        ]

    def _is_like(self, parts: Sequence[Glyphs], settings: Settings) -> bool:
        return all(self._shaped(part.text, settings) == part.glyphs for part in parts if part.glyphs)

    def _wrong(self, parts: Sequence[Glyphs], settings: Settings) -> int:
        """How many glyphs of the parts a browser would not draw."""
        return sum(
            (Counter(part.glyphs) - Counter(self._shaped(part.text, settings))).total() for part in parts
        )

    def _shaped(self, text: str, settings: Settings) -> tuple[int, ...]:
        key = text, tuple(settings.items())
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._glyphs(text, settings)
        return found

    def _glyphs(self, text: str, settings: Settings) -> tuple[int, ...]:
        import uharfbuzz

        harfbuzz: Any = uharfbuzz
        buffer = harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        buffer.language = self._language
        buffer.flags = harfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        harfbuzz.shape(self.face.hb_font, buffer, settings)
        return tuple([info.codepoint for info in buffer.glyph_infos])


def font_rule(face: FontFace, characters: Iterable[str], name: str = "", features: Iterable[str] = ()) -> str:
    """A ``@font-face`` rule that holds a font with these characters.

    Args:
        face: The font.
        characters: In any order.
        name: Of its family; that of the font if left out.
        features: Tags of those that have to stay, beside those that are always on.
    """
    style = "italic" if face.italic else "normal"
    data = data_url("font/ttf", _subset(face, characters, features))
    return (
        f"@font-face{{font-family:'{name or css_name(face.family)}';font-weight:{face.weight};font-style:{style};"
        f"src:url({data})}}\n"
    )


def css_name(family: str) -> str:
    """The name of a family as it can be between single quotes in a style sheet."""
    return re.sub(r"[^\w .+-]", "", family)


def data_url(kind: str, data: bytes) -> str:
    """A file as a link that holds it."""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _subset(face: FontFace, characters: Iterable[str], features: Iterable[str]) -> bytes:
    """The font with what these characters need, in any order."""
    import uharfbuzz

    harfbuzz: Any = uharfbuzz  # its stubs leave the subsetter out
    wanted = harfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, characters))
    tags = [int.from_bytes(tag.encode("ascii"), "big") for tag in features]
    wanted.layout_feature_tag_set.update(tags)
    pin_axes(wanted, face.hb_font.face, face.source.coordinates)
    return bytes(harfbuzz.subset(face.hb_font.face, wanted).blob.data)

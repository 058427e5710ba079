"""Fonts by value: which there are, their measures and their glyphs."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.fonts.face import FontFace, FontSource
    from pnp.fonts.features import (
        FeatureError,
        choosable,
        in_short,
        parse_axes,
        parse_features,
        unseen_settings,
    )
    from pnp.fonts.library import (
        FALLBACK_FAMILIES,
        FontLibrary,
        UnknownFontError,
        joined,
        lacking_cure,
        lacking_words,
        one_word,
        own_fonts,
        runs_leftwards,
        shared_fonts,
        unknown_font,
    )
    from pnp.fonts.sfnt import FontFacts, FontFault, read_facts
    from pnp.fonts.web import unpacked

__all__ = [
    "FALLBACK_FAMILIES",
    "FeatureError",
    "FontFace",
    "FontFacts",
    "FontFault",
    "FontLibrary",
    "FontSource",
    "UnknownFontError",
    "choosable",
    "in_short",
    "joined",
    "lacking_cure",
    "lacking_words",
    "one_word",
    "own_fonts",
    "parse_axes",
    "parse_features",
    "read_facts",
    "runs_leftwards",
    "shared_fonts",
    "unknown_font",
    "unpacked",
    "unseen_settings",
]

__getattr__ = lazy(
    __name__,
    {
        "FontFace": "face",
        "FontSource": "face",
        "FeatureError": "features",
        "choosable": "features",
        "in_short": "features",
        "parse_axes": "features",
        "parse_features": "features",
        "unseen_settings": "features",
        "FALLBACK_FAMILIES": "library",
        "FontLibrary": "library",
        "UnknownFontError": "library",
        "joined": "library",
        "lacking_cure": "library",
        "lacking_words": "library",
        "one_word": "library",
        "runs_leftwards": "library",
        "own_fonts": "library",
        "shared_fonts": "library",
        "FontFacts": "sfnt",
        "FontFault": "sfnt",
        "read_facts": "sfnt",
        "unknown_font": "library",
        "unpacked": "web",
    },
)

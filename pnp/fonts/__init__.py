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
    from pnp.fonts.sfnt import FontFault, read_facts, unpacked

__getattr__ = lazy(__name__)

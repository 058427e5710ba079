"""What to do about characters that no font has."""

from __future__ import annotations


def lacking_cure(characters: str) -> str:
    """The help for characters without a glyph; emoji have none in the fonts of texts, and icons do their work."""
    if _is_emoji(ord(characters[0])):
        return "use an icon, such as :fire:"
    return "choose a font that has it, add one to the game's fonts, or write it in another way"


def _is_emoji(code: int) -> bool:
    # The blocks of Unicode 16 that hold them: miscellaneous technical, symbols and arrows, dingbats, and plane 1.
    return code >= 0x1F000 or 0x2600 <= code <= 0x27BF or 0x2B00 <= code <= 0x2BFF or 0x2300 <= code <= 0x23FF

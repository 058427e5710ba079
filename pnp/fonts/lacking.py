"""What to say of characters that are not set: no font has them, or they run from right to left."""

import re
from collections.abc import Iterable

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
    """Whether a letter of the text runs from right to left, as those of Hebrew and Arabic do; such texts are not set."""
    return _LEFTWARDS.search(text) is not None


def lacking_words(characters: str, where: str) -> str:
    """What is wrong with characters that are not set.

    Args:
        characters: As typed.
        where: The fonts that were asked.
    """
    if runs_leftwards(characters):
        return f"'{characters}' runs from right to left, which is not set"
    codes = " ".join(f"U+{ord(char):04X}" for char in characters)
    return f"no glyph for '{characters}' ({codes}) in {where}"


def joined(characters: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Characters with their offsets, letters that stand side by side as one."""
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
    """Whether characters that are not set are told as one with those before them: letters of one word are."""
    if "\U0001f3fb" <= text[0] <= "\U0001f3ff":  # the skin tone of an emoji
        return True
    letters = before[-1].isalpha() and text[0].isalpha()
    return letters and runs_leftwards(before[-1]) == runs_leftwards(text)


def lacking_cure(characters: str) -> str:
    """The help for characters without a glyph; emoji have none in the fonts of texts, and icons do their work."""
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

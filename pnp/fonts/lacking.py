"""What to do about characters that no font has."""

ICONS = {
    "♥": "heart", "❤": "heart", "💔": "broken-heart", "♦": "diamond", "★": "star", "☆": "star", "⭐": "star",
    "⚔": "crossed-swords", "🗡": "broadsword", "🛡": "shield", "🏹": "bow-arrow", "💀": "skull-crossed-bones",
    "☠": "skull-crossed-bones", "⚡": "lightning-storm", "🔥": "fire", "💧": "water-drop", "☀": "sun", "☾": "moon",
    "☽": "moon", "🌙": "moon", "✓": "check", "✔": "check", "✅": "check", "✗": "cross-mark", "✘": "cross-mark",
    "❌": "cross-mark", "🎲": "die", "⚀": "die-1", "⚁": "die-2", "⚂": "die-3", "⚃": "die-4", "⚄": "die-5", "⚅": "die-6",
    "👑": "crown", "🏆": "trophy", "⌛": "hourglass", "⏳": "hourglass", "🪙": "two-coins", "💰": "coins", "🚩": "flying-flag",
}  # fmt: skip
"""Icons that ship with pnp and say the same as a character."""


def lacking_cure(characters: str) -> str:
    """The help for characters without a glyph; emoji have none in the fonts of texts, and icons do their work."""
    named = next((ICONS[character] for character in characters if character in ICONS), None)
    if named is not None or _is_emoji(ord(characters[0])):
        return f"use an icon, such as :{named or 'fire'}:"
    return "choose a font that has it, add one to the game's fonts, or write it in another way"


def _is_emoji(code: int) -> bool:
    # The blocks of Unicode 16 that hold them: miscellaneous technical, symbols and arrows, dingbats, and plane 1.
    return code >= 0x1F000 or 0x2600 <= code <= 0x27BF or 0x2B00 <= code <= 0x2BFF or 0x2300 <= code <= 0x23FF

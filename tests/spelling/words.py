"""Every printed word of a game in one of its languages, with the place of the text that it stands in.

Texts without a translation are left out: they are in another language, and other checks tell of them.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pnp.checks import printed_texts
from pnp.load import load_game
from pnp.markup import parse_inline, plain_text
from pnp.rules import fill, game_scope
from pnp.source import Span
from pnp.translation import Translations
from pnp.translation.wording import has_words

WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*(?:-[^\W\d_]+)*")


def printed_words(folder: Path, language: str) -> Iterator[tuple[str, Span]]:
    """Words of cards, tiles, tokens, aids and rule sheets, as they are printed."""
    game = load_game(folder, cwd=folder.parent).game
    assert game is not None
    translations = Translations(game)
    translator = translations.translator(language)
    local = replace(translator.game(), language=language)
    for printed in printed_texts(local):
        if has_words(printed.text.source) and printed.text.language in ("", language):
            yield from words_of(plain_text(printed.marked), printed.text.origin.span)
    scope = game_scope(local)
    for rulebook in translations.rulebooks:
        for source in rulebook.texts():
            text = translator.text(source)
            if text.language == language and has_words(text.source):
                filled = fill(text, scope, language)
                yield from words_of(plain_text(parse_inline(filled.text)), text.origin.span)


def words_of(text: str, span: Span) -> Iterator[tuple[str, Span]]:
    """The words of two letters and more; soft hyphens are no letters."""
    for match in WORD.finditer(text.replace("\u00ad", "")):
        if len(match.group()) > 1:
            yield match.group(), span

"""Composing rule sheets of the sample game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.fonts import FontLibrary, shared_fonts
from pnp.icons import IconLibrary
from pnp.model import Game, RulebookSource
from pnp.rulebook import ComposedRulebook, compose_rulebook
from pnp.text import TextContext
from tests.rulebook.sample import PlainComposer, make_game

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def context() -> TextContext:
    fonts = FontLibrary(
        shared_fonts(
            (ROOT / "fonts/index.json").read_text("utf-8"), lambda name: (ROOT / "fonts" / name).read_bytes()
        )
    )
    icons = IconLibrary(lambda: (ROOT / "icons/icons.json").read_text("utf-8"))
    return TextContext(fonts, icons, "en", make_game().term)


@pytest.fixture(scope="session")
def compose(context) -> Callable[..., ComposedRulebook]:
    def made(source: str, game: Game | None = None, **options: object) -> ComposedRulebook:
        return compose_rulebook(
            RulebookSource("rules", "rules.md", source),
            game or make_game(),
            "en",
            PlainComposer(),
            context,
            **options,
        )

    return made

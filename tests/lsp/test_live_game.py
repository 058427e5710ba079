"""What is looked for again after an edit, in the process of the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pnp.build.workshop
import pnp.i18n
import pnp.translation.check
from pnp.diagnostics import Diagnostic
from pnp.lsp.live_game import LiveGame
from pnp.preview.live import LiveEdition
from tests.preview.game import write_game

CZECH, FRENCH, ANTS = "locale/cs.po", "locale/fr.po", "cards/ants.yaml"
COUNTED = (
    (pnp.build.workshop, "check_case"),
    (pnp.translation.check, "check_catalogue"),
    (pnp.translation.check, "check_labels"),
    (pnp.i18n, "read_catalogue"),
    (LiveEdition, "adopt"),
)


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each of the functions ran."""
    found: Counter[str] = Counter()

    def counted(name: str, done: Callable[..., Any]) -> Callable[..., Any]:
        def count(*values: Any, **named: Any) -> Any:
            found[name] += 1
            return done(*values, **named)

        return count

    for owner, name in COUNTED:
        monkeypatch.setattr(owner, name, counted(name, getattr(owner, name)))
    return found


@pytest.fixture
def game(tmp_path: Path) -> LiveGame:
    folder = write_game(tmp_path)
    data = folder / "game.yaml"
    data.write_text(data.read_text(encoding="utf-8").replace("[en, cs]", "[en, cs, fr]"), encoding="utf-8")
    (folder / FRENCH).write_bytes((folder / CZECH).read_bytes())
    live = LiveGame(folder)
    typed(live, "game.yaml", "", "")
    return live


def typed(game: LiveGame, file: str, old: str, new: str) -> tuple[Diagnostic, ...]:
    """Edit a file, do all work, and give the findings after the first unit of it."""
    text = game.unsaved.get(file) or (game.folder / file).read_bytes()
    assert old.encode() in text
    game.unsaved[file] = text.replace(old.encode(), new.encode())
    assert game.refresh(file)
    game.work()
    first = game.findings
    while game.work():
        pass
    return first


def anew(game: LiveGame) -> set[Diagnostic]:
    """The findings of the game by a server that has just begun."""
    other = LiveGame(game.folder)
    other.unsaved.update(game.unsaved)
    other.refresh()
    while other.work():
        pass
    return set(other.findings)


def test_an_edit_of_a_translation_checks_that_language_alone(game: LiveGame, counts: Counter[str]) -> None:
    typed(game, CZECH, "Hlídej", "Hlidej")  # the file is open now
    counts.clear()
    first = typed(game, CZECH, "Hlidej bránu.", "Hlídej {{ facts.crmbs }}.")
    assert "K530" in {item.code for item in first}
    assert counts == {"check_catalogue": 1, "read_catalogue": 1}
    assert set(game.findings) == anew(game)
    counts.clear()
    typed(game, CZECH, "Hlídej {{ facts.crmbs }}.", "Hlídej bránu.")
    assert counts == {"check_catalogue": 1, "read_catalogue": 1}
    assert set(game.findings) == anew(game)


def test_after_an_edit_of_pieces_all_languages_are_checked(game: LiveGame, counts: Counter[str]) -> None:
    typed(game, CZECH, "Hlídej bránu.", "Hlídej {{ facts.crmbs }}.")
    counts.clear()
    typed(game, ANTS, "Guard the gate.", "Guard the door.")
    assert counts["check_case"] == counts["check_labels"] == 1
    assert counts["check_catalogue"] == 2
    assert counts["adopt"] == 1
    assert set(game.findings) == anew(game)
    counts.clear()
    typed(game, CZECH, "{{ facts.crmbs }}", "bránu")
    assert counts == {"check_catalogue": 1, "read_catalogue": 1}
    assert set(game.findings) == anew(game)


def test_an_edit_of_a_translation_before_all_is_composed_lets_the_rest_be_composed(
    game: LiveGame, counts: Counter[str]
) -> None:
    game.unsaved[ANTS] = (game.folder / ANTS).read_bytes().replace(b"Guard the gate.", b"{{ facts.crmbs }}")
    game.refresh(ANTS)
    typed(game, CZECH, "Hlídej", "Hlidej")
    assert counts["adopt"] == 1
    assert set(game.findings) == anew(game)


def test_rule_sheets_are_set_last_and_an_edit_may_come_before(
    game: LiveGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    when: list[bool] = []
    whole = LiveEdition.compose_books

    def noted(self: LiveEdition) -> bool:
        when.append(game.lengthy)
        return whole(self)

    monkeypatch.setattr(LiveEdition, "compose_books", noted)

    def edit(old: bytes, new: bytes) -> None:
        game.unsaved[ANTS] = (game.folder / ANTS).read_bytes().replace(old, new)
        assert game.refresh(ANTS)
        assert not game.lengthy

    edit(b"Guard the gate.", b"Guard the door.")
    while not game.lengthy:
        assert game.work()
    assert when == []
    edit(b"Guard the gate.", b"Guard the hall.")
    while game.work():
        pass
    assert when == [True, True]
    assert not game.lengthy
    assert set(game.findings) == anew(game)

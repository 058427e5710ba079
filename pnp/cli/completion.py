"""``pnp completion``: shell completion of commands, options, games and pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from pnp.cli.lazy import COMPLETE_VARIABLE
from pnp.cli.terminal import say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pnp.model import Game


@click.command(
    name="completion",
    epilog="""\
\b
bash:  add to ~/.bashrc   eval "$(pnp completion bash)"
zsh:   add to ~/.zshrc    eval "$(pnp completion zsh)"      (after compinit)
fish:  run once           pnp completion fish > ~/.config/fish/completions/pnp.fish
PowerShell: add to the file $PROFILE
    pnp completion powershell | Out-String | Invoke-Expression""",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish", "powershell"]))
def command(shell: str) -> None:
    """Print the script that completes commands, options, games, pieces, languages and codes in your shell."""
    from click.shell_completion import get_completion_class

    from pnp.cli.powershell import know_powershell

    know_powershell()
    complete = get_completion_class(shell)
    assert complete is not None, "click knows the other three shells"
    root = click.get_current_context().find_root().command
    maker = complete(root, {}, "pnp", COMPLETE_VARIABLE)
    # Not maker.source(): that runs the bash that is found here, which may not be the one that reads this.
    say(maker.source_template % maker.source_vars())


_Entry: TypeAlias = tuple[str, str]
"""A word and what it means, in a few words."""
_Offer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]"


_PLAIN = re.compile(r"[\w/.:+@%-]+")
"""Words without a meaning to the shell. Shells insert completions as they are, so a set in a file called
``$(command).yaml`` would run the command."""


def _offer(entries: Callable[[click.Context], Iterable[_Entry]], *, listed: bool = False) -> _Offer:
    """A function for ``shell_complete`` of a parameter.

    Args:
        entries: Gives all words.
        listed: Whether the parameter takes several words with commas.
    """

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        del parameter
        before, comma, begun = incomplete.rpartition(",") if listed else ("", "", incomplete)
        try:
            return [
                CompletionItem(f"{before}{comma}{word}", help=words)
                for word, words in entries(context)
                if word.startswith(begun) and _PLAIN.fullmatch(word)
            ]
        except Exception:
            return []

    return complete


def _game(context: click.Context) -> Game | None:
    """The game that the words before are about."""
    from pnp.cli.opening import open_game

    return open_game(context.params.get("game")).game


def _games(context: click.Context) -> Iterator[_Entry]:
    from pnp.load import list_games

    del context
    for name, folder in list_games(Path.cwd()).items():
        yield name, folder.as_posix()


def _pieces(context: click.Context) -> Iterator[_Entry]:
    game = _game(context)
    for piece in game.pieces() if game is not None else ():
        yield piece.key, piece.kind


def _sets_and_pieces(context: click.Context) -> Iterator[_Entry]:
    game = _game(context)
    for component_set in game.sets if game is not None else ():
        yield component_set.id, component_set.name.source
        for piece in component_set.pieces:
            yield piece.key, piece.kind


def _languages(context: click.Context) -> Iterator[_Entry]:
    game = _game(context)
    for language in game.languages if game is not None else ():
        yield language, ""
    yield "all", "every language of the game"


def _profiles(context: click.Context) -> Iterator[_Entry]:
    game = _game(context)
    for name, settings in sorted(game.profiles.items()) if game is not None else ():
        yield name, settings.description


def _codes(context: click.Context) -> Iterator[_Entry]:
    from pnp.diagnostics.explain import code_name, codes

    del context
    for code in codes():
        yield code, code_name(code)


complete_game = _offer(_games)
complete_piece = _offer(_pieces)
complete_selection = _offer(_sets_and_pieces, listed=True)
complete_languages = _offer(_languages, listed=True)
complete_profile = _offer(_profiles)
complete_code = _offer(_codes)

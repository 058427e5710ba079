"""``pnp completion``: shell completion of commands, options, games and pieces."""

from __future__ import annotations

import click

from pnp.cli.lazy import COMPLETE_VARIABLE
from pnp.cli.terminal import say


@click.command(
    name="completion",
    epilog="""\
\b
bash:  add to ~/.bashrc   eval "$(pnp completion bash)"
zsh:   add to ~/.zshrc    eval "$(pnp completion zsh)"      (after compinit)
fish:  run once           pnp completion fish > ~/.config/fish/completions/pnp.fish""",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes commands, options, games, pieces, languages and codes in your shell."""
    from click.shell_completion import get_completion_class

    complete = get_completion_class(shell)
    assert complete is not None, "click knows the three shells"
    root = click.get_current_context().find_root().command
    maker = complete(root, {}, "pnp", COMPLETE_VARIABLE)
    # Not maker.source(): that runs the bash that is found here, which may not be the one that reads this.
    say(maker.source_template % maker.source_vars())

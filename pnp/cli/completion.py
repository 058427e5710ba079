"""``pnp completion``: scripts for shells, and completion in PowerShell, which click does not have."""

from __future__ import annotations

import os

import click
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, get_completion_class

from pnp.cli.lazy import COMPLETE_VARIABLE
from pnp.cli.terminal import say


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
    know_powershell()
    complete = get_completion_class(shell)
    assert complete is not None, "click knows the other three shells"
    root = click.get_current_context().find_root().command
    maker = complete(root, {}, "pnp", COMPLETE_VARIABLE)
    # Not maker.source(): that runs the bash that is found here, which may not be the one that reads this.
    say(maker.source_template % maker.source_vars())


_SCRIPT = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($begun, $line, $cursor)
    $before = $line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor }
    $env:COMP_WORDS = ($before | ForEach-Object { $_.ToString() }) -join "`n"
    $env:COMP_CWORD = $begun
    $env:%(complete_var)s = "powershell_complete"
    try {
        %(prog_name)s | ForEach-Object {
            $word, $help = $_ -split "`t", 2
            [System.Management.Automation.CompletionResult]::new($word, $word, "ParameterValue", $help)
        }
    } finally {
        Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:%(complete_var)s -ErrorAction SilentlyContinue
    }
}
"""


class PowerShellComplete(ShellComplete):
    """Gives a word and its help in each line, with a tab between them."""

    name = "powershell"
    source_template = _SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the cursor without the name of the program, and the word that is begun."""
        words = os.environ.get("COMP_WORDS", "").splitlines()  # noqa: TID251 - the shell hands them over so
        return words[1:], os.environ.get("COMP_CWORD", "")  # noqa: TID251

    def format_completion(self, item: CompletionItem) -> str:
        """A line; PowerShell refuses an empty help."""
        return f"{item.value}\t{item.help or item.value}"


def know_powershell() -> None:
    """Let click find it among the shells."""
    add_completion_class(PowerShellComplete)

"""Completion in PowerShell, which click does not have."""

from __future__ import annotations

import os

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class

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

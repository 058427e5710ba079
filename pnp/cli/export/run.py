"""An export as a command: its options, its folder, its report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pnp.build import Selection, write_files
from pnp.cli.opening import Stop, chosen_sets, languages, open_readable_game
from pnp.cli.options import (
    format_option,
    game_option,
    jobs_option,
    lang_option,
    out_option,
    quiet_option,
    selection_options,
    split,
    strict_option,
    together,
)
from pnp.cli.output import Bar, shown_progress
from pnp.cli.place import made
from pnp.cli.process import Exit
from pnp.cli.terminal import FOR_PEOPLE, exit_code, report, say
from pnp.diagnostics.printer import counted
from pnp.export.job import ExportJob
from pnp.translation import Translations

_Command = TypeVar("_Command", bound=Callable[..., Any])


export_options = together(
    game_option,
    lang_option,
    selection_options,
    out_option(),
    jobs_option,
    strict_option,
    format_option,
    quiet_option,
)
"""Options of every export of pieces; ``ExportRun.begin`` takes them."""


@dataclass(slots=True, kw_only=True)
class ExportRun(ExportJob):
    """An export that a command asked for: it writes into a folder and reports on the terminal.

    Attributes:
        out: Folder of the output.
        form: How findings are written.
        quiet: Whether nothing but findings is written.
        written: Files, relative to ``out``.
    """

    out: Path
    form: str
    quiet: bool
    written: list[str] = field(default_factory=list)

    @classmethod
    def begin(
        cls,
        *,
        game: str | None,
        lang: str,
        only: tuple[str, ...] = (),
        where: str = "",
        copies: int | None = None,
        out: Path,
        jobs: int,
        strict: bool = False,
        form: str,
        quiet: bool,
        **_others: Any,
    ) -> ExportRun:
        """The run that the options ask for; other options of the command are left to it.

        Raises:
            Stop: The game cannot be read, or the options choose no piece; it has been reported.
            click.UsageError: The game or the language does not exist.
        """
        workshop, opened = open_readable_game(game)
        sets = chosen_sets(workshop, opened, Selection(split(only), where, copies), form)
        progress = shown_progress(quiet=quiet, form=form, least=40)
        chosen = languages(opened, lang)
        return cls(
            workshop=workshop,
            game=opened,
            sets=sets,
            languages=chosen,
            translations=Translations(opened, chosen),
            jobs=jobs,
            strict=strict,
            progress=progress,
            out=out,
            form=form,
            quiet=quiet,
        )

    def stop(self, *, environment: bool = False) -> NoReturn:
        """Report what was found, and end the command.

        Raises:
            Stop: Always.
        """
        self.end(nothing=True)
        raise Stop(Exit.ENVIRONMENT if environment else Exit.FAULTS)

    def write(self, files: Mapping[str, bytes]) -> None:
        """Put files in place, named relative to the folder of the output.

        Raises:
            Stop: They cannot be written; it has been reported.
        """
        faults = write_files(self.out, files, made().journals)
        if faults:
            self.close_bar()
            report(faults, {}, self.form)
            raise Stop(Exit.ENVIRONMENT)
        self.written += files

    def close_bar(self) -> None:
        """End the line of a bar, so that words can be written."""
        if isinstance(self.progress, Bar):
            self.progress.close()

    def shown_folders(self, kind: str) -> str:
        """The folders of a kind of file, as shown to the user."""
        chosen = self.languages
        tags = chosen[0] if len(chosen) == 1 else f"{{{','.join(chosen)}}}"
        return (self.out / self.folder(tags, kind)).as_posix()

    def end(self, summary: str = "", *, nothing: bool = False) -> int:
        """Report what was found and what was written; the exit code."""
        self.close_bar()
        report(self.found, self.workshop.sources, self.form, quiet=self.quiet)
        if not self.quiet and self.form in FOR_PEOPLE:
            faults = counted(self.found)
            say(f"nothing written: {faults}" if nothing else f"{summary}, {faults}")
        return exit_code(self.found)

"""An export of pieces: select and compose them, report findings, write files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from pnp.build import (
    ComposedGame,
    Edition,
    FileSink,
    Progress,
    Selection,
    Workshop,
    check_workshop,
    compose,
)
from pnp.cli.limits import MOST_JOBS
from pnp.cli.opening import Stop, chosen_sets, languages, open_readable_game
from pnp.cli.options import (
    format_option,
    game_option,
    lang_option,
    out_option,
    quiet_option,
    selection_options,
    split,
    strict_option,
)
from pnp.cli.output import Bar, shown_progress
from pnp.cli.place import made
from pnp.cli.process import Exit
from pnp.cli.terminal import FOR_PEOPLE, exit_code, report, say
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.allowance import accept
from pnp.diagnostics.printer import counted
from pnp.diagnostics.printer import strict as made_strict
from pnp.export.face_picture import WritePdf
from pnp.export.png import missing_renderer
from pnp.model import ComponentSet, Game
from pnp.model.print import Ink
from pnp.pdf import write_pdf
from pnp.pictures import Sampling
from pnp.translation import Translations

_Command = TypeVar("_Command", bound=Callable[..., Any])


def export_options(command: _Command) -> _Command:
    """Options of every export of pieces; ``ExportRun.begin`` takes them."""
    for option in (
        quiet_option,
        format_option,
        strict_option,
        click.option(
            "--jobs",
            "-j",
            type=click.IntRange(1, MOST_JOBS),
            default=1,
            help="Number of worker processes. [1]",
        ),
        out_option(),
        selection_options,
        lang_option,
        game_option,
    ):
        command = option(command)
    return command


@dataclass(slots=True)
class ExportRun:
    """One export: what is chosen, what was found, what is written.

    Attributes:
        workshop: The game's assets.
        game: Its data, in its own language.
        sets: Those that are chosen, with the chosen pieces.
        languages: In order.
        out: Folder of the output.
        jobs: Processes to compose in.
        strict: Whether warnings count as errors.
        form: How findings are written.
        quiet: Whether nothing but findings is written.
        progress: Receives the progress of the run.
        translations: Of the languages.
        found: So far, in order.
        written: Files, relative to ``out``.
    """

    workshop: Workshop
    game: Game
    sets: tuple[ComponentSet, ...]
    languages: tuple[str, ...]
    out: Path
    jobs: int
    strict: bool
    form: str
    quiet: bool
    progress: Progress
    translations: Translations
    found: list[Diagnostic] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    _checked: bool = False

    @classmethod
    def begin(
        cls,
        *,
        game: str | None,
        lang: str,
        only: tuple[str, ...],
        where: str,
        copies: int | None,
        out: Path,
        jobs: int,
        strict: bool,
        form: str,
        quiet: bool,
    ) -> ExportRun:
        """The run that the options ask for.

        Raises:
            Stop: The game cannot be read, or the options choose no piece; it has been reported.
            click.UsageError: The game or the language does not exist.
        """
        workshop, opened = open_readable_game(game)
        sets = chosen_sets(workshop, opened, Selection(split(only), where, copies), form)
        progress = shown_progress(quiet=quiet, form=form, least=40)
        chosen = languages(opened, lang)
        translations = Translations(opened, chosen)
        return cls(workshop, opened, sets, chosen, out, jobs, strict, form, quiet, progress, translations)

    @property
    def bleed(self) -> float:
        """The bleed that the game prints with, in millimetres."""
        return self.game.print.bleed.mm

    def folder(self, language: str, kind: str) -> str:
        """Where files of a kind go, relative to ``out``."""
        return f"{self.game.id}/{language}/{kind}"

    @property
    def write_pdf(self) -> WritePdf:
        """Writes documents with the game's fonts and all pixels of its pictures."""
        return self.pdf_writer(0)

    def pdf_writer(self, max_dpi: int) -> WritePdf:
        """A writer of documents with the game's fonts and pictures downsampled to ``max_dpi``."""
        return partial(write_pdf, fonts=self.workshop.fonts, sampling=Sampling(max_dpi))

    def need_pictures(self) -> None:
        """Stop when the library that draws pictures is not installed.

        Raises:
            Stop: It is not; the cure has been reported.
        """
        missing = missing_renderer()
        if missing is not None:
            report([missing], {}, self.form)
            raise Stop(Exit.ENVIRONMENT)

    def check(self) -> None:
        """Check the data, once.

        Raises:
            Stop: They have an error; everything found has been reported.
        """
        if not self._checked:
            self._checked = True
            self.add(check_workshop(self.workshop, translations=self.translations).diagnostics)

    def compose(self, language: str, bleed: float, ink: Ink = "full") -> ComposedGame:
        """The chosen pieces in a language, without a fault that keeps them from being printed.

        Raises:
            Stop: There is such a fault; everything found has been reported.
        """
        self.check()
        translator = self.translations.translator(language)
        edition = Edition(self.workshop, translator, self.sets, bleed=bleed, ink=ink)
        composed = compose(edition, self.jobs, self.progress)
        self.add(composed.checked())
        return composed

    def add(self, found: tuple[Diagnostic, ...] | list[Diagnostic]) -> None:
        """Add findings, without those already known.

        Raises:
            Stop: There is an error; everything found has been reported.
        """
        found = accept(found, self.translations.allowances())
        known = set(self.found) | {replace(item, span=None) for item in self.found}
        self.found += [item for item in dict.fromkeys(found) if item not in known]
        if self.strict:
            self.found = made_strict(self.found)
        if has_errors(self.found):
            self.end(nothing=True)
            raise Stop(Exit.FAULTS)

    def write(self, files: Mapping[str, bytes]) -> None:
        """Put files in place, named relative to the folder of the output.

        Raises:
            Stop: They cannot be written; it has been reported.
        """
        faults = FileSink(self.out, made().journals).write(files)
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
        tags = self.languages[0] if len(self.languages) == 1 else f"{{{','.join(self.languages)}}}"
        return (self.out / self.folder(tags, kind)).as_posix()

    def end(self, summary: str = "", *, nothing: bool = False) -> int:
        """Report what was found and what was written; the exit code."""
        self.close_bar()
        report(
            self.found, self.workshop.sources, self.form, notes=not self.quiet or self.form not in FOR_PEOPLE
        )
        if not self.quiet and self.form in FOR_PEOPLE:
            faults = counted(self.found)
            say(f"nothing written: {faults}" if nothing else f"{summary}, {faults}")
        return exit_code(self.found)

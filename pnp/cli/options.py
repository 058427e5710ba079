"""Options that several commands share, so that they behave alike everywhere, and what shells complete."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import fsdecode
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from pnp.cli.limits import MOST_JOBS
from pnp.diagnostics import times
from pnp.load.limits import MAX_COPIES
from pnp.units import ZERO, Length, LengthError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pnp.model import Game

_Command = TypeVar("_Command", bound=Callable[..., Any])


_Offered: TypeAlias = tuple[str, str]
"""A word and what it means, in a few words."""
_Offer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]"


_PLAIN = re.compile(r"[\w/.:+@%-]+")
"""Words without a meaning to the shell. Shells insert completions as they are, so a set in a file called
``$(command).yaml`` would run the command."""


def _offer(entries: Callable[[click.Context], Iterable[_Offered]], *, listed: bool = False) -> _Offer:
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


def _games(context: click.Context) -> Iterator[_Offered]:
    from pnp.load import list_games

    del context
    for name, folder in list_games(Path.cwd()).items():
        yield name, folder.as_posix()


def _pieces(context: click.Context) -> Iterator[_Offered]:
    game = _game(context)
    for piece in game.pieces() if game is not None else ():
        yield piece.key, piece.kind


def _sets_and_pieces(context: click.Context) -> Iterator[_Offered]:
    game = _game(context)
    for component_set in game.sets if game is not None else ():
        yield component_set.id, component_set.name.source
        for piece in component_set.pieces:
            yield piece.key, piece.kind


def _language_names(context: click.Context) -> Iterator[_Offered]:
    game = _game(context)
    for language in game.languages if game is not None else ():
        yield language, ""
    yield "all", "every language of the game"


def _profiles(context: click.Context) -> Iterator[_Offered]:
    game = _game(context)
    for name, settings in sorted(game.profiles.items()) if game is not None else ():
        yield name, settings.description


def _codes(context: click.Context) -> Iterator[_Offered]:
    from pnp.diagnostics.explain import code_name, codes

    del context
    for code in codes():
        yield code, code_name(code)


complete_game = _offer(_games)
complete_piece = _offer(_pieces)
complete_selection = _offer(_sets_and_pieces, listed=True)
complete_languages = _offer(_language_names, listed=True)
complete_profile = _offer(_profiles)
complete_code = _offer(_codes)


class Gathered(click.Option):
    """An option of words with commas; given several times, all of them count and not the last ones alone."""

    def __init__(self, *args: Any, default: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "default": (default,), "multiple": True})

    def process_value(self, ctx: click.Context, value: Any) -> str:
        """All words, with commas."""
        return ",".join(super().process_value(ctx, value))


class Single(click.Option):
    """An option that is refused where it is given several times, as only the last one would count."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "multiple": True})

    def process_value(self, ctx: click.Context, value: Any) -> str | None:
        """The value, or None.

        Raises:
            click.UsageError: There are several.
        """
        values = super().process_value(ctx, value)
        if len(values) > 1:
            raise click.UsageError(
                f"{self.opts[0]} is given {times(len(values), 'time')}; give one at a time", ctx
            )
        return values[0] if values else None


game_option = click.option(
    "--game",
    "-g",
    cls=Single,
    metavar="NAME|FOLDER",
    is_eager=True,  # so that it is known when the words behind it are finished by the shell
    shell_complete=complete_game,
    help="The game: its name or its folder. [the one in this folder]",
)
"""``--game NAME|FOLDER``; by default the game of the current folder, or the only one in ``data``."""


def _format(what: str, *choices: str) -> Callable[[_Command], _Command]:
    return click.option(
        "--format", "form", type=click.Choice(choices), default="full", help=f"{what}. [full]"
    )


format_option = _format(
    "How to print errors and warnings", "full", "concise", "json", "github", "sarif", "junit"
)
"""``--format``: how findings are written."""

document_format_option = _format("How to print errors and warnings", "full", "concise", "json", "github")
"""The same without the forms that describe a whole game."""

full_or_json = _format("Output format", "full", "json")
"""``--format`` of lists: for people, or for programs."""

full_csv_or_json = _format("Output format", "full", "csv", "json")
"""The same of tables."""

jobs_option = click.option(
    "--jobs", "-j", type=click.IntRange(1, MOST_JOBS), default=1, help="Number of worker processes. [1]"
)
"""``--jobs``: processes of exports and reprints."""


quiet_option = click.option("--quiet", "-q", is_flag=True, help="Print nothing but errors and warnings.")
"""``--quiet``: only faults are written."""


class _Folder(click.Path):
    """An output folder. A value that looks like the name of a file is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path."""
        path = Path(fsdecode(super().convert(value, param, ctx)))
        if path.suffix.lower() in _OF_FILES and not path.is_dir():
            folder = path.parent if path.parent != Path() else path.with_suffix("")
            self.fail(f"'{path}' looks like a file; name a folder: --out {folder}", param, ctx)
        return path


_OF_FILES = frozenset((".pdf", ".png", ".jpg", ".jpeg", ".svg", ".zip", ".csv", ".xlsx", ".json", ".html"))
"""Endings of what is written into folders."""


def out_option(what: str = "Output folder") -> Callable[[_Command], _Command]:
    """``--out FOLDER``: where the output goes.

    Args:
        what: The folder in words, for the help.
    """
    return click.option("--out", type=_Folder(), default="out", help=f"{what}. [out]")


strict_option = click.option("--strict", is_flag=True, help="Treat warnings as errors.")
"""``--strict``: warnings count as errors."""


def _languages(default: str, words: str) -> Callable[[_Command], _Command]:
    return click.option(
        "--lang",
        "-l",
        cls=Gathered,
        default=default,
        metavar="CODES",
        shell_complete=complete_languages,
        help=words,
    )


lang_option = _languages("", "Languages, separated by commas, or 'all'. [the game's own]")
"""``--lang``: languages, with commas, or ``all``; the game's own when left out."""

translations_option = _languages("all", "Translations, separated by commas. [all]")
"""``--lang``: languages of translations, with commas; all of them when left out."""


def together(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """Several options as one decorator, in the order of the help."""

    def decorate(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _names(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values of ``--only``; one without a name is refused, as it would choose everything."""
    for value in values:
        if not split((value,)):
            raise click.UsageError(f"--only '{value}' names nothing; leave it out to choose all pieces")
    return values


selection_options = together(
    click.option(
        "--only",
        multiple=True,
        callback=_names,
        metavar="NAMES",
        shell_complete=complete_selection,
        help="Only these sets or pieces, such as weapons/own-bow,spells/*.",
    ),
    click.option(
        "--where",
        default="",
        metavar="EXPR",
        help="Only pieces that match, such as \"spell == 'lure'\".",
    ),
    click.option(
        "--copies",
        type=click.IntRange(1, MAX_COPIES),
        help="Print this many of each piece, whatever the data says.",
    ),
)
"""``--only``, ``--where`` and ``--copies``."""


print_options = together(
    click.option(
        "--profile",
        metavar="NAME",
        shell_complete=complete_profile,
        help="Print profile to start from. 'pnp profiles' lists them.",
    ),
    click.option("--paper", help="A4, Letter, A3, A5, Legal, Tabloid, a size such as 100x150mm, or piece."),
    click.option("--margin", help="Smallest distance from the edges of the paper, such as 5mm."),
    click.option("--gutter", help="Space between pieces. With 0mm, neighbours share a cut."),
    click.option("--bleed", help="How far colour extends beyond the cut, such as 3mm."),
    click.option("--marks", help="Cut marks: crop, corners, lines or none."),
    click.option("--mark-colour", help="Colour of the marks on fronts, such as '#B3202C'."),
    click.option("--back-marks", help="Marks on backs: same or none."),
    click.option("--back-mark-colour", help="Colour of the marks on backs."),
    click.option("--duplex", help="Edge the paper is flipped on: long-edge, short-edge or none."),
    click.option(
        "--fold", help="Put backs beside fronts, to fold and glue: vertical, horizontal, any or none."
    ),
    click.option("--sides", help="Sides to print: both, fronts or backs."),
    click.option("--order", help="Order of the pages: interleaved or fronts-first."),
    click.option("--grid", help="Columns and rows, such as 3x3. [as many as fit]"),
    click.option("--start", metavar="N", help="First free place of a partly used sheet. [1]"),
    click.option("--back-offset", help="Move backs right and down, such as '0.4mm -0.2mm'."),
    click.option("--back-rotation", help="Rotate backs clockwise, in degrees."),
    click.option("--scale", help="Enlarge both sides, such as 1.003, for a printer that shrinks."),
    click.option("--ink", help="full, or low to save ink."),
    click.option(
        "--stamp/--no-stamp", default=None, help="Print the first digits of its hash on each front."
    ),
    click.option(
        "--planned",
        is_flag=False,
        flag_value="true",
        metavar="[stock]",
        help="Let sets share sheets, to save paper. With stock, cards and the rest use separate sheets.",
    ),
    click.option(
        "--max-dpi",
        metavar="DPI",
        help="Downsample pictures above 1.5 × this resolution; 0 never does. [300]",
    ),
    click.option("--colour", help="rgb, or cmyk for a press: PDF/X-4 with its profile. [rgb]"),
    click.option(
        "--output-intent",
        metavar="FILE",
        help="ICC profile of the press: a file, fogra39 or gracol. [fogra39]",
    ),
    click.option("--rich-black", metavar="INKS", help="Inks of black areas, such as '60 40 40 100'."),
    click.option("--ink-limit", metavar="PERCENT", help="Most ink at one place, such as 280."),
    click.option(
        "--cut-line",
        metavar="SPOT",
        help="Draw the cut of each piece on this spot, such as CutContour.",
    ),
    click.option(
        "--printer",
        default="",
        metavar="NAME",
        help="Correct for this printer, as measured by pnp calibrate.",
    ),
)
"""The options of print profiles, as typed, and ``--printer``. ``given`` returns those that were given."""


boxes_option = click.option(
    "--boxes",
    is_flag=False,
    flag_value="0.3mm",
    metavar="[THICKNESS]",
    help="Add a tuck box for each deck. THICKNESS is that of a card. [0.3mm]",
)
"""``--boxes``."""


ink_option = click.option(
    "--ink",
    type=click.Choice(["full", "low"]),
    default="full",
    help="Full colour, or low to save ink. [full]",
)
"""``--ink``: the theme."""


def given(options: Mapping[str, Any]) -> dict[str, str]:
    """The print options that were given among the parameters of a command, by their names in profiles."""
    from pnp.model.print import PRINT_OPTIONS  # a build that changes nothing needs no reader of options

    return {
        written: str(value).lower() if isinstance(value, bool) else value
        for name, value in options.items()
        if value is not None and (written := name.replace("_", "-")) in ("profile", *PRINT_OPTIONS)
    }


def split(values: tuple[str, ...]) -> tuple[str, ...]:
    """The values of an option that may be given several times and with commas."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def length(option: str, text: str) -> Length:
    """The length that an option gives, not below zero.

    Raises:
        click.UsageError: It is none.
    """
    try:
        found = Length.parse(text)
    except LengthError as fault:
        raise click.UsageError(f"{option}: {fault}") from None
    if found < ZERO:
        raise click.UsageError(f"{option}: '{text}' is below zero")
    return found

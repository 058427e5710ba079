"""Options that several commands share, so that they behave alike everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def game_option(command: _Command) -> _Command:
    """``--game NAME|FOLDER``; left out, the game of the current folder, or the only one in its ``data`` folder."""
    return click.option(
        "--game",
        "-g",
        metavar="NAME|FOLDER",
        help="The game: its name, or its folder. [the one that is here]",
    )(command)


def format_option(command: _Command) -> _Command:
    """``--format``: how findings are written."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["full", "concise", "json", "github"]),
        default="full",
        help="How faults are written. [full]",
    )(command)


def quiet_option(command: _Command) -> _Command:
    """``--quiet``: only faults are written."""
    return click.option("--quiet", "-q", is_flag=True, help="Write nothing but faults.")(command)


def strict_option(command: _Command) -> _Command:
    """``--strict``: warnings count as errors."""
    return click.option("--strict", is_flag=True, help="Take warnings for errors.")(command)


def lang_option(command: _Command) -> _Command:
    """``--lang``: languages, with commas, or ``all``."""
    return click.option(
        "--lang", "-l", default="", metavar="CODES", help="Languages, with commas, or 'all'. [the game's own]"
    )(command)


def selection_options(command: _Command) -> _Command:
    """``--only``, ``--where`` and ``--copies``."""
    command = click.option(
        "--copies", type=click.IntRange(1, 999), help="Print so many of each piece, whatever the data say."
    )(command)
    command = click.option(
        "--where",
        default="",
        metavar="EXPR",
        help="Only pieces for which this holds, such as \"spell == 'lure'\".",
    )(command)
    return click.option(
        "--only",
        multiple=True,
        metavar="NAMES",
        help="Only these sets or pieces, such as weapons/own-bow,spells/*.",
    )(command)


def split(values: tuple[str, ...]) -> tuple[str, ...]:
    """The values of an option that may be given several times and with commas."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())

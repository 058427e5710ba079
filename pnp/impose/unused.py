"""Print options that change nothing together with others, so that nobody believes they did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, warning
from pnp.impose.profile import PrintProfile
from pnp.model import PrintSettings
from pnp.model.paper import Margins
from pnp.model.print import read_option
from pnp.units import ZERO


class _Beside(NamedTuple):
    """A setting that makes an option useless.

    Attributes:
        option: The other one.
        words: It with its value, as in a file.
        holds: Whether a profile has it.
    """

    option: str
    words: str
    holds: Callable[[PrintProfile], bool]


_RGB = _Beside("colour", "colour: rgb", lambda profile: profile.colour == "rgb")
_PIECE = _Beside("paper", "paper: piece", lambda profile: profile.paper.single)
_PLANNED = _Beside("planned", "planned", lambda profile: profile.planned != "false")
_FOLDED = _Beside("fold", "fold", lambda profile: profile.fold != "none")
_NO_MARKS = _Beside("marks", "marks: none", lambda profile: profile.marks == "none")
_NO_BACK_MARKS = _Beside("back-marks", "back-marks: none", lambda profile: profile.back_marks == "none")
_NO_BACKS = _Beside("duplex", "duplex: none", lambda profile: not profile.backed)
_NEVER = (ZERO, ZERO)
_USELESS: Mapping[str, tuple[object, tuple[_Beside, ...]]] = {
    "output-intent": ("", (_RGB,)),
    "rich-black": (None, (_RGB,)),
    "ink-limit": (None, (_RGB,)),
    "margin": (Margins.even(ZERO), (_PIECE,)),
    "gutter": (ZERO, (_PIECE,)),
    "grid": (None, (_PIECE,)),
    "start": (1, (_PIECE, _PLANNED)),
    "planned": ("false", (_PIECE,)),
    "fold": ("none", (_PIECE,)),
    "marks": ("none", (_PIECE,)),
    "mark-colour": (None, (_PIECE, _NO_MARKS)),
    "back-marks": ("same", (_PIECE, _NO_MARKS, _FOLDED, _NO_BACKS)),
    "back-mark-colour": (None, (_PIECE, _NO_MARKS, _NO_BACK_MARKS, _FOLDED, _NO_BACKS)),
    "back-offset": (_NEVER, (_FOLDED, _NO_BACKS)),
    "back-rotation": (0.0, (_FOLDED, _NO_BACKS)),
    "duplex": ("none", (_FOLDED,)),
    "order": ("interleaved", (_FOLDED, _NO_BACKS)),
    "stamp": (False, (_PIECE,)),
}
"""For each option the value that asks for nothing, and what it is useless beside.

``sides: fronts`` is not among them: who prints fronts first and backs afterwards gives the same options
twice.
"""


def unused_options(
    profile: PrintProfile, typed: Mapping[str, str], files: tuple[PrintSettings, ...]
) -> Iterator[Diagnostic]:
    """S118 for each option that changes nothing beside another one.

    An option of a file is reported where the other one is in the same file: what a game says for one way of
    printing is of no use in another, and that is right.

    Args:
        profile: That was made of all of them.
        typed: Options of the command line.
        files: Options of the game and of the profile that is named.
    """
    for option, (nothing, others) in _USELESS.items():
        value: Any = getattr(profile, option.replace("-", "_"))
        if value == nothing:
            continue
        for other in others:
            if not other.holds(profile):
                continue
            if option in typed:
                yield _finding(f"--{option}", other, typed, None)
                break
            where = next((each for each in files if _says_both(each, option, other.option, profile)), None)
            if where is not None and other.option not in typed:
                yield _finding(f"'{option}'", other, typed, where.places.get(option))
                break


def _says_both(settings: PrintSettings, option: str, other: str, profile: PrintProfile) -> bool:
    """Whether a file has both options, the other one with the value that counts in the end."""
    if option not in settings.values or other not in settings.values:
        return False
    return bool(read_option(other, settings.values[other]) == getattr(profile, other.replace("-", "_")))


def _finding(option: str, other: _Beside, typed: Mapping[str, str], place: Any) -> Diagnostic:
    name, _, value = other.words.partition(": ")
    beside = f"'{other.words}'"
    if name in typed:
        beside = f"--{name} {value or typed[name]}"
    if other is _RGB and "colour" not in typed:
        return warning("S118", f"{option} changes nothing in RGB files", place, "add --colour cmyk")
    message = f"{option} changes nothing beside {beside}"
    return warning("S118", message, place, "leave out one of them")

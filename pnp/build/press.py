"""The colours of the files of a build: RGB, or the inks of the press that a print profile names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.build.workshop import Workshop
from pnp.colour import BLACK, Colour, PressColour
from pnp.diagnostics import Diagnostic, error, note, warning
from pnp.impose import PrintProfile
from pnp.model import Game
from pnp.model.files import FileFault
from pnp.model.print import SHIPPED_PRESSES
from pnp.pdf.colours import RGB, PressColours, RgbColours

_UNDATED = "2000-01-01"


def file_colours(
    workshop: Workshop, profile: PrintProfile, given: bytes | None = None
) -> tuple[RgbColours, list[Diagnostic]]:
    """The colours of the files, and the fault of the profile of the press (E405).

    Args:
        workshop: Its game's folder has the file that the print profile names.
        profile: How to print.
        given: The content of that file, if it is not in the game's folder.
    """
    if profile.colour == "rgb":
        return RGB, []
    from pnp.cmyk import ProfileFault, read_profile, shipped_profile
    from pnp.cmyk.converter import InkConverter, InkPictures

    try:
        press = shipped_profile()
        if profile.output_intent in SHIPPED_PRESSES:
            press = shipped_profile(profile.output_intent)
        elif profile.output_intent:
            press = read_profile(given if given is not None else workshop.files.read(profile.output_intent))
    except (ProfileFault, FileFault) as fault:
        game = workshop.game
        place = None if game is None or given is not None else game.print.places.get("output-intent")
        cure = fault.cure if isinstance(fault, FileFault) else "ask the shop for its profile"
        return RGB, [error("E405", f"output-intent: {fault}", place, cure)]
    converter = InkConverter(press, profile.ink_limit, profile.rich_black)
    return PressColours(converter, InkPictures(converter)), []


_SLACK = 0.5
"""Percent of ink that rounding may add."""


def too_much_ink(written: Mapping[str, Sequence[float]], colours: RgbColours) -> Iterator[Diagnostic]:
    """S208 for each file with pages that take more ink than the press, which own inks alone can ask for.

    Args:
        written: The most ink on each page of files, by their names.
        colours: Of the files.
    """
    converter = colours.converter
    if converter is None or converter.profile is None:
        return
    allowed = converter.allowed
    for name, inks in written.items():
        heavy = [number for number, ink in enumerate(inks, 1) if ink > allowed + _SLACK]
        if heavy:
            pages = "page " + str(heavy[0]) if len(heavy) == 1 else f"pages {', '.join(map(str, heavy))}"
            message = (
                f"'{name}' has {max(inks):.0f} % ink at one place on {pages}, "
                f"{converter.profile.name} takes {allowed:.0f} %"
            )
            cure = [
                f"build with --ink-limit {allowed:.0f}, which lightens such colours",
                "or lower their inks",
            ]
            yield warning("S208", message, None, cure)


_FAR = 0.045
"""Distance in Oklab from which a colour looks like another one: 0.02 is just noticeable."""
_NAMED = 8


def unprintable_colours(game: Game, colours: RgbColours) -> Iterator[Diagnostic]:
    """S209: the colours of terms and styles that the press cannot print, with what it prints instead."""
    from pnp.vision import difference

    converter = colours.converter
    if converter is None:
        return
    named: dict[Colour, str] = {}
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            if term.colour is not None:
                named.setdefault(term.colour, f"'{vocabulary.id}.{term.id}'")
    for name, style in game.styles.items():
        named.setdefault(style.colour, f"style '{name}'")
    found = []
    for colour, name in named.items():
        if isinstance(colour, PressColour) and (colour.inks is not None or colour.spot):
            continue
        look = converter.look(converter.area(colour))
        if colour.opaque != BLACK and difference(colour, look) > _FAR:
            found.append(f"{name} {colour.opaque} (looks like {look})")
    if found:
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        message = f"the press cannot print {', '.join(found[:_NAMED])}{more}"
        cure = "choose duller colours, or inks of your own, such as '#B3202C cmyk(0 100 90 10)'"
        yield note("S209", message, None, cure)


def date_of(game: Game) -> str:
    """The date that files of the game have, ``2026-11-30``: the newest whole date of its sources."""
    dates = [source.date for source in game.sources.values() if len(source.date) == len(_UNDATED)]
    return max(dates, default=_UNDATED)

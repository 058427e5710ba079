"""The colours of the files of a build: RGB, or the inks of the press that a print profile names."""

from __future__ import annotations

from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic, error
from pnp.impose import PrintProfile
from pnp.model import Game
from pnp.model.files import FileFault
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
    from pnp.cmyk.converter import InkConverter
    from pnp.cmyk.picture import InkPictures

    try:
        press = shipped_profile()
        if profile.output_intent:
            press = read_profile(given if given is not None else workshop.files.read(profile.output_intent))
    except (ProfileFault, FileFault) as fault:
        game = workshop.game
        place = None if game is None or given is not None else game.print.places.get("output-intent")
        cure = fault.cure if isinstance(fault, FileFault) else "ask the shop for its profile"
        return RGB, [error("E405", f"output-intent: {fault}", place, cure)]
    converter = InkConverter(press, profile.ink_limit, profile.rich_black)
    return PressColours(converter, InkPictures(converter)), []


def date_of(game: Game) -> str:
    """The date that files of the game have, ``2026-11-30``: the newest whole date of its sources."""
    dates = [source.date for source in game.sources.values() if len(source.date) == len(_UNDATED)]
    return max(dates, default=_UNDATED)

"""Print options as they are written: in a game's ``print`` block, in a profile, on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pnp.source import Span
from pnp.units import Length

PRINT_DEFAULTS: Mapping[str, str] = MappingProxyType(
    {"paper": "A4", "margin": "5mm", "gutter": "0mm", "bleed": "3mm", "marks": "crop", "duplex": "long-edge"}
)
"""How a game is printed when nobody says anything else, as it would be typed."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Some print options; what is not among them is left to weaker settings.

    Attributes:
        values: Value of each option as typed, by the option's name.
        places: Where each value is written; options of the command line have no place.
        name: Of a profile; empty for others.
        description: What a profile is for, in a line.
        file: That a profile is written in, as shown to the user.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Span] = field(default_factory=dict)
    name: str = ""
    description: str = ""
    file: str = ""

    @property
    def bleed(self) -> Length:
        """How far colour runs beyond the trim, when these settings alone count.

        Raises:
            LengthError: It is written wrong.
        """
        return Length.parse(self.values.get("bleed", PRINT_DEFAULTS["bleed"]))

    def over(self, weaker: PrintSettings) -> PrintSettings:
        """These settings, and what ``weaker`` says besides."""
        return PrintSettings(
            {**weaker.values, **self.values},
            {
                option: place
                for option, place in {**weaker.places, **self.places}.items()
                if option in self.places or option not in self.values
            },
            self.name,
            self.description,
            self.file,
        )

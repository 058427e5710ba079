"""What a build is asked for, and who is told how far it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.build.extra import Extras
from pnp.build.selection import Selection
from pnp.units import Length
from pnp.vision import Vision


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What a build is asked for.

    Attributes:
        out: Folder of the output; ``<game>/<language>/`` is made in it.
        languages: BCP 47 tags, in order.
        selection: Which pieces.
        print: Print options given on top of the game's own, by name, as typed; ``profile`` names one.
        printer: Name of a calibrated printer of the user's; empty for none.
        jobs: Processes to work in, on systems that can fork; 0 for as many as help.
        strict: Whether warnings keep the files from being written.
        combined: Whether everything goes into one file a language.
        booklet: Whether rule sheets are printed as booklets.
        boxes: Thickness of a card, to print tuck boxes for all decks; None for no boxes.
        extras: Blank pieces and a watermark.
        card: Command that makes the same files, for a build card at the end; empty for no card.
        assets: Stands for all that faces are made from besides the data and layouts of the game (``assets_key``), so
            that they can be kept for later runs; taken before anything is read, empty to keep none.
        unchanged: Whether ``assets`` still holds, asked before faces are kept; None where nobody changes them.
        simulate: Kind of sight in whose colours the pieces are printed, in a folder of their own; None for all colours.
        journals: Folder of the user's own for journals of what is being written; None keeps none.
    """

    out: Path
    languages: tuple[str, ...]
    selection: Selection = field(default_factory=Selection)
    print: Mapping[str, str] = field(default_factory=dict)
    printer: str = ""
    jobs: int = 1
    strict: bool = False
    combined: bool = False
    booklet: bool = False
    boxes: Length | None = None
    extras: Extras = field(default_factory=Extras)
    card: str = ""
    assets: str = ""
    unchanged: Callable[[], bool] | None = None
    simulate: Vision | None = None
    journals: Path | None = None


class Progress:
    """Told how far a run is; does nothing itself.

    Args:
        clock: Seconds from any start, for the times by stage, which reach no output file.
    """

    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.clock = clock

    def start(self, stage: str, steps: int) -> None:
        """A stage of ``steps`` steps begins."""

    def step(self, steps: int) -> None:
        """So many steps have been made since the last call."""

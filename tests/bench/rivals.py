"""Other ways to the same sheets, measured beside pnp: typst, and ReportLab's canvas by hand.

They read the deck as JSON, check nothing and have one layout. Each is a command of its own.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.bench.deck import GAME_NAME, ICONS, Card

RIVALS = ("typst", "reportlab")

_HERE = Path(__file__).parent
_FONTS = _HERE.parents[1] / "fonts"
_COMPILE = (
    "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], "
    "ignore_system_fonts=True)"
)


class MissingError(Exception):
    """A rival is not on this machine; its words say what was looked for."""


def rival_command(rival: str, folder: Path, out: Path, typst: str = "") -> list[str]:
    """The command that sets the deck in ``folder`` into the PDF ``out``.

    Args:
        rival: One of ``RIVALS``.
        folder: Holds what ``write_for_rivals`` wrote.
        out: To write.
        typst: Program of typst, or a Python that has it; empty to look for either.

    Raises:
        MissingError: The rival is not there.
    """
    if rival == "reportlab":
        return [sys.executable, str(_HERE / "canvas.py"), str(folder), str(_FONTS), str(out)]
    program = _typst(typst)
    source = str(folder / "deck.typ")
    if Path(program).name.startswith("python"):
        return [program, "-c", _COMPILE, source, str(out), str(_FONTS)]
    return [program, "compile", "--font-path", str(_FONTS), "--ignore-system-fonts", source, str(out)]


def _typst(given: str) -> str:
    """The program of typst, or a Python that can import it."""
    if given:
        found = shutil.which(given)
        if found is None:
            raise MissingError(f"there is no program {given}")
        if Path(found).name.startswith("python") and not _imports_typst(found):
            raise MissingError(f"{given} has no package typst")
        return found
    found = shutil.which("typst")
    if found is None and _imports_typst(sys.executable):
        found = sys.executable
    if found is None:
        raise MissingError(
            "neither a program typst nor its Python package; 'pip install typst', or --typst PROGRAM"
        )
    return found


def _imports_typst(python: str) -> bool:
    return subprocess.run([python, "-c", "import typst"], capture_output=True, check=False).returncode == 0


def write_for_rivals(folder: Path, cards: list[Card]) -> None:
    """Put the deck beside its game as JSON, with the document that typst sets it by."""
    data = {
        "game": GAME_NAME,
        "icons": ICONS,
        "cards": [{**card._asdict(), "number": number} for number, card in enumerate(cards, 1)],
    }
    (folder / "deck.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    shutil.copyfile(_HERE / "deck.typ", folder / "deck.typ")

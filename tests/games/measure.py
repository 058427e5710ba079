"""Measure games on their finished pages, printed with profiles: ``python -m tests.games.measure [GAME …]``."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from pathlib import Path

import pikepdf

from pnp.build.edition import ComposedPiece, Edition
from pnp.build.workshop import Workshop, open_workshop
from pnp.draw import Document, Face, path_box
from pnp.geometry import Box
from pnp.impose import (
    Footer,
    PieceFaces,
    Placement,
    PrintProfile,
    Sheet,
    SheetPages,
    axis_of,
    impose,
    profile_from,
)
from pnp.load import shipped_profiles
from pnp.model.print import Ink
from pnp.pdf import FormMaker, write_pdf
from pnp.text import TextContext
from pnp.translation import Translator
from tests.paper import Placed, placed_faces

DATA = Path(__file__).parents[2] / "data"
EXACT = 0.01
"""Millimetres."""


@dataclass
class Report:
    """What was measured: counts, the largest deviations in millimetres, and what is wrong."""

    sheets: int = 0
    pieces: int = 0
    size: float = 0.0
    place: float = 0.0
    back: float = 0.0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Found:
    """A face on a page as it was read back, and where imposition meant it to be."""

    slot: Placement
    placed: Placed

    @property
    def trim(self) -> Box:
        """The box around its trim, read back."""
        face = self.slot.face
        upright = self.placed.turn in (0, 180)
        width, height = (face.width, face.height) if upright else (face.height, face.width)
        return Box(self.placed.x - width / 2, self.placed.y - height / 2, width, height)


class Printed:
    """A game that is composed once for each bleed and theme, and printed with any shipped profile."""

    def __init__(self, name: str) -> None:
        self._workshop: Workshop = open_workshop(DATA / name, DATA)
        self._form_maker = FormMaker(self._workshop.fonts)
        self._composed: dict[tuple[float, Ink], tuple[TextContext, list[list[ComposedPiece]]]] = {}

    def measured(self, typed: Mapping[str, str]) -> Report:
        """The report for print options as they are typed, a profile among them."""
        game = self._workshop.game
        assert game is not None
        profile, faults = profile_from(game.print, typed, None, shipped_profiles())
        assert profile is not None, faults
        context, sets = self.composed(profile.bleed.mm, profile.ink)
        report = Report()
        for composed in sets:
            pieces = [piece.faces for piece in composed if piece.faces is not None and piece.faces.copies]
            imposition = impose(pieces, profile, Footer(game.id, "", game.language), context)
            report.faults += [
                f"{item.code} {item.message}" for item in imposition.diagnostics if item.severity > 1
            ]
            if imposition.sheets:
                self._measure(pieces, imposition.sheets, profile, report)
        return report

    def composed(self, bleed: float, ink: Ink) -> tuple[TextContext, list[list[ComposedPiece]]]:
        """What texts are set with, and the pieces of each set, those without copies too."""
        key, game = (bleed, ink), self._workshop.game
        if key not in self._composed and game is not None:
            translator = Translator(game, None)
            edition = Edition(self._workshop, translator, bleed=bleed, ink=ink, form_maker=self._form_maker)
            sets = [[edition.piece(piece) for piece in each.pieces] for each in game.sets]
            self._composed[key] = (edition.context, sets)
        return self._composed[key]

    def _measure(
        self, pieces: Sequence[PieceFaces], sheets: Sequence[Sheet], profile: PrintProfile, report: Report
    ) -> None:
        drawn: dict[str, Counter[str]] = {"front": Counter(), "back": Counter()}
        pages = [page for sheet in sheets for page in SheetPages().of(sheet)]
        data = write_pdf(Document("", "en", pages), self._workshop.fonts, form_maker=self._form_maker)
        with pikepdf.open(io.BytesIO(data)) as pdf:
            read = iter(pdf.pages)
            for sheet in sheets:
                found = dict(_read(sheet, read, report))
                for side, copies in found.items():
                    drawn[side].update(key for key, _ in copies)
                report.faults += _off(found, sheet, profile, report)
                report.sheets += 1
        for piece in pieces:
            report.pieces += piece.copies
            backs = piece.copies if piece.back is not None and profile.backed else 0
            if (drawn["front"][piece.key], drawn["back"][piece.key]) != (piece.copies, backs):
                report.faults.append(f"{piece.key} is printed {drawn['front'][piece.key]} times")


def _read(
    sheet: Sheet, pages: Iterator[pikepdf.Page], report: Report
) -> Iterator[tuple[str, dict[tuple[str, int], Found]]]:
    """The faces of each side as they stand on the pages; what deviates in size or place is noted."""
    for sides in [sheet.sides] if sheet.fold is not None else [(side,) for side in sheet.sides]:
        slots = [slot for side in sides for slot in side.slots]
        sizes = {_rounded(*_reach(slot.face)) for slot in slots}
        on_page = placed_faces(next(pages), 0.0)
        placed = [each for each in on_page if _rounded(each.width, each.height) in sizes]
        if len(placed) != len(slots):
            report.faults.append(f"sheet {sheet.number}: {len(placed)} faces instead of {len(slots)}")
        pairs = iter(zip(slots, placed, strict=False))
        for side in sides:
            copies = {}
            for _ in side.slots:
                slot, each = next(pairs)
                copies[slot.key, slot.copy] = Found(slot, each)
                width, height = _reach(slot.face)
                report.size = max(report.size, abs(each.width - width), abs(each.height - height))
                centre = slot.spot.trim.centre
                report.place = max(report.place, abs(each.x - centre.x), abs(each.y - centre.y))
            yield side.side, copies


def _reach(face: Face) -> tuple[float, float]:
    """Size of a face with its whole bleed, which is what its drawing is as large as."""
    box = path_box(face.outline.path(face.bleed))
    return box.width, box.height


def _rounded(width: float, height: float) -> tuple[float, float]:
    return round(width, 2), round(height, 2)


def _off(
    found: dict[str, dict[tuple[str, int], Found]], sheet: Sheet, profile: PrintProfile, report: Report
) -> Iterator[str]:
    """What leaves the printable area, overlaps, or is not behind its front; the worst back is noted."""
    grid = sheet.sides[0].grid
    width, height = grid.page_width.mm, grid.page_height.mm
    margin = profile.margin.lying() if grid.lying else profile.margin
    area = Box(0.0, 0.0, width, height).inset(
        margin.top.mm, margin.right.mm, margin.bottom.mm, margin.left.mm
    )
    together = [list(copies.values()) for copies in found.values()]
    for each in [list(chain.from_iterable(together))] if sheet.fold is not None else together:
        yield from (
            f"{one.slot.key} leaves the printable area" for one in each if not area.holds(one.trim, EXACT)
        )
        for one, other in combinations(each, 2):
            if one.trim.meets(other.trim, EXACT):
                yield f"{one.slot.key} and {other.slot.key} overlap"
    axis = axis_of(profile, sheet.front.grid) if sheet.front is not None else "x"
    for key, back in found.get("back", {}).items():
        front = found["front"][key]
        x, y = (
            (width - back.placed.x, back.placed.y) if axis == "x" else (back.placed.x, height - back.placed.y)
        )
        report.back = max(report.back, abs(x - front.placed.x), abs(y - front.placed.y))
        turned = (-front.placed.turn if axis == "x" else 180 - front.placed.turn) % 360
        if back.placed.turn != turned:
            yield f"{key} is upside down"


def main(games: Sequence[str]) -> int:
    """Print a table, one row a game and profile; 1 when anything is wrong."""
    faulty = 0
    for game in games or sorted(folder.name for folder in DATA.iterdir() if (folder / "game.yaml").is_file()):
        printed = Printed(game)
        for profile in shipped_profiles():
            report = printed.measured({"profile": profile})
            worst = max(report.size, report.place, report.back)
            faulty += bool(report.faults) or worst > EXACT
            print(
                f"{game:16} {profile:12} {report.pieces:4} pieces {report.sheets:3} sheets  size ±{report.size:.4f} "
                f"place ±{report.place:.4f} backs ±{report.back:.4f} mm  {'; '.join(report.faults[:3])}",
                flush=True,
            )
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

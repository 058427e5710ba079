"""Faults of finished sheets: proof, in each build, that the sheets are right."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.diagnostics import Diagnostic, error, warning
from pnp.geometry import IDENTITY, Box, Point
from pnp.impose import Imposition, Layout, PieceFaces, Placement, PrintProfile, Sheet, SheetSide, axis_of
from pnp.units import MM_PER_INCH, ZERO, Length, mm

# Common office printers leave 1/6 inch blank (4.23 mm, as PCL's default margin); some need 5 mm.
_BLANK_RIM = MM_PER_INCH / 6
_SLACK = 1e-6
_EXACT = 0.01  # mm: how far a back may lie from the place behind its front


def check_sheets(
    pieces: Sequence[PieceFaces], imposition: Imposition, profile: PrintProfile
) -> list[Diagnostic]:
    """Findings about the sheets of a set.

    Args:
        pieces: As they were given to ``impose``.
        imposition: What it made of them.
        profile: As it was given.

    Diagnostics: S301 (beyond the paper), S302 (pieces overlap), S303 (a copy is missing or printed twice),
        S304 (a back is not behind its front), S305 (a piece lies on the fold), S310 (nearer to the paper's
        edge than printers print), S311 (moved off the paper to correct for the printer).
    """
    found: list[Diagnostic] = []
    clean: set[object] = set()
    looked_at: list[Sheet] = []
    for sheet in imposition.sheets:
        places = _places(sheet)
        if places in clean:
            continue  # most sheets of a set have their pieces where another has them
        looked_at.append(sheet)
        faults = [*_placed(sheet), *_behind(sheet, profile), *_beside_the_fold(sheet)]
        if not faults:
            clean.add(places)
        found += faults
    if imposition.sheets:
        found += _each_once(pieces, imposition, profile)
        found += _blank_rim(looked_at, profile)
    return found


def _places(sheet: Sheet) -> object:
    """All that decides whether a sheet is clean: where each piece lies, and which front each back belongs to.

    Sheets whose pieces lie alike share the spots, so these count by identity.
    """
    fronts = sheet.front.slots if sheet.front is not None else ()
    mates = {(slot.key, slot.copy): number for number, slot in enumerate(fronts)}
    return (
        sheet.fold,
        tuple(
            (
                side.side,
                side.grid.page_width,
                side.grid.page_height,
                side.adjust,
                tuple(
                    [
                        (id(slot.spot), slot.face.outline, mates.get((slot.key, slot.copy)))
                        for slot in side.slots
                    ]
                ),
            )
            for side in sheet.sides
        ),
    )


def _placed(sheet: Sheet) -> Iterator[Diagnostic]:
    for side in sheet.sides:
        yield from _inside(sheet, side)
        yield from _apart(sheet, side)


def _inside(sheet: Sheet, side: SheetSide) -> Iterator[Diagnostic]:
    paper = Box(0.0, 0.0, side.grid.page_width.mm, side.grid.page_height.mm)
    for slot in side.slots:
        if not paper.holds(slot.spot.shown):
            message = f"'{slot.key}' reaches beyond the paper on sheet {sheet.number} {side.side}"
            yield error("S301", message, None, "report this: the sheets are made wrong", piece=slot.key)


def _apart(sheet: Sheet, side: SheetSide) -> Iterator[Diagnostic]:
    """Trims must not meet trims, nor must the bleed of one cover the trim of another."""
    for one, other in overlaps(side.slots):
        message = f"'{one.key}' and '{other.key}' overlap on sheet {sheet.number} {side.side}"
        yield error("S302", message, None, "report this: the sheets are made wrong", piece=one.key)


def _behind(sheet: Sheet, profile: PrintProfile) -> Iterator[Diagnostic]:
    """Each back lies behind its front, and has the same way up on the cut piece."""
    front, back = sheet.front, sheet.back
    if front is None or back is None:
        return
    axis = axis_of(profile, front.grid)
    width, height = front.grid.page_width, front.grid.page_height
    fronts = {(slot.key, slot.copy): slot for slot in front.slots}
    for slot in back.slots:
        mate = fronts.get((slot.key, slot.copy))
        x, y = (width - slot.spot.x, slot.spot.y) if axis == "x" else (slot.spot.x, height - slot.spot.y)
        if mate is not None:
            x, y = (x - mm(mate.spot.trim.width), y) if axis == "x" else (x, y - mm(mate.spot.trim.height))
        if (
            mate is None
            or max(abs((x - mate.spot.x).mm), abs((y - mate.spot.y).mm)) > _EXACT
            or not _upright(mate, slot, axis)
        ):
            message = f"back of '{slot.key}' is not behind its front on sheet {sheet.number}"
            yield error("S304", message, None, "report this: the sheets are made wrong", piece=slot.key)


def _beside_the_fold(sheet: Sheet) -> Iterator[Diagnostic]:
    """Where the page is folded, fronts and their bleed lie on one half of it and backs on the other."""
    for side in sheet.sides if sheet.fold is not None else ():
        grid = side.grid
        half = Box(0.0, 0.0, grid.page_width.mm, grid.page_height.mm)
        if sheet.fold == "x":
            half = Box(half.x, half.y, half.width / 2, half.height)
        else:
            half = Box(half.x, half.y, half.width, half.height / 2)
        if side.side == "back":
            half = half.moved(half.width, 0.0) if sheet.fold == "x" else half.moved(0.0, half.height)
        for slot in side.slots:
            if not half.holds(slot.spot.shown):
                message = f"{side.side} of '{slot.key}' lies on the fold of sheet {sheet.number}"
                yield error("S305", message, None, "report this: the sheets are made wrong", piece=slot.key)


def _upright(front: Placement, back: Placement, axis: str) -> bool:
    """Whether up on the front is up on the back, with the sheet turned over."""
    up, down = front.spot.matrix, back.spot.matrix
    seen = (-up.c, up.d) if axis == "x" else (up.c, -up.d)
    return abs(seen[0] - down.c) < _SLACK and abs(seen[1] - down.d) < _SLACK


def _each_once(
    pieces: Sequence[PieceFaces], imposition: Imposition, profile: PrintProfile
) -> Iterator[Diagnostic]:
    printed = [piece for piece in pieces if piece.copies > 0]
    if profile.sides != "backs":
        wanted = Counter({piece.key: piece.copies for piece in printed})
        yield from _compare(wanted, [sheet.front for sheet in imposition.sheets], "front")
    if any(sheet.back is not None for sheet in imposition.sheets):
        wanted = Counter({piece.key: piece.copies for piece in printed if piece.back is not None})
        yield from _compare(wanted, [sheet.back for sheet in imposition.sheets], "back")


def _compare(wanted: Counter[str], sides: Sequence[SheetSide | None], name: str) -> Iterator[Diagnostic]:
    copies = [(slot.key, slot.copy) for side in sides if side is not None for slot in side.slots]
    drawn = Counter([key for key, _ in copies])
    if len(set(copies)) == len(copies) and dict(drawn) == dict(wanted):
        return
    twice = {key for (key, _), times in Counter(copies).items() if times > 1}
    for key in dict.fromkeys([*wanted, *drawn]):
        if drawn[key] != wanted[key] or key in twice:
            message = f"{name} of '{key}' is printed {drawn[key]} times, wanted {wanted[key]}"
            yield error("S303", message, None, "report this: the sheets are made wrong", piece=key)


def _blank_rim(sheets: Sequence[Sheet], profile: PrintProfile) -> Iterator[Diagnostic]:
    """How near pieces come to the edge of the paper, as printed; one of the sheets that are placed alike."""
    sides = [side for sheet in sheets for side in sheet.sides]
    nearest = min(
        (_to_edge(side.grid, _moved(side, slot)) for side in sides for slot in side.slots),
        default=_BLANK_RIM,
    )
    unmoved = min(
        (_to_edge(side.grid, slot.spot.shown) for side in sides for slot in side.slots), default=nearest
    )
    moved = _moved_cures(profile, nearest) if unmoved > nearest + _EXACT else ()
    if nearest < -_EXACT:
        message = f"backs that are moved for the printer reach {Length.from_mm(-nearest)} beyond the paper"
        if profile.printer:
            message = f"pieces that are moved for '{profile.printer}' reach {Length.from_mm(-nearest)} beyond the paper"
        yield error("S311", message, None, moved or "set a wider margin, such as 5mm")
    elif nearest < _BLANK_RIM - 0.005 and not profile.paper.single:
        message = (
            f"pieces come within {Length.from_mm(nearest)} of the edge of {profile.paper.name}, "
            "printers need about 4 to 5 mm"
        )
        cures = moved or ("set margin to 5mm", "print without margins if your printer can")
        yield warning("S310", message, None, cures)


def _moved_cures(profile: PrintProfile, nearest: float) -> tuple[str, ...]:
    """Cures for pieces that the options for a printer move to the edge; none without such options.

    Args:
        profile: Has the options.
        nearest: How near pieces come to the edge, in millimetres; below zero beyond it.
    """
    named = []
    if profile.back_offset != (ZERO, ZERO):
        named.append(f"back-offset '{profile.back_offset[0]} {profile.back_offset[1]}'")
    if profile.back_rotation:
        named.append(f"back-rotation {profile.back_rotation:g}")
    if profile.scale != (1.0, 1.0):
        named.append(f"scale {profile.scale[0]:g} {profile.scale[1]:g}")
    if not named:
        return ()
    owner = f", as measured for '{profile.printer}'" if profile.printer else ""
    return (
        f"move pieces less: {' and '.join(named)}{owner}",
        f"or widen the margin by {math.ceil(_BLANK_RIM - nearest)}mm",
    )


def _moved(side: SheetSide, slot: Placement) -> Box:
    """The visible part of a piece at its final place."""
    return slot.spot.shown if side.adjust == IDENTITY else side.adjust.apply_box(slot.spot.shown)


def _to_edge(grid: Layout, box: Box) -> float:
    """How near a box comes to an edge of the page."""
    return min(box.x, box.y, grid.page_width.mm - box.right, grid.page_height.mm - box.bottom)


_OVERLAP_SLACK = 1e-6
_BELOW = 1e-3  # mm: steps of nested rows are whole units of length, true √3/2 is not


def overlaps(slots: Sequence[Placement]) -> Iterator[tuple[Placement, Placement]]:
    """Pairs in which one piece covers some of the other's trim, with its trim or its visible bleed."""
    ordered = sorted(slots, key=lambda slot: (slot.spot.shown.y, slot.spot.shown.x))
    for index, one in enumerate(ordered):
        bottom = one.spot.shown.bottom - _OVERLAP_SLACK
        for other in ordered[index + 1 :]:
            if other.spot.shown.y >= bottom:
                break
            if _covers(one, other) or _covers(other, one):
                yield one, other


def _covers(one: Placement, other: Placement) -> bool:
    """Whether what shows of the first meets the trim of the second."""
    if not one.spot.shown.meets(other.spot.trim, _OVERLAP_SLACK):
        return False
    shapes = {one.face.outline.shape, other.face.outline.shape}
    if shapes == {"rectangle"}:
        return True
    return _meet(_shown(one), _trim(other))


def _trim(slot: Placement) -> list[Point]:
    outline = slot.face.outline
    return _corners(slot.spot.trim) if outline.shape == "rectangle" else _shifted(slot, outline.hull())


def _shown(slot: Placement) -> list[Point]:
    outline = slot.face.outline
    return (
        _corners(slot.spot.shown)
        if outline.shape == "rectangle"
        else _shifted(slot, outline.hull(_grown(slot)))
    )


def _corners(box: Box) -> list[Point]:
    return [
        Point(box.x, box.y),
        Point(box.right, box.y),
        Point(box.right, box.bottom),
        Point(box.x, box.bottom),
    ]


def _grown(slot: Placement) -> float:
    """How far the bleed of a shape shows beyond its edges: the clip is the box of the grown outline."""
    return max(0.0, -slot.spot.clip.x if slot.face.outline.shape == "hex-pointy" else -slot.spot.clip.y)


def _shifted(slot: Placement, points: Sequence[tuple[float, float]]) -> list[Point]:
    return [slot.spot.matrix.apply(x, y) for x, y in points]


def _meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex polygons share an area: no edge of either has all of the other beyond it."""
    return not any(
        _apart_along(edge, one, other)
        for shape in (one, other)
        for edge in zip(shape, (*shape[1:], shape[0]), strict=True)
    )


def _apart_along(edge: tuple[Point, Point], one: Sequence[Point], other: Sequence[Point]) -> bool:
    (x1, y1), (x2, y2) = edge
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if length < _OVERLAP_SLACK:
        return False
    across: tuple[float, float] = ((y2 - y1) / length, (x1 - x2) / length)
    first = [point.x * across[0] + point.y * across[1] for point in one]
    second = [point.x * across[0] + point.y * across[1] for point in other]
    return bool(max(first) <= min(second) + _BELOW or max(second) <= min(first) + _BELOW)

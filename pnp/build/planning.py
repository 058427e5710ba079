"""The sheets that a game needs, by sizes and copies alone; nothing is composed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.build.demand import Stock, backed, demand_of, printed_as, stocks
from pnp.build.document import OTHERS
from pnp.diagnostics import Diagnostic
from pnp.draw import Outline
from pnp.impose import PlannedPage, PrintProfile, best_grid, pages_of, plan_pages
from pnp.impose.fit import fit_fault
from pnp.model import ComponentSet
from pnp.model.files import distinct
from pnp.model.paper import Margins
from pnp.units import Length, mm


@dataclass(frozen=True, slots=True)
class PlannedSheet:
    """A sheet of a plan.

    Attributes:
        page: Its places.
        pieces: The number of pieces of each set on it, by the set's name.
    """

    page: PlannedPage
    pieces: Counter[str]


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Sheets that are printed as one file.

    Attributes:
        name: Of the file.
        sheets: In order.
    """

    name: str
    sheets: tuple[PlannedSheet, ...]

    @property
    def cuts(self) -> int:
        """Straight cuts of all sheets."""
        return sum(sheet.page.cuts for sheet in self.sheets)

    @property
    def outlined(self) -> int:
        """Pieces that are cut out along their outline."""
        return sum(sheet.page.outlined for sheet in self.sheets)


@dataclass(frozen=True, slots=True)
class GamePlan:
    """The ways to print a game.

    Attributes:
        apart: Each set on sheets of its own.
        stock: Cards together, and everything else together.
        together: All sets together.
    """

    apart: tuple[SheetPlan, ...]
    stock: tuple[SheetPlan, ...]
    together: tuple[SheetPlan, ...]


def sheets_of(plans: Sequence[SheetPlan]) -> int:
    """Sheets of paper."""
    return sum(len(plan.sheets) for plan in plans)


def cuts_of(plans: Sequence[SheetPlan]) -> int:
    """Straight cuts."""
    return sum(plan.cuts for plan in plans)


def plan_faults(sets: Sequence[ComponentSet], profile: PrintProfile) -> list[Diagnostic]:
    """The faults of pieces that do not fit on a page (S110 to S112), one for each size."""
    found: list[Diagnostic] = []
    for each in sets:
        backs = backed(each.pieces, profile)
        seen: set[Outline] = set()
        for piece in each.pieces:
            for outline in printed_as(each, piece, profile):
                if piece.copies and outline not in seen and best_grid(outline, profile, backs=backs) is None:
                    found.append(fit_fault(outline, profile, piece.key, piece.span, backs=backs))
                seen.add(outline)
    return found


def plan_game(sets: Sequence[ComponentSet], profile: PrintProfile) -> GamePlan:
    """The sheets of sets whose pieces all fit on a page, in each of three ways."""
    printed = [each for each in sets if any(p.copies for p in each.pieces)]
    names = distinct((each.id for each in printed), OTHERS)
    apart = tuple(SheetPlan(name, _apart(each, profile)) for name, each in zip(names, printed, strict=True))
    by_stock, together = (
        tuple(_planned(stock, profile) for stock in stocks(sets, replace(profile, planned=way)))
        for way in ("stock", "true")
    )
    return GamePlan(apart, by_stock, together)


def plan_together(sets: Sequence[ComponentSet], profile: PrintProfile) -> int:
    """The number of sheets that all sets need together."""
    return sheets_of([_planned(stock, profile) for stock in stocks(sets, replace(profile, planned="true"))])


def _apart(component_set: ComponentSet, profile: PrintProfile) -> tuple[PlannedSheet, ...]:
    backs = backed(component_set.pieces, profile)
    sheets: list[PlannedSheet] = []
    for outline, count in demand_of([component_set], profile).items():
        pages = pages_of(outline, count, profile, backs=backs)
        sheets += [PlannedSheet(page, Counter({component_set.id: page.counts[0]})) for page in pages]
    return tuple(sheets)


def _planned(stock: Stock, profile: PrintProfile) -> SheetPlan:
    pieces = [piece for each in stock.sets for piece in each.pieces]
    demand = demand_of(stock.sets, profile)
    pages = plan_pages(demand, profile, backs=backed(pieces, profile))
    owners = {outline: _owners(stock.sets, outline, profile) for outline in demand}
    sheets = []
    for page in pages:
        lying: Counter[str] = Counter()
        for outline, count in zip(page.outlines, page.counts, strict=True):
            for _ in range(count):
                lying[next(owners[outline])] += 1
        sheets.append(PlannedSheet(page, lying))
    return SheetPlan(stock.name, tuple(sheets))


def _owners(sets: Sequence[ComponentSet], outline: Outline, profile: PrintProfile) -> Iterator[str]:
    """The set of each copy of that size, in the order of placing."""
    for each in sets:
        for piece in each.pieces:
            yield from [each.id] * printed_as(each, piece, profile).get(outline, 0)


@dataclass(frozen=True, slots=True)
class Saving:
    """A single change that saves paper.

    Attributes:
        words: The change, such as ``margin 4 mm``.
        sheets: The number of sheets after it.
    """

    words: str
    sheets: int


def savings(sets: Sequence[ComponentSet], profile: PrintProfile, sheets: int) -> list[Saving]:
    """Single changes of options that save a sheet or more, the mildest of each kind.

    Args:
        sets: The sets that are printed together.
        profile: The present way to print.
        sheets: The number of sheets now.
    """
    found = []
    for tried in (_margins(profile), _bleeds(profile), _gutters(profile), _unmarked(profile)):
        changes = list(tried)
        # The strongest change saves most: if it saves nothing, milder ones do not either.
        if not changes or plan_together(sets, changes[-1][1]) >= sheets:
            continue
        for words, changed in changes:
            count = plan_together(sets, changed)
            if count < sheets:
                found.append(Saving(words, count))
                break
    return found


_Change = tuple[str, PrintProfile]


def _margins(profile: PrintProfile) -> Iterator[_Change]:
    margin = profile.margin
    least = min(margin.top, margin.right, margin.bottom, margin.left)
    for value in (mm(5), mm(4), mm(3)):
        if value < least:
            yield f"margin {value}, if your printer can", replace(profile, margin=Margins.even(value))


def _bleeds(profile: PrintProfile) -> Iterator[_Change]:
    for value in (mm(2), mm(1.5), mm(1)):
        if value < profile.bleed:
            yield f"bleed {value}", replace(profile, bleed=value)


def _gutters(profile: PrintProfile) -> Iterator[_Change]:
    for value in (mm(3), Length(0)):
        if value < profile.gutter:
            yield f"gutter {value}", replace(profile, gutter=value)


def _unmarked(profile: PrintProfile) -> Iterator[_Change]:
    if profile.marks != "none":
        yield "marks none", replace(profile, marks="none")


def emptiest(plan: SheetPlan) -> tuple[int, PlannedSheet] | None:
    """Number and sheet of the one with the least on it; None if there is only one sheet."""
    if len(plan.sheets) < 2:
        return None
    at = min(range(len(plan.sheets)), key=lambda index: plan.sheets[index].page.used)
    return at + 1, plan.sheets[at]

"""The build card: how a print was made, what lies on which sheet, and what to do with it, on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.colour import Colour
from pnp.draw import Group, Item, Page, Stroke, StructureElement, Tag, rectangle
from pnp.draw.item import moved
from pnp.geometry import Box
from pnp.i18n import Labels
from pnp.impose.furniture import RULER
from pnp.impose.marks import straight_cuts
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import TILE_MARK, Sheet
from pnp.markup import Marked, MarkedParagraph, TextRun
from pnp.model import Style
from pnp.model.paper import Paper, reading_paper
from pnp.text import set_text
from pnp.units import MM_PER_PT, pt

if TYPE_CHECKING:
    from pnp.text import TextContext


_MARGIN = 15.0  # mm
GREY = Colour(110, 110, 110)
"""The colour of rules, boxes and less important text."""
_HEAD = Style(weight=600, size=pt(10))
_NAME = Style(weight=600, size=pt(8))
BODY = Style(size=pt(8), leading=1.3)
"""The style of tables and steps."""
_SMALL = Style(size=pt(7.5), leading=1.3)
_NUMBER = Style(size=pt(7.5), colour=GREY)
_LINE = 0.4 * MM_PER_PT
_BOX = 2.6  # mm: a box to tick
_SHEET_COLUMN = 12.0  # mm for the number of a sheet
_DIGEST_COLUMN = 17.0


class CardFlow:
    """Lines that run over pages; the last page never has a single one."""

    def __init__(self, paper: Paper, context: TextContext) -> None:
        self._paper, self._context = paper, context
        self.labels = Labels(context.language)
        self._elements: list[StructureElement] = []
        self._pages: list[list[Item]] = [[]]
        self._begun: list[list[tuple[int, float]]] = [[]]  # of each page: first item and height of its lines
        self._y = _MARGIN
        self._width = paper.width.mm - 2 * _MARGIN

    def pages(self) -> tuple[Page, ...]:
        """All pages, finished."""
        width, height = self._paper.width, self._paper.height
        return tuple(
            Page(width, height, items=tuple(items), label=str(number), elements=self._elements)
            for number, items in enumerate(self._without_lone_line(), 1)
        )

    def _without_lone_line(self) -> list[list[Item]]:
        """The items of each page; a single line on the last page gets the one before it."""
        if len(self._pages) == 1 or len(self._begun[-1]) > 1 or len(self._begun[-2]) == 1:
            return self._pages
        *pages, page, last = self._pages
        (first, top), (_, end) = self._begun[-2][-1], self._begun[-1][0]
        down = [*moved(page[first:], 0.0, _MARGIN - top), *moved(last, 0.0, end - top)]
        return [*pages, page[:first], down]

    def need(self, height: float) -> None:
        """Begin a line of some height; it begins a page when the height is not left on this one."""
        items, begun = self._pages[-1], self._begun[-1]
        if self._y + height > self._paper.height.mm - _MARGIN and items:
            self._pages.append([])
            self._begun.append([(0, self._y)])  # where the page before it ends
            self._y = _MARGIN
        elif not begun or begun[-1][0] != len(items):
            begun.append((len(items), self._y))

    def gap(self, height: float) -> None:
        """Leave space."""
        self._y += height

    def line(self, words: str, style: Style, height: float, kind: str = "P") -> None:
        """One line, an element of the structure of that kind; what is too long is broken into several."""
        self.need(height)
        self._y += max(height, self._set(words, style, _MARGIN, self._width, kind) + 0.8)

    def heading(self, words: str) -> None:
        """The name of a part, with space above."""
        self._y += 5.0
        self.need(24.0)
        self.line(words, _HEAD, 4.8, "H2")
        self.rule()

    def rule(self) -> None:
        """A line across."""
        y = self._y + 0.3
        line = (("M", _MARGIN, y), ("L", _MARGIN + self._width, y))
        self._pages[-1].append(Stroke(line, GREY, _LINE))
        self._y += 1.8

    def field(self, name: str, words: str, style: Style) -> None:
        """A name at the left and what it is at the right."""
        self.need(8.0)
        self._set(name, _NAME, _MARGIN, 28.0)
        self._y += self._set(words, style, _MARGIN + 30.0, self._width - 30.0) + 1.2

    def columns(self, cells: Sequence[tuple[str, Style]]) -> None:
        """Cells of a table, side by side: the first as wide as two."""
        self.need(5.0)
        each = self._width / (len(cells) + 1)
        heights = [
            self._set(words, style, _MARGIN + each * (at + (1 if at else 0)), each * (1 if at else 2) - 2.0)
            for at, (words, style) in enumerate(cells)
            if words
        ]
        self._y += max(heights, default=3.0) + 0.9

    def entry(self, number: str, digest: str, words: str) -> None:
        """A sheet: number, digest, what lies on it."""
        left = _SHEET_COLUMN + _DIGEST_COLUMN
        self.need(4.0)
        self._set(number, _SMALL, _MARGIN, _SHEET_COLUMN)
        self._set(digest, _NUMBER, _MARGIN + _SHEET_COLUMN, _DIGEST_COLUMN)
        self._y += self._set(words, _SMALL, _MARGIN + left, self._width - left) + 0.6

    def tick(self, words: str) -> None:
        """A box to tick and what it stands for."""
        self.need(6.0)
        box = Box(_MARGIN, self._y + 0.2, _BOX, _BOX)
        self._pages[-1].append(Stroke(rectangle(box), GREY, _LINE))
        self._y += max(_BOX, self._set(words, BODY, _MARGIN + 5.0, self._width - 5.0)) + 1.6

    def _set(self, words: str, style: Style, x: float, width: float, kind: str = "P") -> float:
        """Set the words in a column at this height, and return how high they are."""
        if not words:
            return 0.0
        plain = Marked((MarkedParagraph("plain", (TextRun(words, bold=False, italic=False, start=0),)),))
        made = set_text(plain, style, Box(x, self._y, width, self._paper.height.mm), self._context)
        at = len(self._elements)
        self._elements.append(StructureElement(kind))
        self._pages[-1].append(Group(tuple(made.items), tag=Tag(kind, at, at)))
        return made.height


_TITLE = Style(weight=600, size=pt(16))
_CODE = Style("Barlow Semi Condensed", weight=500, size=pt(8.5), leading=1.3, tracking=60.0)


class CardDeck(NamedTuple):
    """One component set on the card.

    Attributes:
        name: As printed.
        file: Of its sheets; empty when all are in one file.
        sheets: All of them.
        labels: Names of its pieces by key.
    """

    name: str
    file: str
    sheets: tuple[Sheet, ...]
    labels: Mapping[str, str]

    @property
    def slots(self) -> Counter[str]:
        """Printed copies by key; of a board that is cut up, those of each tile."""
        return Counter(slot.key for sheet in self.sheets for side in sheet.sides[:1] for slot in side.slots)

    @property
    def pieces(self) -> Counter[str]:
        """Copies by key, each board counted as one piece however many tiles it has."""
        found: Counter[str] = Counter()
        for key, count in self.slots.items():
            piece = key.partition(TILE_MARK)[0]
            found[piece] = max(found[piece], count)
        return found


class CardBook(NamedTuple):
    """Everything else that is printed: rules, boxes.

    Attributes:
        name: As printed.
        file: Of its pages; empty when all are in one file.
        pages: How many.
        two_sided: Whether both sides of the paper are printed; None where either will do.
    """

    name: str
    file: str
    pages: int
    two_sided: bool | None


class BuildCard(NamedTuple):
    """The contents of a build card.

    Attributes:
        game: Name of the game.
        version: Of its data; empty when not given.
        command: That makes the same files again.
        decks: In order of printing.
        books: What is printed behind them.
    """

    game: str
    version: str
    command: str
    decks: tuple[CardDeck, ...]
    books: tuple[CardBook, ...] = ()


def build_card_pages(card: BuildCard, profile: PrintProfile, context: TextContext) -> tuple[Page, ...]:
    """The pages of a build card, upright: command, profile, counts, contents of the sheets, boxes to tick.

    Args:
        card: What it is about.
        profile: That was printed with.
        context: To set words with, in the language of the build.
    """
    flow = CardFlow(reading_paper(profile.paper), context)
    labels = flow.labels
    title = " · ".join(part for part in (labels.text("build-card"), card.game, card.version) if part)
    flow.line(title, _TITLE, 9.0, "H1")
    flow.field(labels.text("command"), card.command, _CODE)
    flow.field(labels.text("profile"), " · ".join(_profile_words(profile, labels)), BODY)
    flow.gap(3.0)
    _counts(flow, card)
    flow.heading(labels.text("on-the-sheets"))
    for deck in card.decks:
        _sheets(flow, deck)
    flow.heading(labels.text("cut-and-collate"))
    for words in _steps(card, profile, labels):
        flow.tick(words)
    return flow.pages()


def _profile_words(profile: PrintProfile, labels: Labels) -> Iterator[str]:
    if profile.name:
        yield profile.name
    yield profile.paper.name
    if profile.fold != "none":
        yield labels.text("todo-fold")
    elif profile.duplex != "none" and profile.sides == "both":
        yield labels.text(f"flip-{profile.duplex}")
    else:
        yield labels.text("backs" if profile.sides == "backs" else "fronts")
    if profile.ink == "low":
        yield labels.text("low-ink")
    if profile.printer:
        yield labels.text("printer", name=profile.printer)


def _counts(flow: CardFlow, card: BuildCard) -> None:
    """One line a set: name, pieces, sheets, sides, cuts, file; below them rules and boxes."""
    labels = flow.labels
    for deck in card.decks:
        cuts = max((straight_cuts(side) for sheet in deck.sheets for side in sheet.sides[:1]), default=0)
        flow.columns(
            (
                (deck.name, _NAME),
                (labels.text("pieces", n=sum(deck.pieces.values())), BODY),
                (labels.text("sheets", n=len(deck.sheets)), BODY),
                (_sides(any(sheet.two_sided for sheet in deck.sheets), labels), BODY),
                (labels.text("cuts", n=cuts) if cuts else "", BODY),
                (deck.file, _NUMBER),
            )
        )
    pieces = sum(sum(deck.pieces.values()) for deck in card.decks)
    sheets = sum(len(deck.sheets) for deck in card.decks)
    flow.rule()
    flow.columns(
        (
            (labels.text("in-total", n=pieces), _NAME),
            ("", BODY),
            (labels.text("sheets", n=sheets), BODY),
            *[("", BODY)] * 3,
        )
    )
    for book in card.books:
        flow.columns(
            (
                (book.name, _NAME),
                ("", BODY),
                (labels.text("pages", n=book.pages), BODY),
                (_sides(book.two_sided, labels), BODY),
                ("", BODY),
                (book.file, _NUMBER),
            )
        )


def _sides(two: bool | None, labels: Labels) -> str:
    return "" if two is None else labels.text("both-sides" if two else "one-side")


def _sheets(flow: CardFlow, deck: CardDeck) -> None:
    """The contents of each sheet of a set; sheets with the same contents are listed together."""
    flow.need(10.0)
    flow.line(deck.name, _NAME, 4.4, "H3")
    for first, last, digest, words in _runs(deck, flow.labels):
        numbers = f"{first}" if first == last else f"{first}–{last}"
        flow.entry(numbers, digest, words)
    flow.gap(1.5)


def _runs(deck: CardDeck, labels: Labels) -> Iterator[tuple[int, int, str, str]]:
    runs: list[tuple[int, int, str, str]] = []
    for sheet in deck.sheets:
        words = _each(Counter(slot.key for side in sheet.sides[:1] for slot in side.slots), deck, labels)
        if runs and runs[-1][2:] == (sheet.digest, words):
            runs[-1] = (runs[-1][0], sheet.number, sheet.digest, words)
        else:
            runs.append((sheet.number, sheet.number, sheet.digest, words))
    yield from runs


def _steps(card: BuildCard, profile: PrintProfile, labels: Labels) -> Iterator[str]:
    yield labels.text("print-at-100")
    yield labels.text("todo-ruler", length=f"{RULER:g}\u00a0mm")
    sheets = [sheet for deck in card.decks for sheet in deck.sheets]
    if any(sheet.two_sided for sheet in sheets):
        yield labels.text(f"flip-{profile.duplex}" if profile.duplex != "none" else "flip-long-edge")
        yield labels.text("todo-backs")
    if any(sheet.fold is not None for sheet in sheets):
        yield labels.text("todo-fold")
    boards = list(_boards(card))
    if any("-" in tile or tile[0] != "P" for tiles in boards for tile in tiles):
        yield labels.text("todo-glue")
    if any(all(tile[0] == "P" for tile in tiles) for tiles in boards):  # else it is the row after O
        yield labels.text("todo-hinge")
    for deck in card.decks:
        pieces = deck.pieces
        total = labels.text("pieces", n=sum(pieces.values()))
        each = f" ({_each(pieces, deck, labels)})" if len(pieces) <= _FEW else ""
        yield f"{deck.name}: {total}{each}"


def _boards(card: BuildCard) -> Iterator[list[str]]:
    """The names of the tiles of each board."""
    for deck in card.decks:
        boards: dict[str, list[str]] = {}
        for key in deck.slots:
            board, mark, tile = key.partition(TILE_MARK)
            if mark:
                boards.setdefault(board, []).append(tile)
        yield from boards.values()


def _each(pieces: Counter[str], deck: CardDeck, labels: Labels) -> str:
    """How many of each name, in the order in which they first occur."""
    named: Counter[str] = Counter()
    for key, count in pieces.items():
        board, _, tile = key.partition(TILE_MARK)
        named[f"{deck.labels.get(board, board)} {tile}".strip()] += count
    return ", ".join(f"{labels.text('times', n=count)} {name}" for name, count in named.items())


_FEW = 24
"""Different pieces that a set may have for each to be listed with its count."""

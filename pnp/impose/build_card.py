"""The build card: how a print was made, what lies on which sheet, and what to do with it, on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.draw import Page
from pnp.i18n import Labels
from pnp.impose.card_flow import BODY, GREY, CardFlow
from pnp.impose.furniture import RULER
from pnp.impose.marks import straight_cuts
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import TILE_MARK, Sheet
from pnp.model import Style
from pnp.model.paper import reading_paper
from pnp.units import pt

if TYPE_CHECKING:
    from pnp.text import TextContext

_TITLE = Style(weight=600, size=pt(16))
_NAME = Style(weight=600, size=pt(8))
_NUMBER = Style(size=pt(7.5), colour=GREY)
_CODE = Style("Barlow Semi Condensed", weight=500, size=pt(8.5), leading=1.3, tracking=60.0)


@dataclass(frozen=True, slots=True)
class CardDeck:
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
    def pieces(self) -> Counter[str]:
        """Printed copies by key."""
        return Counter(slot.key for sheet in self.sheets for side in sheet.sides[:1] for slot in side.slots)


@dataclass(frozen=True, slots=True)
class CardBook:
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


@dataclass(frozen=True, slots=True)
class BuildCard:
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
    flow.line(title, _TITLE, 9.0)
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
    flow.line(deck.name, _NAME, 4.4)
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
        for key in deck.pieces:
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

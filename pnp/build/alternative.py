"""Words of sheets for readers that do not see them: each piece on a page is a figure.

The words of a side are the texts that its layout sets, so what is not printed is not read out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.draw import AnyFace, Page, StructureElement, Tag
from pnp.geometry import IDENTITY
from pnp.i18n import Labels, capital
from pnp.impose import PieceFaces, Sheet
from pnp.impose.sheet import TILE_MARK, SheetSide
from pnp.layout import Fit
from pnp.markup import IconRun, Marked, parse_inline, plain_text
from pnp.model import ComponentSet, Piece, Term

_MARKS = frozenset("\\*:[]{}\n\xad")
"""Characters without which a text has no inline marks, and nothing that is not read out."""
_ENDS = (".", "!", "?", "…", ":", ";", ",", "–")


def side_words(fits: Sequence[Fit], label: str, icons: Mapping[str, str]) -> str:
    """The texts of a side in the order of its layout, without the name of the piece.

    Args:
        fits: Of the side.
        label: The name, which is read before the words.
        icons: Names of icons.
    """
    return _joined(
        words for words in (_plain(fit.words, fit.marked, icons) for fit in fits) if words != label
    )


def front_words(piece: Piece, fits: Sequence[Fit], label: str, icons: Mapping[str, str]) -> str:
    """The words of a front: the terms in the fields of its piece that no text names, then its texts."""
    words = side_words(fits, label, icons)
    heard = f"{label} {words}".casefold()
    named: list[str] = []
    for value in piece.fields.values():
        for term in value if isinstance(value, tuple) else (value,):
            if isinstance(term, Term) and "{" not in term.name.source:
                name = _plain(term.name.source, parse_inline(term.name.source), {})
                if name.casefold() not in heard and name not in named:
                    named.append(name)
    return _joined((", ".join(named), words))


def _plain(words: str, marked: Marked, icons: Mapping[str, str]) -> str:
    """A text as it is read out, on one line; empty where it has nothing but a full stop.

    Icons are read by their names, or else by those of their files. One that is named by the words, or that
    words begin with that has no name, is not read twice.

    Args:
        words: The text, marks included.
        marked: The same, taken apart.
        icons: Names of icons.
    """
    if not _MARKS.isdisjoint(words):
        runs = [run for each in marked.paragraphs for run in each.runs if isinstance(run, IconRun)]
        if runs:
            plain = _one_line(plain_text(marked)).casefold()
            for run in runs:
                name = icons.get(run.name, "")
                if name and name.casefold() in plain:
                    name = ""
                elif not name and not (words.startswith(run.typed) and any(map(str.isalpha, plain))):
                    name = run.name.replace("-", " ")
                words = words.replace(run.typed, name)
            marked = parse_inline(words)
        words = plain_text(marked).replace("\xad", "")
    words = _one_line(words)
    return "" if words in _ENDS else words


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _joined(texts: Iterable[str]) -> str:
    """Texts one after the other, each with a full stop where nothing else ends it."""
    spoken = [text if text.endswith(_ENDS) else f"{text}." for text in texts if text]
    return " ".join(spoken)


class SheetFigures:
    """Makes the figures of sheets: one for each piece on a page, whose copies are counted.

    Args:
        sets: Of the sheets, in their language.
        faces: Of the pieces on them.
        language: Of the sheets.

    Attributes:
        elements: Of all pages; grows.
    """

    def __init__(self, sets: Iterable[ComponentSet], faces: Iterable[PieceFaces], language: str) -> None:
        self.elements: list[StructureElement] = []
        self._pieces = {piece.key: piece for piece in faces}
        self._language = language
        self._labels = Labels(language)
        self._kinds = {each.id: capital(self._labels.text(each.kind, n=1), language) for each in sets}
        self._known: dict[tuple[str, str], str] = {}
        self._order = 0

    def on(self, pages: Sequence[Page], sheet: Sheet) -> tuple[Page, ...]:
        """The pages of a sheet (see ``SheetPages``), with a tag on each of their faces."""
        if sheet.fold is not None:
            return (self._tagged(pages[0], sheet.sides),)
        sides = [(side,) for side in sheet.sides]
        return tuple([
            self._tagged(page, sides[at] if at < len(sides) else ()) for at, page in enumerate(pages)
        ])  # fmt: skip

    def _tagged(self, page: Page, sides: Sequence[SheetSide]) -> Page:
        """The page of these sides, faces in the order of their places."""
        there = [
            (
                side.side,
                slot,
                slot.spot.trim if side.adjust == IDENTITY else side.adjust.apply_box(slot.spot.trim),
            )
            for side in sides
            for slot in side.slots
        ]
        spoken = [self._words(side, slot.key, slot.face) for side, slot, _ in there]
        places = {words: len(self.elements) + at for at, words in enumerate(dict.fromkeys(spoken))}
        for words in places:
            count = spoken.count(words)
            alt = f"{self._labels.text('times', n=count)} {words}" if count > 1 else words
            self.elements.append(StructureElement("Figure", alt=alt))
        placed = []
        for face, words, (_, _, box) in zip(page.placed, spoken, there, strict=True):
            placed.append(face._replace(tag=Tag("Figure", places[words], self._order, box)))
            self._order += 1
        return page._replace(placed=tuple(placed), elements=self.elements)

    def _words(self, side: str, key: str, face: AnyFace) -> str:
        words = self._known.get((side, key))
        if words is None:
            words = self._known[side, key] = _joined(self._parts(side, key, face))
        return words

    def _parts(self, side: str, key: str, face: AnyFace) -> Iterator[str]:
        board, _, tile = key.partition(TILE_MARK)
        piece = self._pieces.get(board)
        kind = self._kinds.get(key.partition("/")[0], "")
        if side == "back":
            yield f"{capital(self._labels.text('back'), self._language)}: {face.label}"
        else:
            label = piece.label if piece is not None else face.label
            yield f"{kind}: {label} {tile}".strip(": ")
        if piece is not None:
            yield piece.words[side == "back"]

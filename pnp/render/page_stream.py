"""The streams of pages: what is drawn on them as compressed operators, made here or by other processes."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Protocol, TypeAlias

from pnp.draw import (
    AnyFace,
    Item,
    Needs,
    Page,
    PictureData,
    PlacedFace,
    Plate,
    PressedFace,
    Stroke,
    item_box,
    rectangle,
)
from pnp.draw.bounds import MITER_LIMIT
from pnp.geometry import Matrix
from pnp.press import Content, Press
from pnp.press.number import matrix_operands, utf16
from pnp.render.file import compressed
from pnp.units import PT_PER_MM

PageStream: TypeAlias = tuple[Needs, bytes]
"""What the operators of a page refer to, and the compressed operators."""

_FACES_AT_HAND = 512
"""Faces of pages that come one by one that are known again without drawing them; equal ones are stored once all the same."""

_WORTH_STORING = 16
"""Segments from which on a stroke that recurs is worth an object of its own."""

_WORTH_SHARING = 100
"""Pages from which on another process saves more time than it costs."""


class Share(Protocol):
    """Has streams made by several processes."""

    def __call__(
        self, make: Callable[[int], PageStream], count: int, known: Mapping[str, Plate | PictureData]
    ) -> Iterator[PageStream]:
        """``make(0)`` to ``make(count - 1)`` as they come; what they refer to is taken from ``known`` where it is there."""


class PageStreams:
    """Makes the streams of the pages of one document.

    Args:
        press: Draws what is not pressed yet.
        language: Of the document; faces in other languages say so.
    """

    def __init__(self, press: Press, language: str) -> None:
        self._press = press
        self._language = language
        self._once: Set[str] = frozenset()
        self._faces: OrderedDict[int, tuple[AnyFace, Plate]] = OrderedDict()
        self._at_hand = _FACES_AT_HAND
        self._marks: dict[Item, Plate] = {}

    def of(self, pages: Iterable[Page], share: Share | None = None) -> Iterator[tuple[Page, PageStream]]:
        """Each page with its stream, in order.

        Pages that come one by one are drawn as they come. Of a sequence it is found out first what they have in common,
        and where there are many, several processes make them.
        """
        if isinstance(pages, Sequence):
            self._look_ahead(pages)
            if share is not None and len(pages) >= _WORTH_SHARING:
                known = _referred_to(self._plate(placed.face) for page in pages for placed in page.placed)
                known |= {plate.name: plate for plate in self._marks.values()}
                made = share(lambda number: self._made(pages[number]), len(pages), known)
                yield from zip(pages, made, strict=True)
                return
        for page in pages:
            yield page, self._made(page)

    def _made(self, page: Page) -> PageStream:
        content = self._drawn(page)
        return content.needs(), compressed(content.data())

    def _look_ahead(self, pages: Sequence[Page]) -> None:
        """Find what is on all pages of the document once, and what is there often.

        Plates that are placed a single time are drawn right into the streams of their pages: beside each other they
        compress to half, and need no objects of their own. Marks that many pages have are stored once.
        """
        self._at_hand = sum(len(page.placed) for page in pages)
        plate = self._plate
        counts = Counter([plate(placed.face).name for page in pages for placed in page.placed])
        self._once = {name for name, count in counts.items() if count == 1}
        for stroke, count in _strokes(page.items for page in pages).items():
            box = item_box(stroke)
            if count > 1 and box is not None:
                content = self._press.content()
                content.draw((stroke,))
                self._marks[stroke] = content.plate(box)

    def _drawn(self, page: Page) -> Content:
        flip = Matrix(PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, page.height.pt)
        content = self._press.content(flip)
        content.write(f"{matrix_operands(flip)} cm", f"{MITER_LIMIT:g} M")
        content.draw(page.under)
        for placed in page.placed:
            self._place(content, placed)
        for item in page.items:
            plate = self._marks.get(item) if isinstance(item, Stroke) and self._marks else None
            if plate is None:
                content.draw((item,))
            else:
                content.place(plate)
        return content

    def _place(self, content: Content, placed: PlacedFace) -> None:
        face = placed.face
        plate = self._plate(face)
        here = plate.name in self._once and plate.movable
        foreign = face.language != self._language
        if foreign:
            content.write(f"/Span<</Lang<FEFF{utf16(face.language)}>>>BDC")
        content.save()
        content.map(placed.matrix)
        if not placed.clip.holds(plate.box):
            content.clip(rectangle(placed.clip))
        if here:
            content.clip(rectangle(plate.box))
            content.repeat(plate)
        else:
            content.place(plate)
        content.restore()
        if foreign:
            content.write("EMC")

    def _plate(self, face: AnyFace) -> Plate:
        """The face's plate. A face is known by identity first; one drawn anew is still stored once if it is equal."""
        if isinstance(face, PressedFace):
            return face.plate
        key = id(face)
        if key in self._faces:
            self._faces.move_to_end(key)
            return self._faces[key][1]
        plate = self._press.plate(face)
        self._faces[key] = (face, plate)
        if len(self._faces) > self._at_hand:
            self._faces.popitem(last=False)
        return plate


def _strokes(pages: Iterable[Iterable[Item]]) -> Counter[Stroke]:
    """How often pages have each stroke that is worth an object of its own; most have the very same ones."""
    found = [
        item
        for items in pages
        for item in items
        if isinstance(item, Stroke) and len(item.path) >= _WORTH_STORING
    ]
    same = {id(stroke): stroke for stroke in found}
    counts: Counter[Stroke] = Counter()
    for number, count in Counter(map(id, found)).items():
        counts[same[number]] += count
    return counts


def _referred_to(plates: Iterable[Plate]) -> dict[str, Plate | PictureData]:
    """Plates by name with all plates and pictures in them, at any depth."""
    found: dict[str, Plate | PictureData] = {}
    for plate in plates:
        if plate.name not in found:
            needs = plate.needs
            found |= _referred_to((*needs.plates.values(), *needs.masks.values()))
            found |= {picture.key: picture for picture in needs.pictures.values()}
            found[plate.name] = plate
    return found

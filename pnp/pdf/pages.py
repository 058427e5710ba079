"""Pages: their content streams, made here or by other processes, and the objects that they refer to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import nullcontext
from itertools import groupby
from typing import NamedTuple, Protocol

from pnp.draw import (
    AnyFace,
    Face,
    Group,
    Item,
    Page,
    PictureData,
    PlacedFace,
    Stroke,
    Tag,
    item_box,
    rectangle,
)
from pnp.draw.item import MITER_LIMIT
from pnp.geometry import Box, Matrix
from pnp.memo import IdentityMemo
from pnp.pdf.content import Content, FormMaker, drawn_form
from pnp.pdf.file import PdfFile, Ref, Stream, deflated
from pnp.pdf.form import Form, PdfResources, referred_to
from pnp.pdf.number import matrix_operands, numbers, utf16
from pnp.pdf.resources import FileResources
from pnp.units import PT_PER_MM

_MOST_FACES = 512
"""Faces whose forms are found again, of pages that come one by one. Equal forms are stored once anyway."""

_WORTH_STORING = 16
"""Segments from which a stroke that recurs gets a form of its own."""

WORTH_SHARING = 100
"""Pages from which another process saves more time than it costs."""


class PageStream(NamedTuple):
    """The content of a page.

    Attributes:
        resources: That the operators refer to.
        operators: The content stream.
        tags: As in ``Form``.
    """

    resources: PdfResources
    operators: Stream
    tags: Sequence[Tag]


class Share(Protocol):
    """Has the streams of pages made by several processes."""

    def __call__(
        self, make: Callable[[int], PageStream], count: int, known: Mapping[str, Form | PictureData]
    ) -> Iterator[PageStream]:
        """``make(0)`` to ``make(count - 1)``, in order; forms and pictures in ``known`` are not sent."""


class PageStreams:
    """Makes the streams of the pages of one document.

    Args:
        form_maker: Draws faces that are no forms yet.
        language: Of the document; faces in other languages are marked.
    """

    def __init__(self, form_maker: FormMaker, language: str) -> None:
        self._form_maker = form_maker
        self._language = language
        self._once: Set[str] = frozenset()
        self._faces: IdentityMemo[Face, Form] = IdentityMemo(form_maker.form, _MOST_FACES)
        self._marks: dict[Item, Form] = {}

    def of(self, pages: Iterable[Page], share: Share | None = None) -> Iterator[tuple[Page, PageStream]]:
        """Each page with its stream, in order.

        Pages that come one by one are drawn as they come. A sequence is first searched for what its pages
        have in common, and a long one is drawn by several processes.
        """
        if isinstance(pages, Sequence):
            self._find_repeats(pages)
            if share is not None and len(pages) >= WORTH_SHARING:
                placed = [self._form(each.face) for page in pages for each in page.placed]
                forms, pictures = referred_to((*placed, *self._marks.values()))
                made = share(lambda number: self._made(pages[number]), len(pages), {**forms, **pictures})
                yield from zip(pages, made, strict=True)
                return
        for page in pages:
            yield page, self._made(page)

    def _find_repeats(self, pages: Sequence[Page]) -> None:
        """Find what is on all pages of the document once, and what is there often.

        Forms that are placed once are copied into the streams of their pages: together they compress to half,
        and they need no objects of their own. Marks that many pages have are stored once.
        """
        self._faces = IdentityMemo(self._form_maker.form, sum(len(page.placed) for page in pages))
        form = self._form
        counts = Counter([form(placed.face).name for page in pages for placed in page.placed])
        self._once = {name for name, count in counts.items() if count == 1}
        for stroke, count in _strokes(page.items for page in pages).items():
            box = item_box(stroke)
            if count > 1 and box is not None:
                content = self._form_maker.content()
                content.draw((stroke,))
                self._marks[stroke] = content.form(box)

    def _made(self, page: Page) -> PageStream:
        flip = Matrix(PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, page.height.pt)
        content = self._form_maker.content(flip)
        content.write(f"{matrix_operands(flip)} cm", f"{MITER_LIMIT:g} M")
        self._draw_loose(content, page, page.under)
        for placed in page.placed:
            with nullcontext() if placed.tag is None else content.tagged(placed.tag):
                self._place(content, placed)
        self._draw_loose(content, page, page.items)
        return PageStream(content.resources(), deflated({}, content.data()), content.tags)

    def _draw_loose(self, content: Content, page: Page, items: Iterable[Item]) -> None:
        """Draw items; on a page that has a structure, what has no tag is no part of the text."""
        for tagged, each in groupby(items, lambda item: isinstance(item, Group) and item.tag is not None):
            with nullcontext() if tagged or page.elements is None else content.artifacts():
                for item in each:
                    form = self._marks.get(item) if isinstance(item, Stroke) and self._marks else None
                    if form is None:
                        content.draw((item,))
                    else:
                        content.place(form)

    def _place(self, content: Content, placed: PlacedFace) -> None:
        face = placed.face
        form = self._form(face)
        here = (form.name in self._once or bool(form.tags)) and form.movable
        foreign = face.language != self._language
        if foreign:
            content.write(f"/Span<</Lang<FEFF{utf16(face.language)}>>>BDC")
        content.save()
        content.map(placed.matrix)
        if not placed.clip.holds(form.box):
            content.clip(rectangle(placed.clip))
        if here:
            content.clip(rectangle(form.box))
            content.repeat(form)
        else:
            content.place(form)
        content.restore()
        if foreign:
            content.write("EMC")

    def _form(self, face: AnyFace) -> Form:
        return self._faces.of(face) if isinstance(face, Face) else drawn_form(face)


def _strokes(pages: Iterable[Iterable[Item]]) -> Counter[Stroke]:
    """How often pages have each stroke that is worth a form of its own; most have the very same objects."""
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


def write_page(
    file: PdfFile,
    shared: FileResources,
    tree: Ref,
    page: Page,
    stream: PageStream,
    number: int,
    links: Iterable[Ref],
) -> Ref:
    """Write a page and the objects that it is the first to refer to; the reference to it.

    Args:
        file: Where it goes.
        shared: Fonts, pictures, shadings and forms of the file.
        tree: The root of the page tree.
        page: Its boxes and size.
        stream: What it shows.
        number: Among the pages that have a structure, if it has one.
        links: On the page.
    """
    resources = stream.resources
    shared.images.show(resources.sizes)
    named = shared.resources(resources)
    operators = file.put(stream.operators)
    boxes = _boxes(page.width.mm, page.height.mm, page.trim, page.bleed)
    blended = f"/Group<</S/Transparency/CS/{shared.colours.space}>>" if resources.transparent else ""
    structure = "" if page.elements is None else f"/StructParents {number}/Tabs/S"
    rows = " ".join(map(str, links))
    structure += f"/Annots[{rows}]" if rows else ""
    return file.put(
        f"<</Type/Page/Parent {tree}{boxes}/Resources{named}/Contents {operators}{blended}{structure}>>"
    )


def _boxes(width: float, height: float, trim: Box | None, bleed: Box | None) -> str:
    """The boxes of a page (ISO 32000-1 §14.11.2) in points from its lower left corner, from millimetres."""
    paper = Box(0.0, 0.0, width, height)
    trim = trim or paper
    named = {"MediaBox": paper, "CropBox": paper, "BleedBox": bleed or trim, "TrimBox": trim}
    return "".join([f"/{key}{_corners(box, height)}" for key, box in named.items()])


def _corners(box: Box, height: float) -> str:
    points = (box.x, height - box.bottom, box.right, height - box.y)
    return f"[{numbers([value * PT_PER_MM for value in points])}]"

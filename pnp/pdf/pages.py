"""Pages: their content streams, made here or by other processes, and the objects that they refer to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import nullcontext
from itertools import groupby
from typing import Protocol, TypeAlias

from reportlab.pdfbase.pdfdoc import PDFDictionary

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
from pnp.pdf.embedding import EmbeddedFonts
from pnp.pdf.file import PdfFile, Ref, Stream, compressed, deflated, text
from pnp.pdf.fonts import font_name
from pnp.pdf.form import Form, PdfResources, referred_to
from pnp.pdf.images import Images
from pnp.pdf.number import matrix_operands, numbers, utf16
from pnp.units import PT_PER_MM

PageStream: TypeAlias = tuple[PdfResources, bytes, Sequence[Tag]]
"""The resources of a page, its compressed operators, and its tags as in ``Form``."""

_MOST_FACES = 512
"""Faces whose forms are found again, of pages that come one by one. Equal forms are stored once anyway."""

_WORTH_STORING = 16
"""Segments from which a stroke that recurs gets a form of its own."""

_WORTH_SHARING = 100
"""Pages from which another process saves more time than it costs."""


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
            if share is not None and len(pages) >= _WORTH_SHARING:
                placed = [self._form(each.face) for page in pages for each in page.placed]
                forms, pictures = referred_to((*placed, *self._marks.values()))
                made = share(lambda number: self._made(pages[number]), len(pages), {**forms, **pictures})
                yield from zip(pages, made, strict=True)
                return
        for page in pages:
            yield page, self._made(page)

    def _made(self, page: Page) -> PageStream:
        content = self._drawn(page)
        return content.resources(), compressed(content.data()), content.tags

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

    def _drawn(self, page: Page) -> Content:
        flip = Matrix(PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, page.height.pt)
        content = self._form_maker.content(flip)
        content.write(f"{matrix_operands(flip)} cm", f"{MITER_LIMIT:g} M")
        self._draw_loose(content, page, page.under)
        for placed in page.placed:
            with nullcontext() if placed.tag is None else content.tagged(placed.tag):
                self._place(content, placed)
        self._draw_loose(content, page, page.items)
        return content

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


class FileResources:
    """Fonts, pictures, shadings and forms of one file, written when a stream first refers to them.

    Args:
        file: Where they go.
        form_maker: Made the forms.

    Attributes:
        layers: The layers that are in use, by name.
    """

    def __init__(self, file: PdfFile, form_maker: FormMaker) -> None:
        self.fonts = EmbeddedFonts(form_maker.fonts, file)
        self.colours = form_maker.colours
        self.images = Images(file, self.colours)
        self._file = file
        self._forms: dict[str, Ref] = {}
        self._shadings: dict[str, Ref] = {}
        self.layers: dict[str, Ref] = {}
        self._inks: dict[str, float] = {}

    def form(self, form: Form) -> Ref:
        """The form XObject (ISO 32000-1 §8.10) of a form."""
        ref = self._forms.get(form.name)
        if ref is None:
            entries = {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": form.corners,
                "Resources": self.resources(form.resources),
            }
            if form.group is not None:
                entries["Group"] = f"<</S/Transparency/CS/{form.group}/I true>>"
            ref = self._forms[form.name] = self._file.put(deflated(entries, form.content))
        return ref

    def resources(self, resources: PdfResources) -> str:
        """The resource dictionary (ISO 32000-1 §7.8.3), in order of names."""
        masks = {
            name: f"<</SMask<</Type/Mask/S/Luminosity/G {self.form(mask)}>>>>"
            for name, mask in resources.masks.items()
        }
        named: dict[str, Mapping[str, object]] = {
            "ColorSpace": resources.spaces,
            "ExtGState": resources.states | masks,
            "Font": {
                font_name(key): self.fonts.use(key, glyphs, resources.texts.get(key, {}))
                for key, glyphs in resources.glyphs.items()
            },
            "Properties": {name: self._layer(layer) for name, layer in resources.layers.items()},
            "Pattern": {
                name: f"<</Type/Pattern/PatternType 2/Shading {self._shading(shading, resources)}/Matrix[{matrix}]>>"
                for name, (shading, matrix) in resources.patterns.items()
            },
            "Shading": {name: self._shading(name, resources) for name in resources.shadings},
            "XObject": {name: self.form(form) for name, form in resources.forms.items()}
            | {name: self.images.get(picture) for name, picture in resources.pictures.items()},
        }
        return f"<<{''.join([_category(name, entries) for name, entries in named.items() if entries])}>>"

    def ink(self, resources: PdfResources) -> float:
        """The most ink of one colour in operators and in the forms that they place."""
        if self.colours.converter is None:
            return 0.0
        inside = [self._ink_of(form) for form in resources.forms.values()]
        return max(resources.ink, *inside, 0.0)

    def _ink_of(self, form: Form) -> float:
        if form.name not in self._inks:
            self._inks[form.name] = self.ink(form.resources)
        return self._inks[form.name]

    def _layer(self, name: str) -> Ref:
        """The optional content group (ISO 32000-1 §8.11.2) of a layer."""
        ref = self.layers.get(name)
        if ref is None:
            ref = self.layers[name] = self._file.put(f"<</Type/OCG/Name{text(name)}>>")
        return ref

    def _shading(self, name: str, resources: PdfResources) -> Ref:
        ref = self._shadings.get(name)
        if ref is None:
            ref = self._shadings[name] = self._file.put(PDFDictionary(dict(resources.shadings[name])))
        return ref


def _category(name: str, entries: Mapping[str, object]) -> str:
    return f"/{name}<<{''.join([f'/{key} {value}' for key, value in sorted(entries.items())])}>>"


class PageWriter:
    """Writes pages to a file.

    Args:
        file: Where they go.
        shared: Fonts, pictures, shadings and forms of the file.
        tree: The page tree's root, put by the caller when all pages are written.

    Attributes:
        pages: References to the pages so far, in order.
        heights: Heights of the pages so far, in millimetres.
        inks: The most ink of one colour on each page so far, in percent; 0 in RGB.
    """

    def __init__(self, file: PdfFile, shared: FileResources, tree: Ref) -> None:
        self.pages: list[Ref] = []
        self.heights: list[float] = []
        self.inks: list[float] = []
        self._file = file
        self._shared = shared
        self._tree = tree

    def write(
        self,
        page: Page,
        resources: PdfResources,
        stream: bytes,
        parents: int | None = None,
        links: Iterable[Ref] = (),
    ) -> None:
        """Write one page and the objects that it is the first to refer to.

        Args:
            page: Its boxes and size.
            resources: What its operators refer to.
            stream: The operators, compressed.
            parents: Number of the page among those that have a structure; None for another.
            links: On the page.
        """
        self._shared.images.show(resources.sizes)
        named = self._shared.resources(resources)
        ref = self._file.put(Stream({"Filter": "/FlateDecode"}, stream))
        boxes = _boxes(page.width.mm, page.height.mm, page.trim, page.bleed)
        space = self._shared.colours.space
        blended = f"/Group<</S/Transparency/CS/{space}>>" if resources.transparent else ""
        structure = "" if parents is None else f"/StructParents {parents}/Tabs/S"
        rows = " ".join(map(str, links))
        structure += f"/Annots[{rows}]" if rows else ""
        self.pages.append(
            self._file.put(
                f"<</Type/Page/Parent {self._tree}{boxes}/Resources{named}/Contents {ref}{blended}{structure}>>"
            )
        )
        self.heights.append(page.height.mm)
        self.inks.append(self._shared.ink(resources))


def _boxes(width: float, height: float, trim: Box | None, bleed: Box | None) -> str:
    """The boxes of a page (ISO 32000-1 §14.11.2) in points from its lower left corner, from millimetres."""
    paper = Box(0.0, 0.0, width, height)
    trim = trim or paper
    named = {"MediaBox": paper, "CropBox": paper, "BleedBox": bleed or trim, "TrimBox": trim}
    return "".join([f"/{key}{_corners(box, height)}" for key, box in named.items()])


def _corners(box: Box, height: float) -> str:
    points = (box.x, height - box.bottom, box.right, height - box.y)
    return f"[{numbers([value * PT_PER_MM for value in points])}]"

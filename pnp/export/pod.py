"""Packs for print-on-demand shops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pnp.build import ascii_name
from pnp.build.emit import date_of
from pnp.cmyk import ProfileFault, read_profile, shipped_profile
from pnp.cmyk.converter import Coverage, InkConverter
from pnp.diagnostics import Diagnostic, error, times, warning
from pnp.draw import AnyFace, Document, Face, FaceHashes, Outline, Page, with_items
from pnp.export.job import ExportJob
from pnp.export.pack import (
    Pack,
    Slot,
    bleed_is_short,
    face_page,
    fit_product,
    pack_report,
    packs,
    picture_page,
    slots,
    zip_file,
)
from pnp.export.table import csv_file
from pnp.export.target import Target
from pnp.impose import PieceFaces
from pnp.model.files import distinct
from pnp.pdf import FormMaker, write_pdf
from pnp.pdf.colours import PressColours
from pnp.raster.pixels import png_bytes, take

if TYPE_CHECKING:
    from PIL.Image import Image


def export_pod(
    job: ExportJob, shop: Target, *, zipped: bool = False, icc: bytes | None = None
) -> tuple[int, int]:
    """A pack for a print shop: a folder per deck, an order list and a report.

    Args:
        job: The export.
        shop: Whose products the sets are matched with by their size.
        zipped: Whether all goes into one ZIP file.
        icc: Colour profile for shops that want CMYK; None converts by formula.

    Returns:
        Numbers of cards and of packs.

    Raises:
        ExportStopped: There is an error, or pypdfium2 is not installed.
    """
    job.need_pictures()
    done: list[Pack] = []
    for language in job.languages:
        done += _language(job, language, shop, icc, zipped=zipped)
    return sum(pack.cards for pack in done), len(done)


def _language(
    job: ExportJob, language: str, shop: Target, profile: bytes | None, *, zipped: bool
) -> list[Pack]:
    """Write the packs of a language.

    Raises:
        ExportStopped: No set is a product (E402), or the profile cannot be used (E405).
    """
    composed = job.compose(language, _bleed(job, shop))
    words = composed.edition.words
    matched = [
        pack
        for each in composed.printed
        for pack in packs(each.component_set.id, words(each.component_set.name), each.faces, shop)
    ]
    good = [pack for pack in matched if isinstance(pack, Pack)]
    job.add([_left_out(pack.set_id, pack.outline, shop) for pack in matched if not isinstance(pack, Pack)])
    if not good:
        products = ", ".join(product.id for product in shop.products if product.kind == "piece")
        job.add([error("E402", f"no set is a product of {shop.name}", None, f"it makes: {products}")])
    converter = _converter(job, shop, profile) if shop.colour == "CMYK" else None
    folder = job.folder(language, shop.id)
    files: dict[str, bytes] = {}
    job.progress.start(f"drawing {language}", sum(len(pack.faces) for pack in good))
    names = distinct(f"{ascii_name(pack.set_id)}-{ascii_name(pack.fit.product.id)}" for pack in good)
    for name, pack in zip(names, good, strict=True):
        files |= _Packing(job, pack, name, shop, converter).files()
    if zipped:
        files = {f"{job.game.id}-{language.lower()}-{shop.id}.zip": zip_file(files)}
    job.write({f"{folder}/{name}": data for name, data in files.items()})
    return good


def _converter(job: ExportJob, shop: Target, profile: bytes | None) -> InkConverter:
    """Colours to the inks of the shop."""
    try:
        press = read_profile(profile) if profile is not None else None
    except ProfileFault as fault:
        job.refuse(error("E405", f"--output-intent: {fault}", None, "ask the shop for its profile"))
    if press is None and shop.files == "pdf-x4":
        press = shipped_profile()
    return InkConverter(press, shop.coverage)


def _bleed(job: ExportJob, shop: Target) -> float:
    """The shop's bleed, or more where a piece is smaller than its product and the picture must be filled."""
    outlines = dict.fromkeys(piece.size.outline for each in job.sets for piece in each.pieces)
    fits = ((fit_product(outline, shop), outline) for outline in outlines)
    return max(shop.bleed.mm, *(fit.bleed(outline) for fit, outline in fits if fit is not None), 0.0)


def _left_out(set_id: str, outline: Outline, shop: Target) -> Diagnostic:
    near = min(
        [product for product in shop.products if product.kind == "piece"],
        key=lambda product: (
            product.shape != outline.shape,
            abs(product.width.mm - outline.width) + abs(product.height.mm - outline.height),
        ),
    )
    size = f"{outline.width:g} × {outline.height:g} mm {outline.shape}"
    message = f"'{set_id}' is left out: {shop.name} makes nothing of {size}"
    cure = f"the nearest is {near.id}, {near.width} × {near.height} {near.shape}"
    return warning("E401", message, None, cure)


_WORTH_A_WARNING = 0.001
"""Share of a face from which lighter colours are worth a word; softened edges of letters are less."""


@dataclass(slots=True)
class _Packing:
    """One pack in the making.

    Faces that look alike are drawn once, and known by their hash. Each picture is checked and packed as soon
    as it is drawn, so that no more than one lies unpacked in memory.
    """

    job: ExportJob
    pack: Pack
    folder: str
    shop: Target
    converter: InkConverter | None
    pngs: dict[str, bytes] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)
    inks: dict[str, Coverage] = field(default_factory=dict)
    short: set[str] = field(default_factory=set)
    hashes: FaceHashes = field(default_factory=FaceHashes)

    def files(self) -> dict[str, bytes]:
        """Pictures or one PDF file, the order list and the report, by name in the folder of the shop.

        Adds findings to the export: E403 (more cards than the shop takes), E404 (pieces without back), E406
        (ink lowered), E407 (bleed too narrow).
        """
        folder = self.folder
        stems = distinct(ascii_name(piece.key.partition("/")[2]) for piece in self.pack.faces)
        order = slots(self.pack, self.shop, stems)
        names = self._draw()
        found = [*self._counts(), *self._bleeds(), *self._lightened()]
        if self.shop.files == "pdf":
            files, pictures = {f"{folder}.pdf": self._pdf(order)}, None
        elif self.shop.files == "pdf-x4":
            files, pictures = {f"{folder}.pdf": self._press_pdf(order)}, None
        else:
            files, pictures = self._pictures(order)
        files["order.csv"] = csv_file(_order(order, pictures))
        inks = {names[look]: ink for look, ink in self.inks.items()}
        files["report.txt"] = pack_report(self.pack, self.shop, inks).encode()
        self.job.add(found)
        return {f"{folder}/{name}": data for name, data in files.items()}

    def _sides(self) -> Iterator[tuple[PieceFaces, str, Face]]:
        for piece in self.pack.faces:
            yield piece, "front", with_items(piece.front)
            if piece.back is not None:
                yield piece, "back", with_items(piece.back)

    def _draw(self) -> dict[str, str]:
        """Draw, check and pack each different face; what they are called in the report."""
        faces: dict[str, Face] = {}
        names: dict[str, str] = {}
        for piece, side, face in self._sides():
            look = self.hashes.of(face)
            faces.setdefault(look, face)
            names.setdefault(look, f"{piece.key} {side}")
        drawn = take([self.pack.fit.shot(face) for face in faces.values()], self.job.write_pdf)
        for look, image in zip(faces, drawn, strict=True):
            self._take(look, image)
            self.job.progress.step(1)
        return names

    def _take(self, look: str, image: Image) -> None:
        if bleed_is_short(image, self.pack.fit.product, self.shop):
            self.short.add(look)
        if self.converter is not None:
            image, self.inks[look] = self.converter.picture(image)
        if self.shop.files == "pdf":
            self.pages[look] = picture_page(image, self.pack.fit, self.shop)
        elif self.shop.files == "images":
            self.pngs[look] = png_bytes(image, self.shop.dpi)

    def _counts(self) -> Iterator[Diagnostic]:
        shop, set_id = self.shop, self.pack.set_id
        if shop.most is not None and self.pack.cards > shop.most:
            message = (
                f"'{set_id}' has {times(self.pack.cards, 'card')}, {shop.name} takes {shop.most} in one order"
            )
            yield warning("E403", message, None, "order the set in parts, chosen with --only")
        bare = [piece for piece in self.pack.faces if piece.back is None]
        if bare:
            message = (
                f"{times(len(bare), 'piece')} of '{set_id}' without a back; {shop.name} prints both sides"
            )
            yield warning("E404", message, bare[0].span, "give the set a 'back'", piece=bare[0].key)

    def _bleeds(self) -> Iterator[Diagnostic]:
        shop = self.shop
        cut_short = [
            (piece, side) for piece, side, face in self._sides() if self.hashes.of(face) in self.short
        ]
        if cut_short:
            piece, side = cut_short[0]
            more = f" (and of {times(len(cut_short) - 1, 'more face')})" if len(cut_short) > 1 else ""
            message = f"colour of the {side} of '{piece.key}'{more} ends before the bleed of {shop.bleed} that {shop.name} asks for"
            cure = 'let it run further: bleed="true" follows the bleed that is asked for, numbers in a layout do not'
            yield warning("E407", message, piece.span, cure, piece=piece.key)

    def _lightened(self) -> Iterator[Diagnostic]:
        lowered = [ink for ink in self.inks.values() if ink.lowered > _WORTH_A_WARNING]
        if lowered:
            message = (
                f"colours of {times(len(lowered), 'face')} of '{self.pack.set_id}' were made lighter: "
                f"{max(ink.before for ink in lowered):.0f} % ink at the darkest place, {self.shop.name} takes {self.shop.coverage} %"
            )
            yield warning("E406", message, None, "take lighter or greyer colours where the look matters")

    def _pictures(self, order: Sequence[Slot]) -> tuple[dict[str, bytes], list[tuple[str, str]]]:
        """The pictures by name, and for each place the names of its front and its back."""
        backs = {piece.back and self.hashes.of(piece.back) for piece in self.pack.faces}
        files: dict[str, bytes] = {}
        names = []
        for slot in order:
            front, back = f"{slot.stem}-front.png", ""
            files[front] = self.pngs[self.hashes.of(slot.piece.front)]
            if slot.piece.back is not None:
                back = "back.png" if len(backs) == 1 else f"{slot.stem}-back.png"
                files[back] = self.pngs[self.hashes.of(slot.piece.back)]
            names.append((front, back))
        return files, names

    def _pdf(self, order: Sequence[Slot]) -> bytes:
        from PIL.Image import new

        shop, fit = self.shop, self.pack.fit
        size = (fit.product.width_px, fit.product.height_px)
        blank = picture_page(new(shop.colour, size, 0 if shop.colour == "CMYK" else "white"), fit, shop)
        return self.job.write_pdf(
            self._document(order, lambda face: blank if face is None else self.pages[self.hashes.of(face)])
        )

    def _press_pdf(self, order: Sequence[Slot]) -> bytes:
        """The deck as PDF/X-4: its faces in inks, text and drawings as vectors."""
        from pnp.cmyk.converter import InkPictures

        assert self.converter is not None, "shops that take PDF/X-4 want CMYK"
        fonts = self.job.workshop.fonts
        maker = FormMaker(fonts, PressColours(self.converter, InkPictures(self.converter)))
        document = self._document(order, lambda face: face_page(face, self.pack.fit, self.shop))
        return write_pdf(document._replace(date=date_of(self.job.game)), fonts, form_maker=maker)

    def _document(self, order: Sequence[Slot], page: Callable[[AnyFace | None], Page]) -> Document:
        """The pages of the deck in the order of the shop."""
        pages: list[Page] = []
        for slot in order:
            front, back = page(slot.piece.front), page(slot.piece.back)
            pages += ((back, front) if self.shop.order == "back-front" else (front, back)) * slot.copies
        return Document(self.pack.name, self.pack.faces[0].front.language, tuple(pages))


def _order(order: Sequence[Slot], pictures: Sequence[tuple[str, str]] | None) -> list[list[str | int]]:
    head: list[str | int] = ["number", "piece", "name", "copies"]
    rows: list[list[str | int]] = [
        [slot.number, slot.piece.key, slot.piece.label, slot.copies] for slot in order
    ]
    if pictures is None:
        return [head, *rows]
    return [[*head, "front", "back"], *([*row, *names] for row, names in zip(rows, pictures, strict=True))]

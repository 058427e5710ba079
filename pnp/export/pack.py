"""Packs for print-on-demand shops: pictures with their names and order, the report and the archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.cmyk.converter import Coverage
from pnp.diagnostics import times
from pnp.draw import AnyFace, Outline, Page, Picture, PlacedFace
from pnp.export.product_fit import ProductFit, fit_product
from pnp.export.target import Target
from pnp.geometry import IDENTITY, Box, shift, turn
from pnp.impose import PieceFaces
from pnp.pictures import unfiltered_picture
from pnp.units import Length

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Pack:
    """Pieces of one set that are one product.

    Attributes:
        set_id: Of the set.
        name: Of the set.
        fit: The product.
        faces: The pieces in order.
    """

    set_id: str
    name: str
    fit: ProductFit
    faces: tuple[PieceFaces, ...]

    @property
    def cards(self) -> int:
        """All copies."""
        return sum(piece.copies for piece in self.faces)


@dataclass(frozen=True, slots=True)
class UnfitPieces:
    """Pieces that a shop has no product for."""

    set_id: str
    outline: Outline
    faces: tuple[PieceFaces, ...]


def packs(
    set_id: str, name: str, faces: Sequence[PieceFaces], target: Target
) -> Iterator[Pack | UnfitPieces]:
    """The pieces of a set by the product that they are; those that are none by their outline."""
    groups: dict[Outline, list[PieceFaces]] = {}
    for piece in faces:
        groups.setdefault(piece.front.outline, []).append(piece)
    for outline, group in groups.items():
        fit = fit_product(outline, target)
        yield Pack(set_id, name, fit, tuple(group)) if fit else UnfitPieces(set_id, outline, tuple(group))


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of an order.

    Attributes:
        number: From 1.
        piece: What it holds.
        copies: How many of it; 1 where each copy has a place of its own.
        stem: Of the names of its files.
    """

    number: int
    piece: PieceFaces
    copies: int
    stem: str


def slots(pack: Pack, target: Target, stems: Sequence[str]) -> list[Slot]:
    """The places of an order in the order of the deck.

    Args:
        pack: What is ordered.
        target: Says whether each copy has its own place.
        stems: A name for each piece.
    """
    made: list[Slot] = []
    for piece, stem in zip(pack.faces, stems, strict=True):
        for _ in range(piece.copies if target.repeat else 1):
            number = len(made) + 1
            made.append(Slot(number, piece, 1 if target.repeat else piece.copies, f"{number:03}-{stem}"))
    return made


def picture_page(image: Image, fit: ProductFit, target: Target) -> Page:
    """A page of the size of the product with its bleed, the picture all over it, trim and bleed boxes set."""
    width, height = target.canvas(fit.product)
    trim = Box(
        (width - fit.product.width.mm) / 2,
        (height - fit.product.height.mm) / 2,
        fit.product.width.mm,
        fit.product.height.mm,
    )
    whole = Box(0.0, 0.0, width, height)
    picture = Picture(unfiltered_picture(image), 0.0, 0.0, width, height)
    return Page(Length.from_mm(width), Length.from_mm(height), items=(picture,), trim=trim, bleed=whole)


def face_page(face: AnyFace | None, fit: ProductFit, target: Target) -> Page:
    """The same page with the face itself in its middle; an empty one without a face."""
    width, height = target.canvas(fit.product)
    product = (fit.product.width.mm, fit.product.height.mm)
    trim = Box((width - product[0]) / 2, (height - product[1]) / 2, *product)
    placed: tuple[PlacedFace, ...] = ()
    if face is not None:
        middle = shift(-face.width / 2, -face.height / 2)
        turned = turn(90.0) if fit.turned else IDENTITY
        shown = Box(0.0, 0.0, face.width, face.height)
        clip = shown.inset(
            *[
                (side - canvas) / 2
                for side, canvas in (
                    (face.height, fit.canvas_height),
                    (face.width, fit.canvas_width),
                )
                * 2
            ]
        )
        placed = (PlacedFace(face, middle.then(turned).then(shift(width / 2, height / 2)), clip),)
    whole = Box(0.0, 0.0, width, height)
    return Page(Length.from_mm(width), Length.from_mm(height), placed, trim=trim, bleed=whole)


def pack_report(pack: Pack, shop: Target, inks: Mapping[str, Coverage]) -> str:
    """The report that goes into the pack: what was packed by which numbers, and how the shop's cut differs.

    Args:
        pack: The pack.
        shop: Where it goes.
        inks: Of each different face, by its name; empty for shops that take RGB.
    """
    product, outline = pack.fit.product, pack.faces[0].front.outline
    width, height = shop.canvas(product)
    beside, above = (width - product.width.mm) / 2, (height - product.height.mm) / 2
    cut = f"{_change(pack.fit.wider, 'wider', 'narrower')}, {_change(pack.fit.higher, 'higher', 'lower')}"
    lines = [
        f"{pack.name}: {times(pack.cards, 'card')}, {len(pack.faces)} different, for {shop.name}",
        "",
        f"Product   {product.id}, {product.width} × {product.height} ({product.status})",
        f"Pictures  {product.width_px} × {product.height_px} px at {shop.dpi} dpi, {shop.colour}",
        f"Bleed     {beside:.2f} mm beside, {above:.2f} mm above and below; the shop asks for {shop.bleed}",
        f"Pieces    {outline.width:g} × {outline.height:g} mm; the shop cuts them {cut}; nothing is scaled",
        f"Numbers   {shop.source}" + (f", read {shop.date}" if shop.date else ""),
    ]
    if product.status == "unverified":
        lines.append("          Unverified: compare them with the shop's own template before you order.")
    return "\n".join([*lines, *(_inks(shop, inks) if inks else ())]) + "\n"


def _change(by: float, more: str, less: str) -> str:
    return f"{abs(by):.2f} mm {more if by >= 0 else less}"


def _inks(shop: Target, inks: Mapping[str, Coverage]) -> list[str]:
    """The standard that the file conforms to, and the ink of each face."""
    kind = [
        "X-ready: flattened CMYK pictures, no transparency, trim and bleed boxes set. This is not a PDF/X file:",
        "no conformance is claimed and none was tested. Ask the shop, or run its preflight.",
    ]
    if shop.files == "pdf-x4":
        kind = [
            "PDF/X-4 with text and drawings as vectors. The shop's preflight decides whether it conforms."
        ]
    return [
        "",
        *kind,
        "",
        f"Ink in percent of one full ink; the shop takes {shop.coverage or 400}",
        "  most  mean  lowered  face",
        *(f"{ink.most:6.0f}{ink.mean:6.0f}{ink.lowered:8.1%}  {name}" for name, ink in inks.items()),
    ]


_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The earliest time that ZIP can store. A real one would make every pack a different file."""

_COMPRESSED = (".png", ".jpg", ".pdf")
"""Endings of files that are compressed already."""


def zip_file(files: Mapping[str, bytes]) -> bytes:
    """The files as a ZIP archive, sorted by name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(_COMPRESSED) else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, whatever machine this is
            archive.writestr(entry, files[name])
    return buffer.getvalue()

"""Packs for print shops: the product that a piece is, its pictures, the order, the report and the archive."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.cmyk.converter import Coverage
from pnp.diagnostics import times
from pnp.draw import AnyFace, Face, Outline, Page, Picture, PlacedFace
from pnp.draw.face import PlainShape
from pnp.export.target import Product, Target
from pnp.geometry import IDENTITY, Box, shift, turn
from pnp.impose import PieceFaces
from pnp.pictures import unfiltered_picture
from pnp.raster.pixels import Shot
from pnp.units import Length

if TYPE_CHECKING:
    from PIL.Image import Image


TOLERANCE = 1.5
"""Millimetres that a piece may be wider, narrower, higher or lower than a product.

European and American cards of one name differ by less (poker: 63 × 88 mm and 2.5 × 3.5 in), and a border that
is cut by half of this still looks even.
"""


@dataclass(frozen=True, slots=True)
class ProductFit:
    """A product for pieces of one outline.

    Nothing is scaled: the middle of the piece lies in the middle of the canvas, and the bleed is made as wide
    as the canvas asks.

    Attributes:
        product: Which.
        turned: Whether pieces lie on their side in its pictures.
        canvas_width: Of what shows of a face, in millimetres, in the face's own frame.
        canvas_height: Likewise.
        wider: How much wider than the piece the product is cut, in millimetres, in the face's own frame;
            below zero where it is narrower.
        higher: Likewise.
    """

    product: Product
    turned: bool
    canvas_width: float
    canvas_height: float
    wider: float
    higher: float

    def bleed(self, outline: Outline) -> float:
        """The bleed that fills the canvas, in millimetres."""
        return max(self.canvas_width - outline.width, self.canvas_height - outline.height) / 2

    def shot(self, face: Face, scale: float = 1.0) -> Shot:
        """The picture of a face; ``scale`` multiplies its pixels."""
        box = Box(
            (face.width - self.canvas_width) / 2,
            (face.height - self.canvas_height) / 2,
            self.canvas_width,
            self.canvas_height,
        )
        across, down = round(self.product.width_px * scale), round(self.product.height_px * scale)
        return Shot(face, box, *((down, across) if self.turned else (across, down)), turned=self.turned)


def fit_product(outline: Outline, target: Target) -> ProductFit | None:
    """The product that comes nearest to a piece, or None when none is within ``TOLERANCE``."""
    fits = [
        fit
        for product in target.products
        if product.kind == "piece"
        for turned in (False, True)
        if (fit := _fit(outline, target, product, turned))
    ]
    return min(fits, key=lambda fit: max(abs(fit.wider), abs(fit.higher)), default=None)


def _fit(outline: Outline, target: Target, product: Product, turned: bool) -> ProductFit | None:
    width, height = product.width.mm, product.height.mm
    canvas = target.canvas(product)
    shape = product.shape
    if turned:
        width, height, canvas, shape = height, width, canvas[::-1], _TURNED.get(shape, shape)
    wider, higher = width - outline.width, height - outline.height
    if shape != outline.shape or max(abs(wider), abs(higher)) > TOLERANCE:
        return None
    return ProductFit(product, turned, *canvas, wider, higher)


_TURNED: dict[PlainShape, PlainShape] = {"hex-pointy": "hex-flat", "hex-flat": "hex-pointy"}


_RAYS = 96
_INSIDE = 0.5  # mm inside the cut, past the softened edge of what ends there
_WITHIN = 0.3  # mm inside the bleed's end, likewise
_CORNER = 3.5  # mm: corners are cut round, and bleed may follow them
_SHARE = 0.02  # of the rays; a line of a picture that ends at the cut by chance is no fault
_BARE = 252  # all three of red, green and blue at least: paper


def bleed_is_short(image: Image, product: Product, target: Target) -> bool:
    """Whether there is colour at the cut and bare paper where the bleed should be.

    The picture is looked at along rays from its middle.

    Args:
        image: ``RGB``, as the shop gets it.
        product: Its trim lies in the middle of the picture.
        target: Says how wide the bleed is and how many pixels are an inch.
    """
    trim = Outline(product.shape, product.width.mm, product.height.mm)
    width, height = target.canvas(product)
    corner = target.bleed.mm + _CORNER
    per_mm = image.width / width, image.height / height
    short = 0
    for ray in range(_RAYS):
        angle = 2 * math.pi * (ray + 0.5) / _RAYS
        direction = math.cos(angle), math.sin(angle)
        if product.shape == "rectangle" and _near_corner(trim, direction, corner):
            continue
        colours = []
        for grow in (-_INSIDE, target.bleed.mm - _WITHIN):
            away = _reach(trim, grow, direction)
            x, y = ((side / 2 + part * away) for side, part in zip((width, height), direction, strict=True))
            colours.append(_pixel(image, x * per_mm[0], y * per_mm[1]))
        short += min(colours[1]) >= _BARE > min(colours[0])
    return short > _SHARE * _RAYS


def _near_corner(trim: Outline, direction: tuple[float, float], within: float) -> bool:
    away = _reach(trim, 0.0, direction)
    return (
        abs(direction[0]) * away > trim.width / 2 - within
        and abs(direction[1]) * away > trim.height / 2 - within
    )


def _pixel(image: Image, x: float, y: float) -> tuple[int, ...]:
    at = min(max(int(x), 0), image.width - 1), min(max(int(y), 0), image.height - 1)
    colour = image.getpixel(at)
    assert isinstance(colour, tuple), "an RGB picture has three numbers at each place"
    return colour


def _reach(outline: Outline, grow: float, direction: tuple[float, float]) -> float:
    """How far the outline, moved outwards by ``grow``, is from its middle in a direction."""
    half = outline.width / 2 + grow, outline.height / 2 + grow
    if outline.shape == "circle":
        return half[0]
    if outline.shape == "rectangle":
        return min(side / abs(part) for side, part in zip(half, direction, strict=True) if abs(part) > 1e-9)
    # A hexagon is what six lines cut off; the nearest along the ray counts.
    flat = half[0] if outline.shape == "hex-pointy" else half[1]
    first = 0.0 if outline.shape == "hex-pointy" else math.pi / 6
    normals = (
        (math.cos(first + side * math.pi / 3), math.sin(first + side * math.pi / 3)) for side in range(6)
    )
    slopes = (direction[0] * x + direction[1] * y for x, y in normals)
    return min(flat / slope for slope in slopes if slope > 1e-9)


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
    return _page(fit, target)._replace(
        items=(Picture(unfiltered_picture(image), 0.0, 0.0, *target.canvas(fit.product)),)
    )


def face_page(face: AnyFace | None, fit: ProductFit, target: Target) -> Page:
    """The same page with the face itself in its middle; an empty one without a face."""
    page = _page(fit, target)
    if face is None:
        return page
    width, height = target.canvas(fit.product)
    middle = shift(-face.width / 2, -face.height / 2)
    turned = turn(90.0) if fit.turned else IDENTITY
    down, across = (face.height - fit.canvas_height) / 2, (face.width - fit.canvas_width) / 2
    clip = Box(0.0, 0.0, face.width, face.height).inset(down, across, down, across)
    placed = PlacedFace(face, middle.then(turned).then(shift(width / 2, height / 2)), clip)
    return page._replace(placed=(placed,))


def _page(fit: ProductFit, target: Target) -> Page:
    """An empty page of a product."""
    width, height = target.canvas(fit.product)
    across, down = fit.product.width.mm, fit.product.height.mm
    trim = Box((width - across) / 2, (height - down) / 2, across, down)
    whole = Box(0.0, 0.0, width, height)
    return Page(Length.from_mm(width), Length.from_mm(height), trim=trim, bleed=whole)


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

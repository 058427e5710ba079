"""The report that lies in a pack for a shop."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.diagnostics import times
from pnp.export.cmyk import Coverage
from pnp.export.pack import Pack
from pnp.export.target import Target


def pack_report(pack: Pack, shop: Target, inks: Mapping[str, Coverage]) -> str:
    """What was packed by which numbers, and how the shop cuts it otherwise.

    Args:
        pack: What was packed.
        shop: For whom.
        inks: Of each different face by a name for it; empty for shops that take RGB.
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
        f"Numbers   {shop.source}",
    ]
    if product.status == "unverified":
        lines.append("          Unverified: compare them with the shop's own template before you order.")
    return "\n".join([*lines, *(_inks(shop, inks) if inks else ())]) + "\n"


def _change(by: float, more: str, less: str) -> str:
    return f"{abs(by):.2f} mm {more if by >= 0 else less}"


def _inks(shop: Target, inks: Mapping[str, Coverage]) -> list[str]:
    """What the file is and is not, and the ink of each face."""
    return [
        "",
        "X-ready: flattened CMYK pictures, no transparency, trim and bleed boxes set. This is not a PDF/X file:",
        "no conformance is claimed and none was tested. Ask the shop, or run its preflight.",
        "",
        f"Ink in percent of one full ink; the shop takes {shop.coverage or 400}",
        "  most  mean  lowered  face",
        *(f"{ink.most:6.0f}{ink.mean:6.0f}{ink.lowered:8.1%}  {name}" for name, ink in inks.items()),
    ]

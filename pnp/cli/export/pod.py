"""``pnp export pod``: packs for print-on-demand shops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp.cli.export.pod_pack import WrittenPack, folder_names, write_pack
from pnp.cli.export.run import ExportRun, export_options
from pnp.cli.opening import Stop
from pnp.cli.process import Exit
from pnp.cli.terminal import report
from pnp.diagnostics import Diagnostic, did_you_mean, error, times, warning
from pnp.draw import Outline
from pnp.export.target import Target


@click.command(
    name="pod",
    epilog="Examples:  pnp export pod --target TGC    pnp export pod --target DTC --only weapons,spells --zip",
)
@export_options
@click.option(
    "--target",
    metavar="SHOP|FILE",
    required=True,
    help="TGC, MPC, DTC, or a file of your own; see docs/exporting.md.",
)
@click.option("--zip", "zipped", is_flag=True, help="Write one ZIP file instead of a folder.")
@click.option(
    "--icc",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Colour profile for shops that want CMYK. [converted by formula]",
)
def command(target: str, zipped: bool, icc: Path | None, **options: Any) -> int:
    """Write a pack for a print shop: out/GAME/LANGUAGE/SHOP, one folder per deck, an order list and a report.

    Each set is matched with the product of its size. The report names it, and says where the shop's cut
    differs.
    """
    run = ExportRun.begin(**options)
    run.need_pictures()
    shop = _target(run, target)
    profile = icc.read_bytes() if icc is not None else None
    done: list[WrittenPack] = []
    for language in run.languages:
        done += _language(run, language, shop, profile, zipped=zipped)
    cards = sum(pack.cards for pack in done)
    return run.end(
        f"{times(cards, 'card')} in {times(len(done), 'pack')} for {shop.name} in {run.shown_folders(shop.id)}"
    )


def _target(run: ExportRun, text: str) -> Target:
    """The shop that ``--target`` names.

    Raises:
        Stop: Its file cannot be used; it has been reported.
        click.UsageError: Nothing has that name.
    """
    from pnp.export.target import read_target, shipped_targets

    shipped = shipped_targets()
    if text.lower() in shipped:
        found, faults = read_target(text.lower(), shipped[text.lower()], f"{text.lower()}.toml")
    elif text.endswith(".toml"):
        path = Path(text)
        if not path.is_file():
            raise click.UsageError(f"--target: there is no file '{text}'")
        found, faults = read_target(path.stem, path.read_text(encoding="utf-8"), text)
    else:
        cure = did_you_mean(text.upper(), [name.upper() for name in shipped], "shops")
        raise click.UsageError(f"unknown shop '{text}'; {cure}; a file of your own ends in .toml")
    if found is None:
        report(faults, {}, run.form)
        raise Stop(Exit.FAULTS)
    return found


def _language(
    run: ExportRun, language: str, shop: Target, profile: bytes | None, *, zipped: bool
) -> list[WrittenPack]:
    from pnp.export.pack import Pack, packs, zip_file

    composed = run.compose(language, _bleed(run, shop))
    words = composed.edition.words
    matched = [
        pack
        for each in composed.printed
        for pack in packs(each.component_set.id, words(each.component_set.name), each.faces, shop)
    ]
    good = [pack for pack in matched if isinstance(pack, Pack)]
    run.add([_left_out(pack.set_id, pack.outline, shop) for pack in matched if not isinstance(pack, Pack)])
    if not good:
        products = ", ".join(product.id for product in shop.products)
        run.add([error("E402", f"no set is a product of {shop.name}", None, f"it makes: {products}")])
    folder = run.folder(language, shop.id)
    done: list[WrittenPack] = []
    files: dict[str, bytes] = {}
    run.progress.start(f"drawing {language}", sum(len(pack.faces) for pack in good))
    for name, pack in zip(folder_names(good), good, strict=True):
        written = write_pack(run, pack, name, shop, profile)
        run.add(written.diagnostics)
        done.append(written)
        files |= written.files
    if zipped:
        files = {f"{run.game.id}-{language.lower()}-{shop.id}.zip": zip_file(files)}
    run.write({f"{folder}/{name}": data for name, data in files.items()})
    return done


def _bleed(run: ExportRun, shop: Target) -> float:
    """The shop's bleed, or more where a piece is smaller than its product and the picture must be filled."""
    from pnp.export.product_fit import fit_product

    outlines = dict.fromkeys(piece.size.outline for each in run.sets for piece in each.pieces)
    fits = ((fit_product(outline, shop), outline) for outline in outlines)
    return max(shop.bleed.mm, *(fit.bleed(outline) for fit, outline in fits if fit is not None), 0.0)


def _left_out(set_id: str, outline: Outline, shop: Target) -> Diagnostic:
    near = min(
        shop.products,
        key=lambda product: (
            product.shape != outline.shape,
            abs(product.width.mm - outline.width) + abs(product.height.mm - outline.height),
        ),
    )
    size = f"{outline.width:g} × {outline.height:g} mm {outline.shape}"
    message = f"'{set_id}' is left out: {shop.name} makes nothing of {size}"
    cure = f"the nearest is {near.id}, {near.width} × {near.height} {near.shape}"
    return warning("E401", message, None, cure)

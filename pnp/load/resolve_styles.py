"""Styles of a game: each from the one it extends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.load.document import DataFile
from pnp.load.findings import Findings
from pnp.load.limits import MAX_EXTENDS
from pnp.load.shape.game_file import GameFile, StyleShape
from pnp.model import STANDARD_STYLES, Style
from pnp.model.game import FontNeed
from pnp.model.text import BOLD
from pnp.source import Span

_OWN_KEYS = frozenset({"extends", "note"})


def styles(game: GameFile, document: DataFile, findings: Findings) -> dict[str, Style]:
    """All styles by name, the standard ones first. Codes: M122, M123, M124."""
    found = dict(STANDARD_STYLES)
    made: dict[str, Style] = {}
    for name in game.styles:
        found[name] = _style(name, game, document, findings, made, ())
    return found


def fonts(game: GameFile, document: DataFile) -> dict[str, Span]:
    """Where each family that a style names is written first."""
    found: dict[str, Span] = {}
    for name, shape in game.styles.items():
        if "font" in shape.written:
            found.setdefault(str(shape.font), document.place("styles", name, "font"))
    return found


def font_needs(game: GameFile, document: DataFile) -> Iterator[FontNeed]:
    """Each style that asks for bold or slanted letters or for features itself, and where it does."""
    for name, shape in game.styles.items():
        if shape.weight is not None and shape.weight >= BOLD:
            yield FontNeed(name, "bold", document.place("styles", name, "weight"))
        if shape.italic:
            yield FontNeed(name, "italic", document.place("styles", name, "italic"))
        if shape.features:
            yield FontNeed(name, "features", document.place("styles", name, "features"))
        if shape.axes:
            yield FontNeed(name, "axes", document.place("styles", name, "axes"))


def _style(
    name: str,
    game: GameFile,
    document: DataFile,
    findings: Findings,
    made: dict[str, Style],
    above: tuple[str, ...],
) -> Style:
    if name in made:
        return made[name]
    shape = game.styles[name]
    base = STANDARD_STYLES.get(name, Style())
    if shape.extends is not None and shape.extends in game.styles and shape.extends != name:
        if shape.extends in (*above, name) or len(above) >= MAX_EXTENDS:
            row = " → ".join([*above, name, shape.extends])
            span = document.place("styles", name, "extends")
            findings.error(
                "M123", f"styles extend one another without end: {row}", span, "let one of them go"
            )
        else:
            base = _style(shape.extends, game, document, findings, made, (*above, name))
    elif shape.extends is not None and shape.extends in STANDARD_STYLES:
        base = STANDARD_STYLES[shape.extends]
    elif shape.extends is not None:
        known = {*game.styles, *STANDARD_STYLES} - {name}
        cure = did_you_mean(shape.extends, known, "styles")
        findings.error(
            "M122", f"unknown style '{shape.extends}'", document.place("styles", name, "extends"), cure
        )
    made[name] = _changed(base, shape, name, document, findings)
    return made[name]


def _changed(base: Style, shape: StyleShape, name: str, document: DataFile, findings: Findings) -> Style:
    given: dict[str, Any] = {field: getattr(shape, field) for field in sorted(shape.written - _OWN_KEYS)}
    if "size" in given and not given["size"].emu:
        message = f"letters of the size '{given.pop('size')}' cannot be seen"
        findings.error(
            "M104", message, document.place("styles", name, "size"), "write a type size such as 8.5pt"
        )
    style = replace(base, **given)
    if style.min_size is None or style.min_size <= style.size:
        return style
    if "min_size" in given:
        message = f"the least size, {style.min_size.pt:g}pt, is above the size, {style.size.pt:g}pt"
        findings.error(
            "M124", message, document.place("styles", name, "min-size"), "make 'min-size' the smaller one"
        )
    return replace(style, min_size=style.size)

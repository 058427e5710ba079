"""Small games made of values, for composing without files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pnp.colour import Colour
from pnp.draw import Fill, GlyphRun, Group, Item, Picture, Stroke
from pnp.fonts import FontLibrary, shared_fonts
from pnp.icons import IconLibrary
from pnp.layout import ComposeContext, Composed, Composer, SharedAssets, shipped_layouts
from pnp.model import (
    BUILT_IN_FIELDS,
    STANDARD_STYLES,
    ComponentSet,
    Fact,
    FieldDeclaration,
    FileFault,
    Game,
    LayoutSource,
    Piece,
    Size,
    Style,
    Term,
    Text,
    Vocabulary,
)
from pnp.source import Chunk, Origin, Span
from pnp.units import mm, pt

ROOT = Path(__file__).parents[2]
CARD = Size(mm(60), mm(80))
STYLES = {**STANDARD_STYLES, "plain": Style(size=pt(9), min_size=pt(7))}


class Folder:
    """Files of a game by value."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self._files = dict(files or {})

    def read(self, path: str) -> bytes:
        if path not in self._files:
            raise FileFault(f"there is no file '{path}'", "put it there")
        return self._files[path]

    def probe(self, path: str) -> None:
        self.read(path)

    def shown(self, path: str) -> str:
        return path

    def names(self, folder: str, ending: str) -> list[str]:
        return sorted(name for name in self._files if name.startswith(folder) and name.endswith(ending))


@cache
def fonts() -> FontLibrary:
    index = (ROOT / "fonts/index.json").read_text(encoding="utf-8")
    return FontLibrary(shared_fonts(index, lambda name: (ROOT / "fonts" / name).read_bytes()))


@cache
def icons() -> IconLibrary:
    return IconLibrary(lambda: (ROOT / "icons/icons.json").read_text(encoding="utf-8"), {})


def text(source: str, line: int = 1, file: str = "cards/weapons.yaml") -> Text:
    span = Span(file, line, 11, line, 11 + len(source))
    return Text(source, Origin(span, (Chunk(0, line, 11),)), "card.text")


def term(vocabulary: str, name: str, colour: str | None = None, icon: str | None = None, **data: Any) -> Term:
    shade = Colour.parse(colour) if colour else None
    return Term(vocabulary, name, text(name, file="game.yaml"), Span("game.yaml"), shade, icon, data=data)


def game(
    layouts: Mapping[str, str],
    pieces: Sequence[Mapping[str, Any]],
    *,
    declared: Sequence[FieldDeclaration] = (),
    terms: Sequence[Term] = (),
    facts: Mapping[str, Any] | None = None,
    size: Size = CARD,
    kind: Any = "card",
    back: str | None = None,
) -> Game:
    """A game of one set, ``weapons``; each piece is a mapping of fields, its ``id``, ``layout`` and ``back`` among them."""
    declarations = {field.name: field for field in (*BUILT_IN_FIELDS, *declared)}
    made = []
    for number, given in enumerate(pieces, 1):
        fields = {"name": None, "text": None, "art": None, **given}
        own = {name: fields.pop(name, None) for name in ("id", "layout", "back")}
        made.append(
            Piece(
                "weapons",
                own["id"] or f"p{number}",
                kind,
                1,
                fields,
                own["layout"] or "main",
                own["back"] or back,
                "",
                size,
                Span("cards/weapons.yaml", number * 10, 3, number * 10, 6),
                number=number,
            )
        )
    whole = ComponentSet(
        "weapons",
        kind,
        text("Zbraně"),
        declarations,
        tuple(made),
        size,
        Span("cards/weapons.yaml"),
        "cards/weapons.yaml",
    )
    vocabularies: dict[str, Vocabulary] = {}
    for each in terms:
        known = vocabularies.get(each.vocabulary, Vocabulary(each.vocabulary, {}, Span("game.yaml"))).terms
        vocabularies[each.vocabulary] = Vocabulary(
            each.vocabulary, {**known, each.id: each}, Span("game.yaml")
        )
    return Game(
        "demo",
        text("Demo", file="game.yaml"),
        "cs",
        ("cs",),
        (2, 3, 4),
        (whole,),
        Span("game.yaml"),
        "data/demo",
        styles=STYLES,
        vocabularies=vocabularies,
        facts={
            name: Fact(name, value, "r 1", False, Span("game.yaml")) for name, value in (facts or {}).items()
        },
        layouts={name: LayoutSource(name, f"layouts/{name}.xml", body) for name, body in layouts.items()},
    )


def composer(
    of: Game, files: Mapping[str, bytes] | None = None, *, ink: Any = "full", bleed: float = 3.0
) -> Composer:
    ground = ComposeContext(
        game=of,
        language=of.language,
        fonts=fonts(),
        icons=icons(),
        assets=SharedAssets(Folder(files)),
        shipped_layouts=shipped_layouts(),
        bleed=bleed,
        ink=ink,
    )
    return Composer(ground)


def compose(
    body: str,
    fields: Mapping[str, Any] | None = None,
    *,
    files: Mapping[str, bytes] | None = None,
    ink: Any = "full",
    **options: Any,
) -> Composed:
    """One piece drawn by one layout, ``layouts/main.xml``."""
    layouts = {"main": body, **options.pop("layouts", {})}
    of = game(layouts, [fields or {}], **options)
    return composer(of, files, ink=ink).compose(of.sets[0].pieces[0])


def items(body: str, fields: Mapping[str, Any] | None = None, **options: Any) -> list[Item]:
    """The items of a face that must be without a fault; shared groups are opened."""
    composed = compose(body, fields, **options)
    assert composed.diagnostics == ()
    assert composed.face is not None
    return list(opened(composed.face.items))


def opened(found: Sequence[Item]) -> Sequence[Item]:
    """The items with groups that only share, and do nothing else, replaced by what they hold."""
    flat: list[Item] = []
    for item in found:
        if isinstance(item, Group) and (item.shared or "").startswith("layout "):
            flat += item.items
        else:
            flat.append(item)
    return flat


def everything(found: Sequence[Item]) -> list[Fill | Stroke | GlyphRun | Picture]:
    """All items that are no groups, in drawing order."""
    flat: list[Fill | Stroke | GlyphRun | Picture] = []
    for item in found:
        flat += everything(item.items) if isinstance(item, Group) else [item]
    return flat


def words(composed: Composed) -> str:
    """The letters of a face, one run a line."""
    assert composed.face is not None
    runs = [item.text for item in everything(composed.face.items) if isinstance(item, GlyphRun)]
    return "".join(runs)


def codes(composed: Composed) -> list[str]:
    return [finding.code for finding in composed.diagnostics]

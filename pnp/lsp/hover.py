"""Texts under the pointer of an editor: values, words in all languages, pictures, documentation."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from typing import Any

from lsprotocol import types

from pnp.diagnostics import times
from pnp.draw import Face
from pnp.layout.element import ELEMENTS
from pnp.load import json_schema
from pnp.lsp.completion import follow, open_code, yaml_place
from pnp.lsp.document import EditorText
from pnp.lsp.live_game import LiveGame
from pnp.lsp.navigation import name_at
from pnp.model import Fact, Game, Piece, Term
from pnp.names.name import Name
from pnp.preview.pictures import RESOLUTIONS, Drawing, Pictures
from pnp.rules import ExpressionFault, evaluate, game_scope, parse_expression, piece_scope, show
from pnp.translation import Translations

_PICTURE_BYTES = 60_000
"""Bytes of a picture: editors cut long messages."""
_SHOWN_AT = 75
"""Pixels to the inch at most."""


def hover(game: LiveGame, file: str, document: EditorText, place: tuple[int, int]) -> types.Hover | None:
    """Markdown about the name, code or words at a place; None where nothing is known."""
    if game.game is None:
        return None
    parts = [*_of_name(game, file, place), *_of_code(game, file, document, place)]
    if not parts:
        parts = [*_of_words(game, file, document, place)]
    if not parts:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(parts)))


def _of_name(game: LiveGame, file: str, place: tuple[int, int]) -> Iterator[str]:
    mention = name_at(game, file, place)
    known = game.game
    if mention is None or known is None:
        return
    name = mention.name
    if name.kind == "fact" and (fact := known.facts.get(name.id)) is not None:
        yield _fact(fact)
    elif name.kind == "term" and (term := _term(known, name)) is not None:
        yield _in_all_languages(known, term)
    elif name.kind == "piece":
        yield from _piece(game, name.id)
    elif name.kind == "field":
        yield from _field(known, name.id)
    elif name.kind == "style" and (style := known.styles.get(name.id)) is not None:
        size = f"{style.size.pt:g}pt"
        yield f"style **{name.id}**: {style.font} {style.weight}, {size}, {style.align}, {style.valign}"
    elif name.kind == "layout":
        used = [each.id for each in known.sets if any(name.id in (p.layout, p.back) for p in each.pieces)]
        yield f"layout **{name.id}** of {', '.join(used) or 'no set'}"
    elif name.kind == "set":
        found = next((each for each in known.sets if each.id == name.id), None)
        if found is not None:
            yield f"set **{found.id}**: {found.name.source}, {times(len(found.pieces), 'piece')}, {times(found.copies, 'copy', 'copies')}"
    elif name.kind == "vocabulary" and name.id in known.vocabularies:
        yield f"vocabulary **{name.id}**: {', '.join(known.vocabularies[name.id].terms)}"


def _term(game: Game, name: Name) -> Term | None:
    vocabulary, _, id_ = name.id.partition(".")
    return game.vocabularies[vocabulary].terms.get(id_) if vocabulary in game.vocabularies else None


def _fact(fact: Fact) -> str:
    lines = [f"fact **{fact.id}** = `{show(fact.value, 200)}`"]
    lines.append("assumed" if fact.assumed else f"source: {fact.source}")
    if fact.stated is not None and fact.stated != fact.value:
        lines.append(f"the source states `{show(fact.stated, 200)}`")
    lines += [each for each in (fact.ruling, fact.note) if each]
    return "\n\n".join(lines)


def _in_all_languages(game: Game, term: Term) -> str:
    rows = [f"term **{term.vocabulary}.{term.id}**", "| language | name | forms |\n|---|---|---|"]
    translations = Translations(game)
    for language in game.languages:
        translated = translations.translator(language).game()
        found = translated.vocabularies[term.vocabulary].terms[term.id]
        forms = ", ".join(f"{label}: {form.source}" for label, form in found.forms.items())
        rows[-1] += f"\n| {language} | {found.name.source} | {forms} |"
    return "\n\n".join(rows)


def _field(game: Game, name: str) -> Iterator[str]:
    for each in game.sets:
        field = each.fields.get(name)
        if field is not None and field.span is not None:
            of = f" {field.vocabulary}" if field.vocabulary else ""
            optional = ", may be left out" if field.optional else ""
            yield f"field **{name}** of {each.id}: {field.kind}{of}{optional}"


def _piece(game: LiveGame, key: str) -> Iterator[str]:
    known = game.game
    pieces = (
        []
        if known is None
        else [
            piece
            for piece in known.pieces()
            if piece.key == key or (piece.set_id == key.partition("/")[0] and _entry(piece) == key)
        ]
    )
    if not pieces:
        return
    first = pieces[0]
    several = f" and {len(pieces) - 1} more" if len(pieces) > 1 else ""
    yield f"piece **{first.key}**{several}: {times(first.copies, 'copy', 'copies')}, layout {first.layout}"
    picture = _picture(game, first)
    if picture:
        yield picture


def _entry(piece: Piece) -> str:
    """The key of the entry that a repeated piece is made from."""
    tail = "".join(f"-{term.id}" for term in piece.binds.values())
    return piece.key.removesuffix(tail)


def _picture(game: LiveGame, piece: Piece) -> str:
    """The front of a piece as an image in Markdown; empty without one that is small enough."""
    live = game.live
    shown = None if live is None else live.pieces.get(piece.key)
    if (
        game.readable is None
        or shown is None
        or shown.faces is None
        or not isinstance(shown.faces.front, Face)
    ):
        return ""
    pictures = Pictures()
    pictures.offer("hover", {"front": Drawing(shown.faces.front, game.readable.workshop.fonts)})
    for dpi in sorted((each for each in RESOLUTIONS if each <= _SHOWN_AT), reverse=True):
        data = pictures.draw("front", dpi)
        if data is not None and len(data) <= _PICTURE_BYTES:
            return f"![{piece.key}](data:image/png;base64,{base64.b64encode(data).decode()})"
    return ""


def _of_code(game: LiveGame, file: str, document: EditorText, place: tuple[int, int]) -> Iterator[str]:
    """The value of the expression in braces around a place."""
    lines, known = document.read_lines, game.game
    line, column = place
    text = lines[line - 1] if line <= len(lines) else ""
    before = open_code(text[: column - 1])
    end = text.find("}}", column - 1)
    if known is None or before is None or end < 0 or file.startswith("layouts/"):
        return
    code = before + text[column - 1 : end]
    scope: Mapping[str, Any] = game_scope(known)
    around = [piece for piece in known.pieces() if piece.span.file == file and piece.span.line <= line]
    if around and file.endswith((".yaml", ".yml")):
        last = max(piece.span.line for piece in around)
        scope = piece_scope(next(piece for piece in around if piece.span.line == last), scope)
    try:
        value = evaluate(parse_expression(code.strip()), scope, language=known.language)
    except ExpressionFault:
        return
    yield f"`{code.strip()}` = `{show(value, 200)}`"


def _of_words(game: LiveGame, file: str, document: EditorText, place: tuple[int, int]) -> Iterator[str]:
    """The documentation of a key, an element or an attribute."""
    lines = document.read_lines
    line, column = place
    text = lines[line - 1] if line <= len(lines) else ""
    word = next((m for m in re.finditer(r"[\w-]+", text) if m.start() < column <= m.end() + 1), None)
    if word is None:
        return
    if file.endswith((".yaml", ".yml")):
        around = yaml_place(lines, line, word.start() + 1)
        if not around.value and text[word.end() : word.end() + 1] == ":":
            kind = "game" if file == "game.yaml" else "profile" if file.startswith("profiles/") else "set"
            schema = json_schema(game.game, kind)
            for node in follow(schema, schema, around.path):
                about = node.get("properties", {}).get(word[0], {}).get("description")
                if about:
                    yield f"**{word[0]}**: {about}"
    elif file.startswith("layouts/"):
        yield from _of_markup(text, word)


def _of_markup(text: str, word: re.Match[str]) -> Iterator[str]:
    for element in ELEMENTS:
        if text[word.start() - 1 : word.start()] == "<" and element.tag == word[0]:
            yield f"**<{element.tag}>** {' '.join((element.__doc__ or '').split())}"
    tags = re.findall(r"<([\w.-]+)", text[: word.start()])
    if text[word.end() : word.end() + 1] == "=" and tags:
        for element in ELEMENTS:
            attribute = element.attributes.get(word[0]) if element.tag == tags[-1] else None
            if attribute is not None:
                yield f"**{attribute.name}**: {attribute.kind.name}. {attribute.doc}"

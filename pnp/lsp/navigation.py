"""Where names are given and used, other names for them, cures, and the outline of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from pnp.diagnostics.printer import SourceLines
from pnp.edit.cure import cure_of
from pnp.icons.icon import PICTURE_ENDINGS
from pnp.lsp.document import EditorText
from pnp.lsp.live_game import LiveGame
from pnp.names.index import outline_of_layout, outline_of_sheet, outline_of_translation
from pnp.names.name import Name, NameMention
from pnp.names.rename import RENAMED, RenameFault, renaming
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.lsp.server import Server

_REQUEST_FAILED = int(types.LSPErrorCodes.RequestFailed.value)
_SHOWN = {
    "term": types.SymbolKind.EnumMember,
    "vocabulary": types.SymbolKind.Enum,
    "fact": types.SymbolKind.Constant,
    "field": types.SymbolKind.Field,
    "piece": types.SymbolKind.Object,
    "style": types.SymbolKind.Class,
    "layout": types.SymbolKind.File,
    "set": types.SymbolKind.Array,
    "claim": types.SymbolKind.Boolean,
    "size": types.SymbolKind.Struct,
}
"""Kinds of names that are in the outline, and how editors show them."""


def name_at(game: LiveGame, file: str, place: tuple[int, int]) -> NameMention | None:
    """The name at a place; None without one."""
    names = game.names
    found = None if names is None else names.at(file, *place)
    return None if found is None or found.name.kind == "text" else found


def definition(server: Server, game: LiveGame, file: str, place: tuple[int, int]) -> list[types.Location]:
    """Where the name at a place is given; an icon of the game in its file."""
    mention = name_at(game, file, place)
    if mention is None or game.names is None:
        return []
    spans = game.names.defining(mention.name)
    if mention.name.kind == "icon" and game.reading is not None:
        paths = (f"icons/{mention.name.id}{ending}" for ending in (".svg", *PICTURE_ENDINGS))
        spans = next(([Span(path)] for path in paths if (game.folder / path).is_file()), spans)
    return [server.location(game, span) for span in spans]


def references(
    server: Server, game: LiveGame, file: str, place: tuple[int, int], *, declared: bool
) -> list[types.Location]:
    """Everywhere the name at a place is mentioned.

    Args:
        server: For places in the editor's terms.
        game: Of the file.
        file: Of the place.
        place: Line and column as spans count them.
        declared: Whether the places that define it are among them.
    """
    mention = name_at(game, file, place)
    if mention is None or game.names is None:
        return []
    found = [each for each in game.names.of(mention.name) if declared or not each.defines]
    return [server.location(game, each.span) for each in found]


def rename_range(
    server: Server, game: LiveGame, file: str, place: tuple[int, int]
) -> types.PrepareRenamePlaceholder | None:
    """The word that would be renamed; None where nothing can be."""
    mention = name_at(game, file, place)
    if mention is None or mention.name.kind not in RENAMED:
        return None
    return types.PrepareRenamePlaceholder(server.range(game, mention.span), mention.name.word)


def renamed(
    server: Server, game: LiveGame, file: str, place: tuple[int, int], new: str
) -> types.WorkspaceEdit | None:
    """The edits of all files that another name needs.

    Raises:
        JsonRpcException: It cannot be called so.
    """
    mention = name_at(game, file, place)
    if mention is None or game.names is None or game.readable is None:
        return None
    try:
        made = renaming(game.readable.workshop, game.names, mention.name, new, game.unsaved)
    except RenameFault as fault:
        words = f"{fault}; {fault.cure}" if fault.cure else str(fault)
        raise JsonRpcException(words, code=_REQUEST_FAILED) from None
    changes: list[types.TextDocumentEdit | types.RenameFile] = []
    places: dict[str, list[tuple[Span, str]]] = {}
    for span, text in made.places:
        places.setdefault(span.file, []).append((span, text))
    for each, listed in places.items():
        edits = [types.TextEdit(server.range(game, span), text) for span, text in listed]
        changes.append(types.TextDocumentEdit(server.versioned(game, each), edits))
    for old, now in made.moved:
        changes.append(types.RenameFile(server.uri(game.folder / old), server.uri(game.folder / now)))
    return types.WorkspaceEdit(document_changes=changes)


def quick_fixes(server: Server, game: LiveGame, file: str, wanted: types.Range) -> list[types.CodeAction]:
    """The cures of the findings in a stretch of a file that pnp can carry out."""
    if game.reading is None:
        return []
    found = []
    lines = SourceLines(game.reading.workshop.sources)
    for item in game.findings:
        if item.span is None or item.span.file != file:
            continue
        place = server.range(game, item.span)
        if place.end.line < wanted.start.line or wanted.end.line < place.start.line:
            continue
        cure = cure_of(item, lines)
        if cure is not None:
            edit = types.TextEdit(server.range(game, cure.span), cure.text)
            change = types.TextDocumentEdit(server.versioned(game, cure.span.file), [edit])
            found.append(
                types.CodeAction(
                    cure.title,
                    types.CodeActionKind.QuickFix,
                    [server.diagnostic(game, item)],
                    is_preferred=not cure.choice,
                    edit=types.WorkspaceEdit(document_changes=[change]),
                )
            )
    return list({action.title: action for action in found}.values())


def outline(server: Server, game: LiveGame, file: str, document: EditorText) -> list[types.DocumentSymbol]:
    """The names that a file defines, nested by their lines."""
    names, known = game.names, game.game
    if names is None or known is None:
        return []
    lines = document.text.count("\n") + 1
    found = [
        _symbol(server, game, mention, lines)
        for mention in names.in_file(file)
        if mention.defines and mention.name.kind in _SHOWN
    ]
    layout = next((each for each in known.layouts.values() if each.file == file), None)
    sheet = next((each for each in known.rulebooks if each.file == file), None)
    translation = next((each for each in known.translations if each.file == file), None)
    if layout is not None:
        found += _words(server, game, outline_of_layout(layout), types.SymbolKind.Function)
    elif sheet is not None:
        found += _words(server, game, outline_of_sheet(sheet), types.SymbolKind.String)
    elif translation is not None:
        found += _words(server, game, outline_of_translation(translation), types.SymbolKind.String)
    return _nested(found)


def _symbol(server: Server, game: LiveGame, mention: NameMention, lines: int) -> types.DocumentSymbol:
    name: Name = mention.name
    place = server.range(game, mention.span)
    last = min(max(mention.end, mention.span.line), lines)
    whole = types.Range(place.start, types.Position(last, 0) if last > place.end.line else place.end)
    return types.DocumentSymbol(name.word, _SHOWN[name.kind], whole, place, detail=name.kind)


def _words(
    server: Server, game: LiveGame, listed: Sequence[tuple[str, Span, int]], kind: types.SymbolKind
) -> Iterator[types.DocumentSymbol]:
    for word, span, _ in listed:
        place = server.range(game, span)
        yield types.DocumentSymbol(word or "–", kind, place, place)


def _nested(found: list[types.DocumentSymbol]) -> list[types.DocumentSymbol]:
    """The symbols, each below the one around it."""
    top: list[types.DocumentSymbol] = []
    around: list[types.DocumentSymbol] = []
    for symbol in sorted(found, key=lambda each: (_start(each.range), -each.range.end.line)):
        while around and _end(around[-1].range) < _end(symbol.range):
            around.pop()
        if around:
            around[-1].children = [*(around[-1].children or ()), symbol]
        else:
            top.append(symbol)
        around.append(symbol)
    return top


def _start(place: types.Range) -> tuple[int, int]:
    return place.start.line, place.start.character


def _end(place: types.Range) -> tuple[int, int]:
    return place.end.line, place.end.character

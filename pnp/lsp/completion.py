"""Where in a file somebody types, and what can be written there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from lsprotocol import types

from pnp.layout.element import ELEMENTS
from pnp.layout.filters import filter_names
from pnp.load import json_schema
from pnp.lsp.document import EditorText
from pnp.lsp.live_game import LiveGame
from pnp.names.name import PARTS, KnownNames
from pnp.rulebook.parse import DIRECTIVES
from pnp.rules.helper import FILTERS, HELPERS
from pnp.rules.scope import GROUPS
from pnp.rules.value import show

_KEY = re.compile(r"\s*(?:- )*\s*(?P<key>\"[^\"]*\"|'[^']*'|[\w.-]+)\s*:(?:\s|\Z)")
_FLOW_KEY = re.compile(r"(?:^|[{,]\s*)(?P<key>[\w.-]+)\s*:\s*(?P<value>[^,{}\[\]]*)\Z")
_CODE_KEYS = frozenset({"data", "rulebook", "pieces", "copies", "where", "total"})


class YamlPlace(NamedTuple):
    """A place in a data file.

    Attributes:
        path: Keys that lead to it, the outermost first.
        value: Whether it is a value of the last key; else a key is typed there.
        typed: Of the word so far.
    """

    path: tuple[str, ...]
    value: bool
    typed: str


def yaml_place(lines: list[str], line: int, column: int) -> YamlPlace:
    """The keys around a place, by the indentation of the lines above and the braces in its own.

    Args:
        lines: Of the file; it may be in any state.
        line: From 1.
        column: From 1.
    """
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    path = _above(lines, line, _indent(before))
    own = _KEY.match(before)
    inner = before[own.end() - 1 :] if own else before
    if own:
        path.append(own["key"].strip("\"'"))
    flow, rest, opened = _flow(inner)
    path += flow
    if own or opened:
        match = _FLOW_KEY.search(rest) if opened else None
        if opened and match is None:
            return YamlPlace(tuple(path), False, rest.rpartition(",")[2].strip(" {"))
        if match is not None:
            return YamlPlace((*path, match["key"]), True, match["value"].strip(" \"'"))
        return YamlPlace(tuple(path), True, rest.rpartition("[")[2].rpartition(",")[2].strip(" \"'"))
    return YamlPlace(tuple(path), before.lstrip().startswith("- "), before.strip(" -\"'"))


def _above(lines: list[str], line: int, indent: int) -> list[str]:
    """The keys of lines above that are indented less, the outermost first."""
    found: list[str] = []
    for text in reversed(lines[: line - 1]):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        match = _KEY.match(text)
        if match and _indent(text) < indent:
            found.insert(0, match["key"].strip("\"'"))
            indent = _indent(text)
        if indent == 0:
            break
    return found


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _flow(text: str) -> tuple[list[str], str, bool]:
    """The keys of braces open at the end of a text, the text after the last one, and whether one is open."""
    keys: list[str] = []
    starts: list[int] = []
    for at, character in enumerate(text):
        if character == "{" and not text.startswith("{{", max(at - 1, 0)) and not text.startswith("{{", at):
            key = _FLOW_KEY.search(text[starts[-1] if starts else 0 : at])
            if starts:
                keys.append(key["key"] if key else "")
            starts.append(at + 1)
        elif character == "}" and starts and not text.startswith("}}", max(at - 1, 0)):
            starts.pop()
            del keys[len(starts) - 1 if starts else 0 :]
    return [key for key in keys if key], text[starts[-1] :] if starts else text, bool(starts)


class CodePlace(NamedTuple):
    """A place in an expression.

    Attributes:
        owner: Owner of the typed member, such as ``facts`` or ``terms.weapon``; empty for a first word.
        typed: The word so far.
        filtered: Whether a filter is typed.
        compared: The name that a text in quotes is compared with; empty elsewhere.
    """

    owner: str
    typed: str
    filtered: bool = False
    compared: str = ""


_OWNER = re.compile(r"([^\W\d]\w*(?:\[[^\[\]]*\]|\.\w+)*)\.(\w*)\Z")
_WORD = re.compile(r"(\w*)\Z")
_COMPARED = re.compile(r"([\w.]+)\s*(?:==|!=|in|=)\s*[\[({]?(?:\s*['\"][\w-]*['\"]\s*,)*\s*['\"]([\w-]*)\Z")


def code_place(code: str) -> CodePlace:
    """The place at the end of an unfinished expression."""
    if compared := _COMPARED.search(code):
        return CodePlace("", compared[2], compared=compared[1])
    if owner := _OWNER.search(code):
        return CodePlace(owner[1], owner[2])
    word = _WORD.search(code)
    typed = word[1] if word else ""
    before = code[: len(code) - len(typed)].rstrip()
    return CodePlace("", typed, before.endswith("|") and not before.endswith("||"))


def open_code(before: str) -> str | None:
    """The code of the braces that are open at the end of a text; None when none are."""
    start = max(before.rfind("{{"), before.rfind("{%"))
    if start < 0 or before.find("}}", start) >= 0 or before.find("%}", start) >= 0:
        return None
    return before[start + 2 :]


def is_code_key(place: YamlPlace) -> bool:
    """Whether a value of YAML is an expression without braces."""
    if not place.value or not place.path or place.path[-1] not in _CODE_KEYS:
        return False
    return place.path[0] == "claims" or place.path[-1] in ("copies", "where", "total")


TypedMark = Literal["term", "icon", "directive", ""]


def open_mark(before: str) -> tuple[TypedMark, str]:
    """The mark of a text that is typed at the end of a line, and its word so far."""
    if match := re.search(r"\]\(([\w.-]*)\Z", before):
        return "term", match[1]
    if match := re.match(r" {0,3}:::+[ \t]*(\w*)\Z", before):
        return "directive", match[1]
    if match := re.search(r"(?<![\w:]):([a-z0-9][a-z0-9-]*)?\Z", before):
        return "icon", match[1] or ""
    return "", ""


_Item = types.CompletionItem
_Kind = types.CompletionItemKind
_ITEMS_AT_ONCE = 400
"""Items of one answer; the editor asks again as the word grows."""
_SCOPE = ("facts", "terms", "players", "sets", "game", "lang", "pieces", *GROUPS)
_OF_GAME = ("id", "name", "version", "language", "players")
_OF_SET = ("id", "kind", "labels", "name", "pieces", "total")
_OF_PIECE = (
    "id", "kind", "copies", "layout", "back", "style", "number", "key", "set", "size", "name", "text", "art",
)  # fmt: skip
_TAG = re.compile(r"<([A-Za-z_][\w.-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)\Z")
_OPEN_TAG = re.compile(r"<([\w.-]*)\Z")
_OPEN_VALUE = re.compile(r"([\w-]+)=[\"']([^\"']*)\Z")


def complete(game: LiveGame, file: str, document: EditorText, place: tuple[int, int]) -> types.CompletionList:
    """Suggestions for a place of a file."""
    line, column = place
    lines = document.read_lines
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    known = None if game.game is None else KnownNames(game.game)
    items = list(_items(game, known, file, lines, line, before))
    typed = re.search(r"[\w-]*\Z", before)
    word = typed[0].lower() if typed else ""
    items.sort(key=lambda item: (not item.label.lower().startswith(word), item.sort_text or item.label))
    near = [item for item in items if word in item.label.lower()] if len(items) > _ITEMS_AT_ONCE else items
    return types.CompletionList(
        len(near) > _ITEMS_AT_ONCE or len(items) > _ITEMS_AT_ONCE, near[:_ITEMS_AT_ONCE]
    )


def _items(
    game: LiveGame, known: KnownNames | None, file: str, lines: list[str], line: int, before: str
) -> Iterator[_Item]:
    layout = file.startswith("layouts/")
    code = open_code("\n".join([*lines[max(0, line - 40) : line - 1], before]) if layout else before)
    if code is not None:
        yield from _in_code(known, file, code_place(code), layout=layout)
        return
    if layout:
        yield from _in_layout(game, "\n".join([*lines[max(0, line - 20) : line - 1], before]))
        return
    mark, _ = open_mark(before)
    if mark == "term" and known is not None:
        yield from _terms(known)
    elif mark == "directive" and file.endswith(".md"):
        for name, grammar in DIRECTIVES.items():
            yield _Item(name, kind=_Kind.Keyword, detail=f"takes {grammar.words}")
    elif mark == "icon" and (not file.endswith((".yaml", ".yml")) or " " in before.strip()):
        yield from _icons(game)
    elif file.endswith((".yaml", ".yml")):
        yield from _in_yaml(game, known, file, lines, line, before)


def _in_yaml(
    game: LiveGame, known: KnownNames | None, file: str, lines: list[str], line: int, before: str
) -> Iterator[_Item]:
    place = yaml_place(lines, line, len(before) + 1)
    if is_code_key(place):
        yield from _in_code(known, file, code_place(before.partition(":")[2]), layout=False)
        return
    kind = "game" if file == "game.yaml" else "profile" if file.startswith("profiles/") else "set"
    icons = _icon_names(game) if "icon" in place.path[-1:] or place.value else ()
    schema = json_schema(game.game, kind, icons)
    found = follow(schema, schema, place.path)
    if place.value:
        if place.path[-1:] == ("font",) and game.reading is not None:
            yield from _plain(game.reading.workshop.fonts.families(), _Kind.Value, "font")
        for node in found:
            yield from _values(node)
        return
    for node in found:
        for name, inner in node.get("properties", {}).items():
            yield _Item(
                name, kind=_Kind.Property, documentation=inner.get("description"), insert_text=f"{name}: "
            )


def follow(
    schema: Mapping[str, Any], root: Mapping[str, Any], path: Iterable[str]
) -> list[Mapping[str, Any]]:
    """The schemas of the value at a path of keys."""
    found = _open(schema, root)
    for key in path:
        inner: list[Mapping[str, Any]] = []
        for node in found:
            below = node.get("properties", {}).get(key, node.get("additionalProperties"))
            if isinstance(below, Mapping):
                inner += _open(below, root)
        found = inner
    return found


def _open(schema: Mapping[str, Any], root: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A schema with those that it refers to and chooses from, and what its lists hold."""
    if "$ref" in schema:
        return _open(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    found = [schema]
    for choice in schema.get("anyOf", ()):
        found += _open(choice, root)
    if isinstance(schema.get("items"), Mapping):
        found += _open(schema["items"], root)
    return found


def _values(schema: Mapping[str, Any]) -> Iterator[_Item]:
    yield from _plain([str(each) for each in schema.get("enum", ()) if each is not None], _Kind.Value, "")
    if schema.get("type") == "boolean":
        yield from _plain(("true", "false"), _Kind.Value, "")


def _in_code(known: KnownNames | None, file: str, place: CodePlace, *, layout: bool) -> Iterator[_Item]:
    if known is None:
        return
    if place.compared:
        field = place.compared.removesuffix(".id").rpartition(".")[2]
        for vocabulary in known.fields.get(field, ()):
            yield from _plain(known.terms.get(vocabulary, ()), _Kind.EnumMember, vocabulary)
    elif place.filtered:
        if layout:
            yield from _plain(filter_names(), _Kind.Function, "filter")
        for name, filter_ in FILTERS.items():
            yield _Item(name, kind=_Kind.Function, detail=filter_.usage, documentation=filter_.gives)
    elif place.owner:
        yield from _members(known, place.owner)
    else:
        yield from _plain(_SCOPE, _Kind.Module, "")
        if layout:
            yield from _plain(("piece", "set", "ink", "loop"), _Kind.Variable, "")
        for name, helper in () if layout else HELPERS.items():
            yield _Item(name, kind=_Kind.Function, detail=helper.usage, documentation=helper.gives)
        for each in known.game.sets:
            if each.file == file:
                yield from _plain(each.fields, _Kind.Field, "field")


def _members(known: KnownNames, owner: str) -> Iterator[_Item]:
    """The members of ``owner``."""
    path = owner.split(".")
    if path == ["facts"]:
        for name, fact in known.game.facts.items():
            yield _Item(name, kind=_Kind.Constant, detail=show(fact.value), documentation=fact.source or None)
    elif path == ["terms"]:
        yield from _plain(known.terms, _Kind.Enum, "vocabulary")
        yield from _plain(known.lone, _Kind.EnumMember, "term")
    elif path[0] == "terms" and len(path) == 2 and path[1] in known.terms:
        yield from _plain(known.terms[path[1]], _Kind.EnumMember, path[1])
    elif path[0] == "terms" or known.fields.get(path[-1]):
        yield from _plain(sorted(known.parts | set(PARTS)), _Kind.Property, "of terms")
    elif path == ["sets"]:
        yield from _plain([each.id for each in known.game.sets], _Kind.Module, "set")
    elif path == ["game"]:
        yield from _plain(_OF_GAME, _Kind.Property, "of the game")
    elif path == ["players"]:
        yield from _plain(("min", "max"), _Kind.Property, "")
    elif path == ["set"] or (path[0] == "sets" and len(path) == 2):
        yield from _plain(_OF_SET, _Kind.Property, "of sets")
    elif path == ["loop"]:
        yield from _plain(("index", "index0", "first", "last", "length"), _Kind.Property, "")
    else:
        yield from _plain(known.fields, _Kind.Field, "field")
        yield from _plain(_OF_PIECE, _Kind.Property, "of pieces")


def _in_layout(game: LiveGame, before: str) -> Iterator[_Item]:
    if _OPEN_TAG.search(before):
        for element in ELEMENTS:
            about = " ".join((element.__doc__ or "").split())
            yield _Item(element.tag, kind=_Kind.Class, documentation=about)
        return
    tag = _TAG.search(before)
    value = _OPEN_VALUE.search(before)
    if value is not None:
        yield from _attribute_values(game, value[1])
    elif tag is not None:
        named = [each.attributes for each in ELEMENTS if each.tag == tag[1]]
        for attribute in named[0].values() if named else ():
            detail = attribute.kind.name + (", needed" if attribute.required else "")
            insert = f'{attribute.name}="$1"'
            yield _Item(
                attribute.name,
                kind=_Kind.Property,
                detail=detail,
                documentation=attribute.doc,
                insert_text=insert,
                insert_text_format=types.InsertTextFormat.Snippet,
            )


def _attribute_values(game: LiveGame, attribute: str) -> Iterator[_Item]:
    if game.reading is None or game.game is None:
        return
    if attribute == "style":
        yield from _plain(KnownNames(game.game).styles, _Kind.Class, "style")
    elif attribute == "name":
        yield from _icons(game)
    elif attribute == "font":
        yield from _plain(game.reading.workshop.fonts.families(), _Kind.Value, "font")
    elif attribute == "piece":
        yield from _plain([piece.key for piece in game.game.pieces()], _Kind.Reference, "piece")


def _terms(known: KnownNames) -> Iterator[_Item]:
    for vocabulary in known.game.vocabularies.values():
        for term in vocabulary.terms.values():
            written = term.id if term.id in known.lone else f"{vocabulary.id}.{term.id}"
            yield _Item(written, kind=_Kind.EnumMember, detail=f"{vocabulary.id}: {term.name.source}")


def _icon_names(game: LiveGame) -> list[str]:
    return [] if game.reading is None else game.reading.workshop.icons.names()


def _icons(game: LiveGame) -> Iterator[_Item]:
    return _plain(_icon_names(game), _Kind.Color, "icon")


def _plain(names: Iterable[str], kind: types.CompletionItemKind, detail: str) -> Iterator[_Item]:
    return (_Item(name, kind=kind, detail=detail or None) for name in names)

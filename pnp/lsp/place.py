"""Where in a file somebody types: in code, in a mark of a text, or at a key or value of YAML."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

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
    """The keys of braces that are open at the end of a text, what follows the last one, and whether one is."""
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
        owner: What has the member that is typed, such as ``facts`` or ``terms.weapon``; empty for a first word.
        typed: Of the word so far.
        filtered: Whether a filter is typed.
        compared: What a text in quotes that is typed is compared with; empty elsewhere.
    """

    owner: str
    typed: str
    filtered: bool = False
    compared: str = ""


_OWNER = re.compile(r"([^\W\d]\w*(?:\[[^\[\]]*\]|\.\w+)*)\.(\w*)\Z")
_WORD = re.compile(r"(\w*)\Z")
_COMPARED = re.compile(r"([\w.]+)\s*(?:==|!=|in|=)\s*[\[({]?(?:\s*['\"][\w-]*['\"]\s*,)*\s*['\"]([\w-]*)\Z")


def code_place(code: str) -> CodePlace:
    """What is typed at the end of an unfinished expression."""
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


Mark = Literal["term", "icon", "directive", ""]


def open_mark(before: str) -> tuple[Mark, str]:
    """The mark of a text that is typed at the end of a line, and its word so far."""
    if match := re.search(r"\]\(([\w.-]*)\Z", before):
        return "term", match[1]
    if match := re.match(r" {0,3}:::+[ \t]*(\w*)\Z", before):
        return "directive", match[1]
    if match := re.search(r"(?<![\w:]):([a-z0-9][a-z0-9-]*)?\Z", before):
        return "icon", match[1] or ""
    return "", ""

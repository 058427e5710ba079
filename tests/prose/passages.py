"""The texts of this repository that a person reads, cut into passages: pages, docstrings, comments, messages, help."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import click

from pnp.cli.main import pnp


@lru_cache(maxsize=1)
def nodes(source: str) -> tuple[ast.AST, ...]:
    """All nodes of the tree of a Python file."""
    return tuple(ast.walk(ast.parse(source)))


class Passage(NamedTuple):
    """Running text.

    Attributes:
        file: The path, or the command line whose help it is.
        line: The number of its first line.
        text: Without code and addresses; line ends are those of the file.
    """

    file: str
    line: int
    text: str


_CODE = re.compile(r"(`+).+?\1", re.DOTALL)
_ADDRESS = re.compile(r"\]\([^)]*\)|<!--.*?-->|https?://\S+", re.DOTALL)
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|„[^“”]*[“”]|“[^”]*”|‹[^›]*›|«[^»]*»")
_MARK = re.compile(r"^\s*(?:[-*>|]|\d+\.|#+)\s*")
_WORDS = re.compile(r"[A-Za-z]+(?:[ ,]+[A-Za-z]+){2}")


def plain(text: str) -> str:
    """The text with code, addresses and quotations blanked; every line keeps its number."""
    for pattern in (_CODE, _ADDRESS, _QUOTED):
        text = pattern.sub(lambda found: "‹›" + "\n" * found.group().count("\n"), text)
    return text


def of_page(path: Path, name: str) -> Iterator[Passage]:
    """Paragraphs, items and rows of a Markdown page; headings, fenced and indented code are left out."""
    lines: list[str] = []
    start, fenced = 1, False

    def passage() -> Iterator[Passage]:
        if lines:
            yield Passage(name, start, plain("\n".join(lines)))
            lines.clear()

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        code = fence or fenced or (line.startswith("    ") and not lines)
        heading = line.startswith("#")
        if code or not line.strip() or _MARK.match(line):
            yield from passage()
            start = number
        if not code and not heading and line.strip():
            if not lines:
                start = number
            lines.append(_MARK.sub("", line))
    yield from passage()


def of_module(path: Path, name: str) -> Iterator[Passage]:
    """Docstrings, comments and messages of a Python file. A message is a literal of three words or more."""
    source = path.read_text(encoding="utf-8")
    tree = nodes(source)
    docstrings = {
        node.value
        for body in (getattr(each, "body", ()) for each in tree)
        if isinstance(body, list)
        for node in body
        if isinstance(node, ast.Expr)
    }
    formats = {part for each in tree if isinstance(each, ast.JoinedStr) for part in each.values}
    for node in tree:
        if isinstance(node, ast.JoinedStr):
            parts = [str(part.value) if isinstance(part, ast.Constant) else "‹›" for part in node.values]
            yield from _message(name, node.lineno, "".join(parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in formats:
            if node in docstrings:
                yield Passage(name, node.lineno, plain(node.value))
            else:
                yield from _message(name, node.lineno, node.value)
    yield from _comments(source, name)


def _message(name: str, line: int, text: str) -> Iterator[Passage]:
    if _WORDS.search(text) and "\\" not in text:
        yield Passage(name, line, plain(text))


_LITERAL_OR_COMMENT = re.compile(
    r'''(?s:"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(#[^\n]*)'''
)
"""A literal of Python, or as group 1 a comment."""


def _comments(source: str, name: str) -> Iterator[Passage]:
    start, lines = 0, []
    number, counted = 1, 0
    for found in _LITERAL_OR_COMMENT.finditer(source) if "#" in source else ():
        if found[1] is None:
            continue
        text = found[1].lstrip("# ")
        if text.startswith(("noqa", "type:")):
            continue
        number += source.count("\n", counted, found.start())
        counted = found.start()
        if lines and number != start + len(lines):
            yield Passage(name, start, plain("\n".join(lines)))
            lines = []
        if not lines:
            start = number
        lines.append(text.partition("  # noqa")[0])
    if lines:
        yield Passage(name, start, plain("\n".join(lines)))


def of_settings(path: Path, name: str) -> Iterator[Passage]:
    """Comments of a file in which ``#`` begins one."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        _, mark, comment = line.partition("# ")
        if mark and not comment.startswith("!"):
            yield Passage(name, number, plain(comment))


def of_help() -> Iterator[Passage]:
    """Everything that ``--help`` prints, of every command: its text, its example and its options."""
    yield from _help_of(pnp, "pnp")


def _help_of(command: click.Command, name: str) -> Iterator[Passage]:
    context = click.Context(command, info_name=name)
    texts = [command.help, command.short_help, command.epilog]
    texts += [getattr(option, "help", None) for option in command.params]
    for text in texts:
        if text:
            yield Passage(f"{name} --help", 1, plain(text))
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            if found is not None:
                yield from _help_of(found, f"{name} {each}")

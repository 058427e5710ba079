"""The header of a rule sheet: ``title``, ``subtitle``, ``pages``, ``columns``, ``booklet``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.model import RulebookSource, Text
from pnp.rulebook.block import Header
from pnp.rulebook.limits import MOST_COLUMNS, MOST_PAGES
from pnp.source import Chunk, Origin, Span

A4 = (210.0, 297.0)
"""Width and height of the pages of a sheet where nothing else is said (millimetres)."""

_FENCE = "---"
_LINE = re.compile(r"(?P<key>[\w-]+)(?P<colon>[ \t]*:[ \t]*)(?P<value>.*?)[ \t]*\Z")
_KEYS = ("booklet", "columns", "pages", "subtitle", "title")


def wants_booklet(source: RulebookSource) -> bool:
    """Whether the header of a rule sheet asks for a booklet."""
    return parse_header(source.text.split("\n"), source.file)[0].booklet


def parse_header(lines: Sequence[str], file: str) -> tuple[Header, int, list[Diagnostic]]:
    """The header, the index of the first line behind it, and what is wrong with it (R120).

    A sheet that does not begin with ``---`` has no header.
    """
    header = Header()
    faults: list[Diagnostic] = []
    if not lines or lines[0].rstrip() != _FENCE:
        return header, 0, faults
    end = next((index for index in range(1, len(lines)) if lines[index].rstrip() == _FENCE), None)
    if end is None:
        span = Span(file, 1, 1, 1, 4)
        return header, 1, [error("R120", "the header is not closed", span, "write '---' below its last line")]
    for index in range(1, end):
        if lines[index].strip():
            header = _with_line(header, lines[index], file, index + 1, faults)
    return header, end + 1, faults


def _with_line(header: Header, line: str, file: str, number: int, faults: list[Diagnostic]) -> Header:
    match = _LINE.match(line)
    whole = Span(file, number, 1, number, len(line) + 1)
    if match is None:
        faults.append(error("R120", f"'{line.strip()}' is no line of a header", whole, "write 'key: value'"))
        return header
    key, value, at = match["key"], match["value"], match.start("value") + 1
    span = Span(file, number, at, number, at + max(len(value), 1))
    if key in ("title", "subtitle"):
        text = Text(value, Origin(span, (Chunk(0, number, at),)))
        return replace(header, title=text) if key == "title" else replace(header, subtitle=text)
    if key not in _KEYS:
        name = Span(file, number, 1, number, len(key) + 1)
        faults.append(
            error("R120", f"unknown key '{key}' in the header", name, did_you_mean(key, _KEYS, "keys"))
        )
        return header
    return _with_value(header, key, value, span, faults)


def _with_value(header: Header, key: str, value: str, span: Span, faults: list[Diagnostic]) -> Header:
    if key == "booklet":
        if value not in ("true", "false"):
            faults.append(error("R120", f"'{value}' is neither true nor false", span, "write true or false"))
        return replace(header, booklet=value == "true")
    most = MOST_PAGES if key == "pages" else MOST_COLUMNS
    if not re.fullmatch(r"[0-9]{1,3}", value) or not 1 <= int(value) <= most:
        message = f"'{value}' is no number of {key} from 1 to {most}"
        faults.append(error("R120", message, span, f"write one, such as '{key}: 2', or leave the line out"))
        return header
    if key == "pages":
        return replace(header, pages=int(value), pages_span=span)
    return replace(header, columns=int(value))

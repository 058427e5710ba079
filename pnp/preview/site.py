"""Answers to requests that may be answered. Only edits and their forms reach files: those of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from importlib import resources
from typing import TypeAlias
from urllib.parse import parse_qs

from pnp.diagnostics import Diagnostic
from pnp.edit.editor import Editor
from pnp.preview import limits
from pnp.preview.engine import Engine
from pnp.preview.form import box_records, edit_answer, game_form, icon_svg, palette, piece_form
from pnp.preview.hub import Connection
from pnp.preview.pictures import RESOLUTIONS
from pnp.preview.reading import Reading
from pnp.preview.record import JsonRecord
from pnp.preview.view import PARTS

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_JSON = "application/json; charset=utf-8"
_PICTURE = re.compile(r"pictures/([a-z0-9]{1,64})-([0-9]{2,3})\.png\Z")
_ICON = re.compile(r"icons/([\w-]{1,80})\.svg\Z")
_KEPT = "private, max-age=31536000, immutable"  # the name of a picture stands for its content


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: status, body, its type, and whether the browser may keep it."""

    status: int
    body: bytes = b""
    type: str = "text/plain; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


_FormMaker: TypeAlias = Callable[[Editor, Reading, Mapping[str, str]], JsonRecord | None]
_FORMS: Mapping[str, _FormMaker] = {
    "form": lambda editor, reading, asked: piece_form(editor, reading, asked.get("piece", "")),
    "game": lambda editor, reading, _: game_form(editor, reading),
    "state": lambda editor, _, __: {"shipped": editor.shipped, **editor.state()},
    "palette": lambda _, reading, __: palette(reading),
}

NOT_FOUND = Answer(404, b"nothing is here\n")


class Site:
    """The page and what it asks for.

    Args:
        engine: Answers.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._files = _page_files()

    def answer(self, target: str) -> Answer | Connection:
        """The answer to a path with its query, both as sent; a line for the stream of events."""
        path, _, query = target.partition("?")
        file = self._files.get(path or "index.html")
        if file is not None:
            return file
        try:
            asked = {name: values[-1] for name, values in parse_qs(query, max_num_fields=8).items()}
        except ValueError:
            return NOT_FOUND
        if (picture := _PICTURE.match(path)) is not None:
            return self._picture(picture[1], int(picture[2]))
        if path == "events":
            return self._engine.open(asked.get("lang", ""))
        answers: Mapping[str, Callable[[Mapping[str, str]], Answer]] = {
            "part": self._part,
            "where": self._where,
            "look": self._look,
            "boxes": self._boxes,
        }
        if path in answers:
            return answers[path](asked)
        return self._record(_FORMS[path], asked) if path in _FORMS else self._icon(path)

    def _picture(self, name: str, dpi: int) -> Answer:
        data = self._engine.picture(name, dpi) if dpi in RESOLUTIONS else None
        if data is None:
            return NOT_FOUND
        return Answer(200, data, "image/png", {"Cache-Control": _KEPT})

    def _part(self, asked: Mapping[str, str]) -> Answer:
        name = asked.get("name", "")
        body = self._engine.part(asked.get("lang", ""), name) if name in PARTS else None
        return NOT_FOUND if body is None else Answer(200, body, _JSON)

    def _where(self, asked: Mapping[str, str]) -> Answer:
        expression = asked.get("q", "")
        if not 0 < len(expression) <= limits.EXPRESSION:
            return NOT_FOUND
        chosen = self._engine.choose(expression)
        if isinstance(chosen, Diagnostic):
            return _json({"fault": chosen.message, "help": list(chosen.help)})
        return NOT_FOUND if chosen is None else _json({"pieces": sorted(chosen)})

    def edit(self, body: bytes) -> Answer:
        """The answer to an edit: what was done, or why nothing was."""
        editor, reading = self._engine.editor, self._engine.reading
        if editor is None or reading is None or reading.workshop.game is None:
            return NOT_FOUND
        answer = edit_answer(editor, reading.workshop.game, body, self._engine.cures, self._engine.run)
        if answer.get("written"):
            self._engine.changed()
        return _json(answer, HTTPStatus.BAD_REQUEST if "wrong" in answer else HTTPStatus.OK)

    def _record(self, make: _FormMaker, asked: Mapping[str, str]) -> Answer:
        editor, reading = self._engine.editor, self._engine.reading
        record = make(editor, reading, asked) if editor is not None and reading is not None else None
        return NOT_FOUND if record is None else _json(record)

    def _boxes(self, asked: Mapping[str, str]) -> Answer:
        side = asked.get("side", "front")
        found = self._engine.boxes(asked.get("lang", ""), asked.get("piece", ""), side)
        if found is None:
            return NOT_FOUND
        return self._record(lambda editor, reading, _: box_records(editor, reading, side, found), asked)

    def _icon(self, path: str) -> Answer:
        reading, found = self._engine.reading, _ICON.match(path)
        icon = reading.workshop.icons.get(found[1]) if reading is not None and found else None
        if reading is None or icon is None:
            return NOT_FOUND
        return Answer(200, icon_svg(icon, reading.workshop.fonts).encode(), "image/svg+xml")

    def _look(self, asked: Mapping[str, str]) -> Answer:
        self._engine.look(asked.get("lang", ""), asked.get("piece", ""))
        return Answer(204)


def _json(value: object, status: int = 200) -> Answer:
    return Answer(status, json.dumps(value, ensure_ascii=False).encode(), _JSON)


def _page_files() -> dict[str, Answer]:
    """The files of the page by name, read once."""
    found = {}
    for entry in resources.files("pnp.preview").joinpath("page").iterdir():
        ending = entry.name[entry.name.rfind(".") :]
        if ending in _TYPES:
            found[entry.name] = Answer(200, entry.read_bytes(), _TYPES[ending])
    return found

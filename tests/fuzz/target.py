"""What is fuzzed: functions that take bytes and must answer with values, whatever the bytes are."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.diagnostics import Diagnostic, Severity
from pnp.diagnostics.machine import as_json
from pnp.diagnostics.printer import full
from pnp.load import decode, load_game
from pnp.source import Span
from tests.cases.made import write

CORPUS = Path(__file__).parent / "corpus"
Target = Callable[[bytes], None]


def _look(found: Iterable[Diagnostic], sources: Mapping[str, str] | None = None) -> None:
    """Findings must be printable, lie in their files, and tell what to do."""
    texts = sources or {}
    found = tuple(found)
    full(found, texts)
    as_json(found)
    for item in found:
        assert item.severity is Severity.NOTE or (item.help and all(item.help)), f"no cure: {item}"
        if item.span is not None and item.span.file in texts:
            _lies_in(item.span, texts[item.span.file])


def _lies_in(span: Span, text: str) -> None:
    lines = text.split("\n")
    assert 1 <= span.line <= span.end_line <= len(lines), span
    assert 1 <= span.column <= len(lines[span.line - 1]) + 1, span
    assert (span.line, span.column) <= (span.end_line, span.end_column), span


_MEMORY = Path("/dev/shm")
"""A folder in memory, where there is one: half the time of a small game went to the disk."""


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as name:
        yield Path(name) / "game"


def _yaml(data: bytes) -> None:
    from pnp.load.document import read_yaml

    read = read_yaml(data, "f.yaml")
    _look(read.found, {"f.yaml": read.text})


def _loaded(files: dict[str, str | bytes]) -> None:
    with _folder() as folder:
        loaded = load_game(write(folder, files), cwd=folder)
    _look(loaded.diagnostics, dict(loaded.sources))


def _game(data: bytes) -> None:
    _loaded({"game.yaml": data, "cards/deck.yaml": _sample("set", 0)})


def _set(data: bytes) -> None:
    _loaded({"game.yaml": _sample("game", 0), "cards/deck.yaml": data})


def _csv(data: bytes) -> None:
    _loaded(
        {"cards/deck.yaml": "kind: card\nfields: {cost: number?}\nrows: deck.csv\n", "cards/deck.csv": data}
    )


def _xlsx(data: bytes) -> None:
    _loaded({"cards/deck.yaml": "kind: card\nrows: deck.xlsx\n", "cards/deck.xlsx": data})


def _ods(data: bytes) -> None:
    _loaded({"cards/deck.yaml": "kind: card\nrows: deck.ods\n", "cards/deck.ods": data})


def _sample(kind: str, number: int) -> bytes:
    return sorted((CORPUS / kind).iterdir())[number].read_bytes()


def _layout(data: bytes) -> None:
    from tests.layout.game import compose

    text, _ = decode(data, "layouts/main.xml")
    fields = {"name": "Kůň", "text": None, "n": 3, "spells": ("a", "b")}
    _look(list(compose(text, fields).diagnostics))


def _markup(data: bytes) -> None:
    from pnp.geometry import Box
    from pnp.markup import parse_inline
    from pnp.model import Style
    from pnp.text import set_text
    from tests.text.reading import context

    text, _ = decode(data, "f")
    set_text(parse_inline(text), Style(), Box(0, 0, 40, 30), _once(lambda: context("cs"), "markup"))


_MADE: dict[str, Any] = {}
"""What takes long to make and does not depend on the input."""


def _once(make: Callable[[], Any], name: str) -> Any:
    if name not in _MADE:
        _MADE[name] = make()
    return _MADE[name]


def _expression(data: bytes) -> None:
    from pnp.model import Text
    from pnp.rules import fill
    from pnp.source import Chunk, Origin

    source, _ = decode(data, "f")
    text = Text(source, Origin(Span("f", 1, 1, 1, 1 + len(source)), (Chunk(0, 1, 1),)), "card.text")
    scope = {"facts": {"hand": 2, "target": {2: 10, 3: 8}}, "n": 5, "names": ["a", "b"], "players": (2, 3)}
    _look(list(fill(text, scope, "cs").diagnostics))


def _svg(data: bytes) -> None:
    from pnp.icons.svg import parse_svg

    _look(parse_svg(data, "f.svg")[1])


def _path(data: bytes) -> None:
    from pnp.icons.svg_path import SvgPathError, parse_path

    try:
        parse_path(data.decode("latin-1"))
    except SvgPathError:
        return


def _po(data: bytes) -> None:
    with _folder() as folder:
        files: dict[str, str | bytes] = {
            "game.yaml": _sample("game", 0),
            "cards/deck.yaml": _sample("set", 0),
            "locale/cs.po": data,
        }
        workshop = open_workshop(write(folder, files), folder)
        if workshop.game is not None:
            from pnp.build.workshop import check_workshop

            _look(list(check_workshop(workshop).diagnostics), dict(workshop.sources))


def _legacy(data: bytes) -> None:
    from pnp.importers import ImportOptions, import_rulebook

    imported = import_rulebook(data, "a.txt", ImportOptions(by_place=True, repair_headings=True))
    _look(imported.diagnostics, {"a.txt": imported.source})


def _rulebook(data: bytes) -> None:
    from pnp.model import RulebookSource
    from pnp.rulebook import compose_rulebook
    from tests.layout.game import fonts, icons
    from tests.rulebook.sample import PlainComposer, make_game

    def context() -> Any:
        from pnp.text import TextContext

        return TextContext(fonts(), icons(), "en", make_game().term)

    text, _ = decode(data, "rules.md")
    source = RulebookSource("rules", "rules.md", text)
    made = compose_rulebook(source, make_game(), "en", PlainComposer(), _once(context, "rulebook"))
    _look(list(made.diagnostics))


def _picture(data: bytes) -> None:
    from pnp.pictures import PictureFault, decoded, load_picture

    try:
        picture = load_picture(data, "a.png")
    except PictureFault:
        return
    # What goes into a file without having been decoded must be what a viewer can decode.
    assert decoded(picture).size == (picture.width_px, picture.height_px)


def _font(data: bytes) -> None:
    from pnp.fonts import own_fonts

    sources, found = own_fonts([("x.ttf", data)])
    _look(found)
    if sources:
        with _folder() as folder:
            style = (
                f"styles: {{body: {{font: '{sources[0].family}'}}, title: {{font: '{sources[0].family}'}}}}\n"
            )
            files: dict[str, str | bytes] = {
                "game.yaml": f"name: T\n{style}",
                "cards/deck.yaml": "kind: card\nlayout: l\npieces: {a: {name: Office fi, text: AVA 123}}\n",
                "layouts/l.xml": "<face><text inset='4'>{{ piece.name }} {{ piece.text }}</text></face>",
                "fonts/x.ttf": data,
            }
            _built(write(folder, files))


def _built(folder: Path, *languages: str) -> None:
    workshop = open_workshop(folder, folder)
    result = build(workshop, BuildOptions(out=folder / "out", languages=languages or ("en",)))
    _look(result.diagnostics, workshop.sources)


def _folder_of_a_game(data: bytes) -> None:
    """A whole game, one file of which is the input: the first line of the input says which."""
    name, _, content = data.partition(b"\n")
    ways = {
        b"game.yaml",
        b"cards/deck.yaml",
        b"layouts/l.xml",
        b"rulebook/rules.md",
        b"locale/cs.po",
        b"icons/own.svg",
    }
    with _folder() as folder:
        shutil.copytree(CORPUS / "folder", folder)
        if name in ways:
            (folder / name.decode()).write_bytes(content)
        _built(folder, *(("cs",) if name.endswith(b".po") else ("en", "cs")))


TARGETS: dict[str, Target] = {
    "yaml": _yaml,
    "game": _game,
    "set": _set,
    "csv": _csv,
    "xlsx": _xlsx,
    "ods": _ods,
    "layout": _layout,
    "markup": _markup,
    "expression": _expression,
    "svg": _svg,
    "path": _path,
    "po": _po,
    "legacy": _legacy,
    "rulebook": _rulebook,
    "picture": _picture,
    "font": _font,
    "folder": _folder_of_a_game,
}


@cache
def corpus(name: str) -> tuple[bytes, ...]:
    """The files that inputs of a target are made from, in order of name."""
    if name == "folder":
        files = [path for path in sorted((CORPUS / name).rglob("*")) if path.is_file()]
        return tuple(
            path.relative_to(CORPUS / name).as_posix().encode() + b"\n" + path.read_bytes() for path in files
        )
    if name == "font":
        root = Path(__file__).parents[2] / "fonts"
        return tuple(
            (root / file).read_bytes()
            for file in ("anton/Anton-Regular.ttf", "bebas-neue/BebasNeue-Regular.ttf")
        )
    return tuple(path.read_bytes() for path in sorted((CORPUS / name).iterdir()))


@cache
def words(name: str) -> tuple[bytes, ...]:
    """Tokens of a target's language: the words of its corpus."""
    import re

    if name in ("picture", "font", "xlsx", "ods"):
        return ()
    return tuple(sorted({word for data in corpus(name) for word in re.findall(rb"[\w.-]+|[^\w\s]+", data)}))


_GRAMMARS = {
    "yaml": "yaml", "game": "yaml", "set": "yaml", "csv": "csv", "layout": "layout", "markup": "markup", "expression": "expression",
    "svg": "svg", "po": "po", "legacy": "legacy", "rulebook": "markdown",
    ".yaml": "yaml", ".xml": "layout", ".md": "markdown", ".po": "po", ".svg": "svg",
}  # fmt: skip


def grammar_of(target: str, file: bytes = b"") -> str | None:
    """The grammar that inputs of a target are grown from; of the target ``folder``, that of the file."""
    return _GRAMMARS.get(Path(file.decode("latin-1")).suffix if target == "folder" else target)


__all__ = ["TARGETS", "corpus", "grammar_of", "words"]

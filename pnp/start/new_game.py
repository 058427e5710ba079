"""The files of a new game."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template as TextTemplate

from pnp.i18n import base_of, capital

_SHIPPED = files("pnp.start")
_WORDS_IN = ("en", "cs", "de", "es", "fr", "hu", "it", "pl", "ru", "sk", "uk")
_FOLDER = re.compile(r"[a-z0-9-]+")
"""How folders of games are called."""


@dataclass(frozen=True, slots=True)
class SetTemplate:
    """One kind of set that a new game may have.

    Attributes:
        says: What it is, in a few words.
        size: Of the pieces, unless another is wanted.
        set: Path of the set in the game.
        source: Of the set, among the shipped files.
        layout: Path of its layout in the game; empty where a built-in one draws it.
    """

    says: str
    size: str
    set: str
    source: str
    layout: str = ""


TEMPLATES: Mapping[str, SetTemplate] = {
    "cards": SetTemplate(
        "a deck with a layout of its own", "poker", "cards/actions.yaml", "cards.yaml", "layouts/action.xml"
    ),
    "tiles": SetTemplate(
        "square map tiles with roads", "45x45mm r2mm", "tiles/roads.yaml", "tiles.yaml", "layouts/road.xml"
    ),
    "hex": SetTemplate("hexagonal map tiles", "hex-pointy 50mm", "tiles/map.yaml", "hexes.yaml"),
    "tokens": SetTemplate(
        "round tokens, printed on both sides", "circle 20mm", "tokens/goods.yaml", "tokens.yaml"
    ),
}
"""Templates for the sets of a new game, by name."""

_SETTINGS = {
    "yaml.schemas": {
        ".pnp/schema/game.json": "game.yaml",
        ".pnp/schema/set.json": [f"{folder}/*.yaml" for folder in ("cards", "tiles", "tokens", "standees", "boards", "aids")],
        ".pnp/schema/profile.json": "profiles/*.yaml",
    },
    "files.associations": {"layouts/*.xml": "jinja-xml"},
    "files.exclude": {".pnp": True},
}  # fmt: skip
_RECOMMENDED = {"recommendations": ["redhat.vscode-yaml", "samuelcolvin.jinjahtml"]}

_EDITOR: Mapping[str, bytes] = {
    ".vscode/settings.json": (json.dumps(_SETTINGS, indent=2) + "\n").encode(),
    ".vscode/extensions.json": (json.dumps(_RECOMMENDED, indent=2) + "\n").encode(),
    ".gitignore": b"/out/\n/.pnp/\n",
}
"""Files that help editors, the same in every game."""


def new_game(
    name: str, languages: Sequence[str], templates: Sequence[str], sizes: Mapping[str, str] | None = None
) -> dict[str, bytes]:
    """Content of each file by its path in the game's folder.

    The texts are in the first language where sample texts in it are shipped, else in English.

    Args:
        name: Of the game, as it is printed; one in small letters and hyphens, as folders have, is printed as
            words.
        languages: Language tags, the game's own first.
        templates: Keys of ``TEMPLATES``, at least one.
        sizes: Sizes of pieces by template, in place of its own.
    """
    words = _words(sample_language(languages[0]))
    common = {
        **{key: _escaped(text) for key, text in words.items()},
        "name": _escaped(_as_words(name, languages[0])),
        "language": languages[0],
        "languages": ", ".join(languages),
    }
    claims = "".join(
        _filled(f"{each}/claims.txt", common) for each in templates if _has(f"{each}/claims.txt")
    )
    made = {
        "game.yaml": _filled("common/game.yaml", {**common, "claims": claims.rstrip() or " {}"}),
        "rulebook/rules.md": _filled("common/rulebook.md", words),
    }
    for key in templates:
        template = TEMPLATES[key]
        size = {"size": (sizes or {}).get(key, template.size)}
        made[template.set] = _filled(f"{key}/{template.source}", {**common, **size})
        if template.layout:
            made[template.layout] = _read(f"template/{key}/{template.layout.rpartition('/')[2]}")
    return {**{path: text.encode() for path, text in made.items()}, **_EDITOR}


def sample_language(language: str) -> str:
    """The language of the sample texts of a game: its own where they are shipped, else English."""
    base = base_of(language)
    return base if base in _WORDS_IN else "en"


def bare_game(name: str, language: str) -> dict[str, bytes]:
    """A game without pieces: content of each file by its path in the game's folder.

    Args:
        name: As in ``new_game``.
        language: Of its texts.
    """
    values = {"name": _escaped(_as_words(name, language)), "language": language}
    return {"game.yaml": _filled("common/bare.yaml", values).encode(), **_EDITOR}


def _as_words(name: str, language: str) -> str:
    """The name as it is printed; bytes of a folder's name that are no UTF-8 become question marks."""
    name = name.encode("utf-8", "replace").decode()
    if not _FOLDER.fullmatch(name):
        return name
    return capital(name.replace("-", " "), language)


def translations(source: str, target: str) -> dict[str, str]:
    """The sample texts in one language to those in another; empty where the other is not shipped.

    The entry ``-``, for a term without other forms, is among them.

    Args:
        source: Language of the game.
        target: Language to translate to.
    """
    if base_of(target) not in _WORDS_IN:
        return {}
    known = _words(sample_language(target))
    texts = _words(sample_language(source))
    return {"-": "-", **{text: known[key] for key, text in texts.items()}}


def _words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(_read(f"words/{language}.json"))
    return found


def _filled(path: str, values: Mapping[str, str]) -> str:
    return TextTemplate(_read(f"template/{path}")).substitute(values)


def _has(path: str) -> bool:
    return (_SHIPPED / "template" / path).is_file()


def _read(path: str) -> str:
    return (_SHIPPED / path).read_text(encoding="utf-8")


def _escaped(text: str) -> str:
    """As it is written between double quotes in YAML."""
    return json.dumps(text, ensure_ascii=False)[1:-1]

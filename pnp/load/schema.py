"""JSON Schemas of the data files, for editors that complete and underline while one types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from pnp.load.field import FIELD_KINDS
from pnp.load.field.kind import EXPRESSION
from pnp.load.profile import shipped_profiles
from pnp.load.shape.game_file import NOT_DEFAULTS, GameFile, PieceEntry, SetFile
from pnp.load.shape.print_file import ProfileFile
from pnp.load.shape.shape import Schema, json_schema_of
from pnp.model import BUILT_IN_FIELDS, STANDARD_SIZES, STANDARD_STYLES, FieldDeclaration, Game
from pnp.model.piece import PieceKind

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BUILT_IN_LAYOUTS: tuple[str, ...] = (*get_args(PieceKind), "hex", "back")
"""Layouts that every game has: one for each kind of piece, one for hexagonal tiles, one for plain backs."""

_SIZE = r"^\s*((circle|square|hex-pointy|hex-flat)\s+)?[\d.]+\s*(mm|cm|in|pt)?(\s*[x×]\s*[\d.]+\s*(mm|cm|in|pt))?(\s+r\s*[\d.]+\s*(mm|cm|in|pt))?\s*$"
_FREE = r"^\s*([\d.]+\s*(mm|cm|in|pt)?\s*[x×]\s*[\d.]+\s*(mm|cm|in|pt)\s+)?path\s*[\"']?\s*[Mm]"


def json_schema(
    game: Game | None, kind: Literal["game", "set", "profile"] | str = "game", icons: Sequence[str] = ()
) -> Schema:
    """The schema (JSON Schema 2020-12) of ``game.yaml``, of files of pieces, or of print profiles.

    Args:
        game: Its own terms, fields, sizes, styles and layouts are offered; None for what holds in every game.
        kind: ``game``, ``set`` or ``profile``. That of sets knows the fields of all sets of the game
            together.
        icons: Names of icons to offer; none leaves them open.
    """
    if kind == "profile":
        schema: Schema = json_schema_of(ProfileFile)
        _narrow(
            schema["properties"]["extends"], {"enum": sorted(game.profiles if game else shipped_profiles())}
        )
    elif kind == "game":
        schema = json_schema_of(GameFile)
        _offer_in_game(schema, game, icons)
    else:
        schema = json_schema_of(SetFile)
        entry: Schema = json_schema_of(PieceEntry)
        _offer_in_set(schema, entry, game, icons)
    schema["$schema"] = DIALECT
    if kind != "profile":
        schema["patternProperties"] = {"^_": {}}
    schema["title"] = {"game": "game.yaml of pnp", "profile": "print profile of pnp"}.get(
        kind, "file of pieces of pnp"
    )
    return schema


def _offer_in_game(schema: Schema, game: Game | None, icons: Sequence[str]) -> None:
    definitions = schema["$defs"]
    style_names = {**STANDARD_STYLES, **(game.styles if game else {})}
    _narrow(definitions["StyleShape"]["properties"]["extends"], {"enum": sorted(style_names)})
    profiles = sorted(game.profiles if game else shipped_profiles())
    _narrow(definitions["PrintShape"]["properties"]["profile"], {"enum": profiles})
    if icons:
        _narrow(definitions["TermShape"]["properties"]["icon"], {"enum": sorted(icons)})
    if game is not None and game.sources:
        pattern = "^(" + "|".join(sorted(game.sources)) + r")(\s|$)"
        for shape in ("FactShape", "ClaimShape"):
            _narrow(definitions[shape]["properties"]["source"], {"type": "string", "pattern": pattern})


def _offer_in_set(schema: Schema, entry: Schema, game: Game | None, icons: Sequence[str]) -> None:
    layouts = sorted({*BUILT_IN_LAYOUTS, *(game.layouts if game else ())})
    sizes = sorted({**STANDARD_SIZES, **(game.sizes if game else {})})
    vocabularies = sorted(game.vocabularies) if game else []
    for place in (schema, entry):
        properties = place["properties"]
        _narrow(properties["layout"], {"anyOf": [{"enum": layouts}, EXPRESSION]})
        _narrow(properties["back"], {"anyOf": [{"enum": layouts}, {"type": "null"}, EXPRESSION]})
        written: Schema = {"type": "string", "pattern": f"{_SIZE}|{_FREE}"}
        _narrow(properties["size"], {"anyOf": [{"enum": sizes}, written, EXPRESSION]})
    patterns = [{"type": "string", "pattern": kind.pattern} for kind in FIELD_KINDS.values() if kind.pattern]
    kinds = [{"enum": _declarations(vocabularies)}, *patterns]
    schema["properties"]["fields"]["additionalProperties"] = {"anyOf": kinds}
    if vocabularies:
        listed: Schema = {"type": "array", "items": {"type": "string"}}
        entry["properties"]["for"]["additionalProperties"] = {"anyOf": [{"enum": vocabularies}, listed]}
    declared = [field for each in game.sets for field in each.fields.values()] if game else []
    if game is not None:
        label: Schema = schema["properties"]["labels"]["additionalProperties"]
        names = dict.fromkeys(field.name for field in [*BUILT_IN_FIELDS, *declared])
        _narrow(schema["properties"]["labels"], {"properties": {name: {**label} for name in names}})
        schema["properties"]["labels"]["additionalProperties"] = False
    for name, choices in _field_schemas([*BUILT_IN_FIELDS, *declared], game, icons).items():
        described = entry["properties"].get(name, {}).get("description", "")
        entry["properties"][name] = {**choices, **({"description": described} if described else {})}
    entry["additionalProperties"] = game is None  # without a game, any field may be declared
    own = {name: value for name, value in entry["properties"].items() if name not in NOT_DEFAULTS}
    definitions = schema.setdefault("$defs", {})
    definitions["PieceEntry"] = entry
    definitions["Defaults"] = {
        **entry,
        "properties": own,
        "description": "Values for every piece of the set.",
    }
    rows: Schema = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/RowsShape"}]}
    _narrow(schema["properties"]["rows"], rows)
    _narrow(schema["properties"]["defaults"], {"$ref": "#/$defs/Defaults"})
    schema["properties"]["pieces"]["additionalProperties"] = {
        "anyOf": [{"$ref": "#/$defs/PieceEntry"}, {"type": "null"}]
    }


def _declarations(vocabularies: Sequence[str]) -> list[str]:
    """All that a field may be declared as, those with the name of a vocabulary last."""
    plain = [written for kind in FIELD_KINDS.values() for written in kind.declarations(vocabularies)]
    return [
        each for written in sorted(plain, key=lambda each: " " in each) for each in (written, f"{written}?")
    ]


def _field_schemas(
    fields: Iterable[FieldDeclaration], game: Game | None, icons: Sequence[str]
) -> dict[str, Schema]:
    """For each name what any of the fields of that name may hold."""
    found: dict[str, list[Schema]] = {}
    for field in fields:
        choices = found.setdefault(field.name, [])
        choices.extend(choice for choice in _field_schema(field, game, icons) if choice not in choices)
    return {name: choices[0] if len(choices) == 1 else {"anyOf": choices} for name, choices in found.items()}


def _field_schema(field: FieldDeclaration, game: Game | None, icons: Sequence[str]) -> list[Schema]:
    terms = list(game.vocabularies[field.vocabulary].terms) if game and field.vocabulary else []
    choices = FIELD_KINDS[field.kind].schemas(field, terms, icons)
    return [*choices, {"type": "null"}] if field.optional else choices


def _narrow(place: Schema, choices: Schema) -> None:
    """Put the choices in place of what the shape allows; description and default stay."""
    for key in ("anyOf", "type", "additionalProperties", "pattern", "enum"):
        place.pop(key, None)
    place.update(choices)

"""Pressed pieces as bytes and back: JSON for what is small, operators as they are. Nothing in them can be run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from pnp.draw import Needs, Outline, Plate, PressedFace
from pnp.geometry import Box
from pnp.layout import Tightness

BROKEN = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError)
"""What an entry that is not what it should be may bring up while it is decoded."""


def has_pictures(plate: Plate) -> bool:
    """Whether there is a picture in the plate or in one that it places."""
    needs = plate.needs
    return bool(needs.pictures) or any(map(has_pictures, (*needs.plates.values(), *needs.masks.values())))


def plates_of(plate: Plate) -> dict[str, Plate]:
    """All plates that a plate places, at any depth, by name; those inside come before those around them."""
    found: dict[str, Plate] = {}
    for part in (*plate.needs.plates.values(), *plate.needs.masks.values()):
        found |= plates_of(part)
        found[part.name] = part
    return found


_ENCODER = json.JSONEncoder(separators=(",", ":"))
"""One for all records: ``json.dumps`` makes one for each call."""


def encoded(head: object, content: bytes) -> bytes:
    """A record: the length of its head, the head in JSON, the content."""
    written = _ENCODER.encode(head).encode("utf-8", "surrogatepass")
    return len(written).to_bytes(4, "big") + written + content


def decoded(record: bytes) -> tuple[Any, bytes]:
    """Head and content of a record.

    Raises:
        ValueError: It is none.
    """
    end = 4 + int.from_bytes(record[:4], "big")
    return json.loads(record[4:end].decode("utf-8", "surrogatepass")), record[end:]


def plate_head(plate: Plate) -> list[Any]:
    """All of a plate but its content; plates that it places by name."""
    box = plate.box
    return [
        plate.name,
        [box.x, box.y, box.width, box.height],
        plate.corners,
        plate.group,
        *needs_head(plate.needs),
    ]


def needs_head(needs: Needs) -> list[Any]:
    """What operators refer to; plates by name, and no pictures."""
    return [
        {font: f"{used:x}" for font, used in needs.glyphs.items()},
        {font: list(said.items()) for font, said in needs.said.items() if said},
        list(needs.plates),
        needs.shadings,
        needs.patterns,
        needs.states,
        {name: mask.name for name, mask in needs.masks.items()},
        needs.transparent,
    ]


def plate_from(head: list[Any], content: bytes, known: Mapping[str, Plate]) -> Plate:
    """A plate again.

    Args:
        head: As ``plate_head`` gave it.
        content: Its operators.
        known: Has the plates that it places.

    Raises:
        KeyError: One of them is not there.
    """
    name, box, corners, group, *needs = head
    return Plate(name, content, Box(*box), corners, group, needs_from(needs, known))


def needs_from(head: list[Any], known: Mapping[str, Plate]) -> Needs:
    """What ``needs_head`` was made of.

    Args:
        head: As ``needs_head`` gave it.
        known: Has the plates that are placed.

    Raises:
        KeyError: One of them is not there.
    """
    glyphs, said, plates, shadings, patterns, states, masks, transparent = head
    return Needs(
        glyphs={font: int(used, 16) for font, used in glyphs.items()},
        said={font: dict(map(tuple, each)) for font, each in said.items()},
        plates={each: known[each] for each in plates},
        shadings=shadings,
        patterns={each: (shading, matrix) for each, (shading, matrix) in patterns.items()},
        states=states,
        masks={state: known[each] for state, each in masks.items()},
        transparent=transparent,
    )


def plates_coded(plates: Iterable[Plate]) -> tuple[list[Any], bytes]:
    """The heads of plates with the lengths of their contents, and the contents; what a plate places comes before it."""
    every = list(plates)
    return [[plate_head(plate), len(plate.content)] for plate in every], b"".join(
        [plate.content for plate in every]
    )


def plates_decoded(heads: Iterable[Any], body: bytes, known: MutableMapping[str, Plate]) -> int:
    """Put plates that ``plates_coded`` coded among those that are known by name; where their contents end in ``body``.

    Raises:
        KeyError: A plate is not there that one of them places.
        ValueError: Contents are cut off.
    """
    at = 0
    for head, length in heads:
        known[head[0]] = plate_from(head, body[at : at + length], known)
        at += length
    if at > len(body):
        raise ValueError("plates are cut off")
    return at


def face_head(face: PressedFace) -> list[Any]:
    """All of a face but its plate, which is named."""
    outline = face.outline
    return [
        [outline.shape, outline.width, outline.height, outline.radius],
        face.bleed,
        face.plate.name,
        face.digest,
        sorted(face.icons),
        face.label,
        face.language,
    ]


def face_from(head: list[Any], plate: Plate) -> PressedFace:
    """A face again; ``plate`` is the one that its head names."""
    outline, bleed, _, digest, icons, label, language = head
    return PressedFace(Outline(*outline), bleed, plate, digest, frozenset(icons), label, language)


def tightness_from(row: list[Any]) -> Tightness:
    """How near a text is to not fitting, from its JSON."""
    return Tightness(*row)

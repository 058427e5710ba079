"""Drawn pieces as bytes and back: JSON for what is small, operators as they are. Nothing in them can be run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from pnp.draw import Outline
from pnp.geometry import Box
from pnp.layout import Tightness
from pnp.pdf import Form, PdfFace, PdfResources

BROKEN = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError)
"""What an entry that is not what it should be may bring up while it is decoded."""


def has_pictures(form: Form) -> bool:
    """Whether there is a picture in the form or in one that it places."""
    resources = form.resources
    return bool(resources.pictures) or any(
        map(has_pictures, (*resources.forms.values(), *resources.masks.values()))
    )


def forms_in(form: Form) -> dict[str, Form]:
    """All forms that a form places, at any depth, by name; those inside come before those around them."""
    found: dict[str, Form] = {}
    for part in (*form.resources.forms.values(), *form.resources.masks.values()):
        found |= forms_in(part)
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


def form_head(form: Form) -> list[Any]:
    """All of a form but its content; forms that it places by name."""
    box = form.box
    return [
        form.name,
        [box.x, box.y, box.width, box.height],
        form.corners,
        form.group,
        *resources_head(form.resources),
    ]


def resources_head(resources: PdfResources) -> list[Any]:
    """What operators refer to; forms by name, and no pictures."""
    return [
        {font: f"{used:x}" for font, used in resources.glyphs.items()},
        {font: list(said.items()) for font, said in resources.texts.items() if said},
        list(resources.forms),
        resources.shadings,
        resources.patterns,
        resources.states,
        {name: mask.name for name, mask in resources.masks.items()},
        resources.transparent,
    ]


def form_from(head: list[Any], content: bytes, known: Mapping[str, Form]) -> Form:
    """A form again.

    Args:
        head: As ``form_head`` gave it.
        content: Its operators.
        known: Has the forms that it places.

    Raises:
        KeyError: One of them is not there.
    """
    name, box, corners, group, *resources = head
    return Form(name, content, Box(*box), corners, group, resources_from(resources, known))


def resources_from(head: list[Any], known: Mapping[str, Form]) -> PdfResources:
    """What ``resources_head`` was made of.

    Args:
        head: As ``resources_head`` gave it.
        known: Has the forms that are placed.

    Raises:
        KeyError: One of them is not there.
    """
    glyphs, said, forms, shadings, patterns, states, masks, transparent = head
    return PdfResources(
        glyphs={font: int(used, 16) for font, used in glyphs.items()},
        texts={font: dict(map(tuple, each)) for font, each in said.items()},
        forms={each: known[each] for each in forms},
        shadings=shadings,
        patterns={each: (shading, matrix) for each, (shading, matrix) in patterns.items()},
        states=states,
        masks={state: known[each] for state, each in masks.items()},
        transparent=transparent,
    )


def forms_coded(forms: Iterable[Form]) -> tuple[list[Any], bytes]:
    """The heads of forms with the lengths of their contents, and the contents; what a form places comes before it."""
    every = list(forms)
    return [[form_head(form), len(form.content)] for form in every], b"".join(
        [form.content for form in every]
    )


def forms_decoded(heads: Iterable[Any], body: bytes, known: MutableMapping[str, Form]) -> int:
    """Put forms that ``forms_coded`` coded among those that are known by name; where their contents end in ``body``.

    Raises:
        KeyError: A form is not there that one of them places.
        ValueError: Contents are cut off.
    """
    at = 0
    for head, length in heads:
        known[head[0]] = form_from(head, body[at : at + length], known)
        at += length
    if at > len(body):
        raise ValueError("forms are cut off")
    return at


def face_head(face: PdfFace) -> list[Any]:
    """All of a face but its form, which is named."""
    outline = face.outline
    return [
        [outline.shape, outline.width, outline.height, outline.radius],
        face.bleed,
        face.form.name,
        face.digest,
        sorted(face.icons),
        face.label,
        face.language,
    ]


def face_from(head: list[Any], form: Form) -> PdfFace:
    """A face again; ``form`` is the one that its head names."""
    outline, bleed, _, digest, icons, label, language = head
    return PdfFace(Outline(*outline), bleed, form, digest, frozenset(icons), label, language)


def tightness_from(row: list[Any]) -> Tightness:
    """How near a text is to not fitting, from its JSON."""
    return Tightness(*row)

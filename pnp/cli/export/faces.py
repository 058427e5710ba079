"""Options and file names of exports that write a file for each face."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from pnp.build import ComposedGame, ascii_name
from pnp.cli.options import length
from pnp.draw import Face, FaceHashes, with_items
from pnp.model.files import distinct

_Command = TypeVar("_Command", bound=Callable[..., Any])


def face_options(command: _Command) -> _Command:
    """``--bleed`` (see ``bleed_of``), ``--square-corners`` and ``--side``."""
    for option in (
        click.option(
            "--side",
            type=click.Choice(["front", "back", "both"]),
            default="both",
            help="Sides to draw. [both]",
        ),
        click.option(
            "--square-corners",
            is_flag=True,
            help="Fill the area outside round corners instead of leaving it transparent.",
        ),
        click.option("--bleed", metavar="LENGTH", help="Show this much around the cut, such as 3mm."),
    ):
        command = option(command)
    return command


def bleed_of(option: str | None) -> float:
    """The bleed to show, in millimetres.

    Raises:
        click.UsageError: The option is no length.
    """
    return length("--bleed", option).mm if option else 0.0


def named_faces(composed: ComposedGame, side: str, ending: str) -> list[tuple[Face, list[str]]]:
    """Each different face once, with the names of the files that show it.

    Args:
        composed: With faces that have their items.
        side: ``front``, ``back`` or ``both``.
        ending: Of the names, such as ``png``.
    """
    faces = list(_faces(composed, side))
    names = [f"{name}.{ending}" for name in distinct(stem for stem, _ in faces)]
    hashes = FaceHashes()
    named: dict[str, tuple[Face, list[str]]] = {}
    for (_, face), name in zip(faces, names, strict=True):
        named.setdefault(hashes.of(face), (face, []))[1].append(name)
    return list(named.values())


def _faces(composed: ComposedGame, side: str) -> Iterator[tuple[str, Face]]:
    """The faces with the stems of their files."""
    for each in composed.sets:
        for piece in each.faces:
            stem = f"{ascii_name(each.component_set.id)}-{ascii_name(piece.key.partition('/')[2])}"
            for name, face in (("front", piece.front), ("back", piece.back)):
                if face is not None and side in (name, "both"):
                    yield f"{stem}-{name}-{composed.edition.language.lower()}", with_items(face)

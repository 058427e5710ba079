"""Icons, pictures and layouts that are named by terms, fields and pieces, and the backs of shuffled sets."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.icons import unknown_icon
from pnp.model import ComponentSet, FileFault, Game, Piece, picture_face
from pnp.pictures import unusable_picture
from pnp.rules import show
from pnp.source import Span


def check_own_icons(case: Case) -> Iterator[Diagnostic]:
    """The game's SVG files (A110 to A114)."""
    yield from case.icons.check()


def check_term_icons(case: Case) -> Iterator[Diagnostic]:
    """Icons of terms (A100)."""
    for vocabulary in case.game.vocabularies.values():
        for term in vocabulary.terms.values():
            if term.icon and term.icon not in case.icon_names:
                yield unknown_icon(term.icon, term.icon_span or term.span, case.icons)


def check_field_icons(case: Case) -> Iterator[Diagnostic]:
    """Icons of fields (A100)."""
    for piece, name, value in _fields(case, "icon"):
        if value not in case.icon_names:
            yield unknown_icon(value, _place(piece, name), case.icons, piece=piece.key)


def check_pictures(case: Case) -> Iterator[Diagnostic]:
    """Pictures of fields, and in place of layouts, that cannot be read (A210).

    Whether they are pictures is seen when they are drawn.
    """
    faults: dict[str, FileFault | None] = {}
    faces = [each for each in _layouts(case.game) if picture_face(each[2]) is not None]
    for piece, name, path in (*_fields(case, "picture"), *faces):
        if path not in faults:
            try:
                case.files.probe(path)
                faults[path] = None
            except FileFault as fault:
                faults[path] = fault
        if (found := faults[path]) is not None:
            yield unusable_picture(found, _place(piece, name), piece=piece.key)


def check_layouts(case: Case) -> Iterator[Diagnostic]:
    """Layouts of fronts and backs that do not exist (L101)."""
    known = {*case.layouts, *case.game.layouts}
    # Files that are there were too large to be read, which has been reported.
    known |= {path[len("layouts/") : -len(".xml")] for path in case.files.names("layouts", ".xml")}
    cures: dict[str, list[str]] = {}
    for piece, key, name in _layouts(case.game):
        if name in known or picture_face(name) is not None:
            continue
        if name not in cures:
            # Layouts in folders are there to build upon.
            own = sorted(each for each in {*case.layouts, *case.game.layouts} if "/" not in each)
            meant = _moved(case, name) or did_you_mean(name, own, "layouts")
            cures[name] = [meant, f"or write layouts/{name}.xml"]
            if name.casefold() in _NOTHING and key == "back":
                cures[name] = ["write 'back: null' for no back"]
            plain = name.removesuffix(".xml").rpartition("/")[2]
            if plain != name and plain in own:
                cures[name] = [f"write '{plain}': layouts are named without folder and ending"]
        yield error("L101", f"unknown layout '{name}'", _place(piece, key), cures[name], piece=piece.key)


def _layouts(game: Game) -> Iterator[tuple[Piece, str, str]]:
    """Pieces, and what they name for their fronts and backs, each with its key."""
    for piece in game.pieces():
        if piece.layout is not None:
            yield piece, "layout", piece.layout
        if piece.back is not None:
            yield piece, "back", piece.back


_NOTHING = ("none", "no", "nothing", "empty", "blank", "without", "keine", "brak", "aucun", "žádný")
"""Words that people write for no back."""


def _moved(case: Case, layout: str) -> str:
    """The cure for a layout in other capitals or in another folder; empty if it is in none."""
    name = f"{layout.rpartition('/')[2]}.xml".casefold()
    others = case.files.names("", ".xml")
    there = next((each for each in others if each.rpartition("/")[2].casefold() == name), None)
    if there and there.casefold() == f"layouts/{layout}.xml".casefold():
        return f"write '{there[len('layouts/') : -len('.xml')]}': capitals count"
    return f"move '{there}' to 'layouts/{layout}.xml'" if there else ""


def _fields(case: Case, kind: str) -> Iterator[tuple[Piece, str, str]]:
    """Pieces, field names and values of all given fields of the kind."""
    for component_set in case.game.sets:
        names = [name for name, declared in component_set.fields.items() if declared.kind == kind]
        for piece in component_set.pieces:
            for name in names:
                value = piece.fields.get(name)
                if isinstance(value, str) and value:
                    yield piece, name, value


def _place(piece: Piece, name: str) -> Span:
    return piece.origins[name].span if name in piece.origins else piece.span


def check_shuffled(case: Case) -> Iterator[Diagnostic]:
    """Piles of a shuffled set without a back, or with several (K120)."""
    for each in case.game.sets:
        if each.shuffled is not None:
            for value, pieces in piles(each).items():
                yield from _of_pile(value, pieces, each)


def piles(each: ComponentSet) -> dict[str, list[Piece]]:
    """The printed pieces of a shuffled set by the words of their pile."""
    found: dict[str, list[Piece]] = {}
    for piece in each.pieces:
        if piece.copies:
            value = show(piece.fields.get(each.shuffled)) if each.shuffled else ""
            found.setdefault(value, []).append(piece)
    return found


def _of_pile(value: str, pieces: list[Piece], each: ComponentSet) -> Iterator[Diagnostic]:
    which = f"'{each.id}'" + (f" with {each.shuffled} {value}" if each.shuffled else "")
    backs = {piece.back: piece for piece in reversed(pieces)}
    place = each.shuffled_span or each.span
    if None in backs:
        piece = backs[None]
        message = f"{which} is shuffled, and '{piece.key}' has no back"
        yield error("K120", message, place, "add 'back: …'", related=[(piece.span, piece.key)])
    elif len(backs) > 1:
        names = " and ".join(f"'{name}'" for name in sorted(str(name) for name in backs))
        message = f"{which} is shuffled, and its pieces have different backs: {names}"
        cures = [
            "give all pieces one back",
            "if they are several piles, write 'shuffled: …' with their field",
        ]
        places = [(piece.span, f"{piece.key} has '{back}'") for back, piece in backs.items()]
        yield error("K120", message, place, cures, related=places)

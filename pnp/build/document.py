"""Files to write: the sheets of a set, a rule sheet, or all of a game in one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import PurePath
from typing import NamedTuple

from pnp.build.output import ascii_name
from pnp.draw import AnyFace, Document, OutlineEntry, Page, StructureElement
from pnp.impose import PieceFaces, PrintProfile, Sheet, face_pages, flip_axis
from pnp.model import Game, RulebookSource
from pnp.model.files import distinct


class BookPages(NamedTuple):
    """A rule sheet ready for printing.

    Attributes:
        pages: In order; each a face of the paper's size without bleed.
        outline: Bookmarks of its headings, pages counted from 0.
        title: In the language of the sheet; empty without one.
        elements: That the tags of its pages name.
    """

    pages: tuple[AnyFace, ...]
    outline: tuple[OutlineEntry, ...]
    title: str
    elements: tuple[StructureElement, ...] = ()


class Part(NamedTuple):
    """A set or a rulebook, ready for a file of its own or a place in a larger one.

    Attributes:
        file: Name of its own file.
        title: In the language of the build.
        pages: In order.
        outline: Bookmarks; pages count from the first page of the part.
        sheets: Of a set; empty for a rulebook.
        faces: Of a set; empty for a rulebook.
        two_sided: Whether pages are printed on both sides of the paper, front and back in turn.
        one_sided: Whether pages are cut out, so that nothing may be printed on their backs.
        rules: Name of the source of a rulebook; empty for a set.
        read: Pages of a rulebook in the order of reading; empty for a set.
    """

    file: str
    title: str
    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...]
    sheets: tuple[Sheet, ...] = ()
    faces: tuple[PieceFaces, ...] = ()
    two_sided: bool = False
    one_sided: bool = False
    rules: str = ""
    read: tuple[AnyFace, ...] = ()


OTHERS = ("diff", "reprint")
"""Names of files, without endings, that other commands write next to those of a build."""


def named_apart(parts: Sequence[Part]) -> list[Part]:
    """The parts, each in a file of its own.

    Two may have the same name: a set and a rule sheet, or a set called ``boxes``. The first keeps it.
    """
    stems = [PurePath(part.file).stem for part in parts]
    return [
        part if stem == old else part._replace(file=f"{stem}.pdf")
        for part, old, stem in zip(parts, stems, distinct(stems, OTHERS), strict=True)
    ]


def book_part(source: RulebookSource, book: BookPages, name: str) -> Part:
    """The pages of a rulebook; ``name`` is that of its file, without ending."""
    title, pages = book.title or source.name, _with_structure(face_pages(book.pages), book)
    return Part(f"{name}.pdf", title, pages, tuple(book.outline), rules=source.name, read=book.pages)


def led_to(pages: Sequence[Page], place: Callable[[int], int]) -> tuple[Page, ...]:
    """The pages with their links leading to other places; those that share elements share the new ones."""
    known: dict[int, Sequence[StructureElement]] = {}
    moved: list[Page] = []
    for page in pages:
        elements = page.elements
        if elements is not None and id(elements) not in known:
            leading = any(each.target is not None for each in elements)
            known[id(elements)] = [_led(each, place) for each in elements] if leading else elements
        moved.append(page if elements is None else page._replace(elements=known[id(elements)]))
    return tuple(moved)


def _led(element: StructureElement, place: Callable[[int], int]) -> StructureElement:
    return element if element.target is None else element._replace(target=place(element.target))


def _with_structure(pages: Iterable[Page], book: BookPages) -> tuple[Page, ...]:
    return tuple([page._replace(elements=book.elements) for page in pages])


def booklet_part(source: RulebookSource, book: BookPages, name: str, profile: PrintProfile) -> Part:
    """A rulebook with pages of half the paper's size as sheets to fold; ``name`` is as for ``book_part``."""
    from pnp.impose.booklet import booklet_pages, printed_place

    pages = booklet_pages(book.pages, profile.paper, flip_axis(profile, lying=True))
    pages = led_to(_with_structure(pages, book), partial(printed_place, count=len(book.pages)))
    outline = tuple(entry._replace(page=printed_place(entry.page, len(book.pages))) for entry in book.outline)
    title, rules = book.title or source.name, source.name
    return Part(f"{name}.pdf", title, pages, outline, two_sided=True, rules=rules, read=book.pages)


def book_name(source: RulebookSource, title: str, taken: Collection[str], *, translated: bool) -> str:
    """Name of a rulebook's file: that of its source or, if translated, its title in ASCII letters.

    Args:
        source: The Markdown file.
        title: In the language of the sheet; may be empty.
        taken: Names of other files beside it, without endings.
        translated: Whether it is in another language than its source.
    """
    name = ascii_name(title) if translated and title else source.name
    return name if name not in taken else source.name


def part_document(game: Game, language: str, part: Part, profile: PrintProfile | None) -> Document:
    """A file that holds one part."""
    return _document(
        game, language, [part], profile, pages=part.pages, outline=part.outline, title=part.title
    )


def combined_document(
    game: Game, language: str, parts: Sequence[Part], profile: PrintProfile | None
) -> Document:
    """A file that holds all parts; each begins on a fresh sheet of paper.

    Where fronts come first, those of all parts do, so that one pile is turned over once; what is not cut
    comes last.
    """
    if profile is not None and profile.order == "fronts-first":
        piled, marks = _piled(parts)
        return _document(game, language, parts, profile, pages=piled, outline=marks)
    pages: list[Page] = []
    outline: list[OutlineEntry] = []
    two_sided = any(part.two_sided for part in parts)
    for part in parts:
        # A duplex printer turns every second page over, so sheets without backs need an empty page each.
        backless = two_sided and (part.one_sided or bool(part.sheets)) and not part.two_sided
        if two_sided and len(pages) % 2:
            pages.append(_empty(pages[-1]))
        for entry in part.outline:
            place = entry.page * (2 if backless else 1) + len(pages)
            outline.append(OutlineEntry(entry.title, entry.level, place, entry.y))
        for page in led_to(part.pages, len(pages).__add__):
            pages += (page, _empty(page)) if backless else (page,)
    return _document(game, language, parts, profile, pages=pages, outline=outline)


def _piled(parts: Sequence[Part]) -> tuple[list[Page], list[OutlineEntry]]:
    """The pages and the bookmarks: all fronts, all backs in the same order, then the pages of other parts."""
    fronts: list[Page] = []
    backs: list[Page] = []
    others: list[Page] = []
    starts: list[int] = []
    for part in parts:
        count = len(part.sheets)
        starts.append(len(fronts) if part.sheets else len(others))
        fronts += part.pages[:count]
        backs += part.pages[count:] if part.sheets else ()
        if len(part.pages) == count:  # none of its sheets has a back
            backs += map(_empty, part.pages)
        others += () if part.sheets else led_to(part.pages, len(others).__add__)
    if all(len(part.pages) == len(part.sheets) for part in parts if part.sheets):
        backs = []
    others_at = len(fronts) + len(backs)
    outline = [
        entry._replace(page=entry.page + start + (0 if part.sheets else others_at))
        for part, start in zip(parts, starts, strict=True)
        for entry in part.outline
    ]
    return [*fronts, *backs, *led_to(others, others_at.__add__)], outline


def _empty(like: Page) -> Page:
    return Page(like.width, like.height, elements=like.elements)


def _document(
    game: Game,
    language: str,
    parts: Sequence[Part],
    profile: PrintProfile | None,
    *,
    pages: Sequence[Page],
    outline: Sequence[OutlineEntry],
    title: str = "",
) -> Document:
    name = game.name.source
    duplex = profile.duplex if profile is not None and profile.duplex != "none" else "simplex"
    backs = any(part.two_sided for part in parts)
    books = any(not part.sheets for part in parts)
    return Document(
        title=f"{name} – {title}" if title else name,
        language=language,
        pages=pages,
        author=", ".join(chain.from_iterable(game.credits.values())),
        subject=f"{game.id} {game.version}".strip(),
        duplex=duplex if backs else None if books else "simplex",
        outline=outline,
    )

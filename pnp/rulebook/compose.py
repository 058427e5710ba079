"""From the source of a rule sheet to its finished pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pnp.diagnostics import Diagnostic, error, times
from pnp.draw import Face, Group, OutlineEntry, StructureElement
from pnp.fonts import UnknownFontError, unknown_font
from pnp.geometry import Box, scale
from pnp.model import Files, Game, RulebookSource, Text
from pnp.rulebook.block import Block, Directive, Header, Rulebook
from pnp.rulebook.desk import Desk, SheetStyles, sheet_styles, wanted_columns
from pnp.rulebook.flow import Section, Strip, TextArea, place_tightly, with_growth
from pnp.rulebook.index import sheet_mentions, with_indexes
from pnp.rulebook.limits import MOST_COLUMNS, MOST_PAGES
from pnp.rulebook.page import SMALL_PAGE, Running, name_icons, outline_entries, page_faces, page_frame
from pnp.rulebook.parse import A4, parse_rulebook
from pnp.rulebook.picture import TALLEST, bare_face, find_piece
from pnp.rulebook.reads import FaceComposer, ReadyFaces, sheet_scope
from pnp.rulebook.setting import block_strips
from pnp.rulebook.words import bar, highest_letter, line_strips, titles
from pnp.text import TextContext

_BELOW_TITLE = 0.5


@dataclass(frozen=True, slots=True)
class ComposedRulebook:
    """A rule sheet ready for printing.

    Attributes:
        pages: In order; each a face of the paper's size without bleed. Empty when the sheet cannot be set at
            all.
        outline: Bookmarks of its headings, pages counted from 0.
        diagnostics: Everything that is wrong with it, in order of the file.
        title: In the language of the sheet; empty when it has none.
        reads: What it was set from besides its source (see ``pnp.rulebook.reads``).
        elements: That the tags of its pages name.
    """

    pages: tuple[Face, ...]
    outline: tuple[OutlineEntry, ...]
    diagnostics: tuple[Diagnostic, ...]
    title: str = ""
    reads: frozenset[str] = frozenset()
    elements: tuple[StructureElement, ...] = ()


def compose_rulebook(
    source: RulebookSource,
    game: Game,
    language: str,
    composer: FaceComposer | ReadyFaces,
    context: TextContext,
    *,
    page: tuple[float, float] = A4,
    files: Files | None = None,
    localise: Callable[[Text], Text] = lambda text: text,
) -> ComposedRulebook:
    """The pages of a rule sheet.

    Args:
        source: The Markdown file.
        game: Whose rules these are; its facts and terms are what expressions name.
        language: Of the sheet.
        composer: Makes the faces of the pieces that are shown, each at most once.
        context: Fonts, icons and terms.
        page: Width and height in millimetres. Pages narrower than 170 mm have one column of running text, and
            the limit of pages that the header sets does not hold for them.
        files: The game's files, for ``:::figure``.
        localise: Gives the text of the language for one of the game's own language.

    Returns:
        Pages and findings; codes R110 to R160 and those of expressions, texts and icons.
    """
    rulebook = parse_rulebook(source)
    if page[0] < SMALL_PAGE:
        rulebook = rulebook._replace(header=rulebook.header._replace(columns=1, pages=None))
    desk = open_desk(source, game, language, composer, context, files=files, localise=localise)
    if not isinstance(desk, Desk):
        return ComposedRulebook((), (), (*rulebook.diagnostics, *desk))
    desk.diagnostics += rulebook.diagnostics
    desk.whole = rulebook.header.whole
    desk.mentions = sheet_mentions(game, rulebook)
    letters = (highest_letter(desk, desk.plain(text)) for text in titles(rulebook.blocks))
    desk.highest = max(letters, default=0.0)
    name_icons(desk, rulebook.blocks)
    frame = page_frame(*page)
    sections = list(_sections(desk, rulebook, frame))
    placed = place_tightly(sections, frame)
    if desk.mentions is not None:
        placed = with_indexes(desk, sections, placed, frame)
    placed = with_growth(placed, frame)
    header = rulebook.header
    title = desk.plain(header.title) if header.title else ""
    version = desk.labels.text("version", version=game.version) if game.version else ""
    pages = page_faces(desk, placed, page, Running(desk.plain(game.name), title, version))
    found = [*desk.diagnostics, *_too_long(source, header, len(pages), language)]
    outline, reads = outline_entries(placed), frozenset(desk.reads)
    return ComposedRulebook(pages, outline, tuple(in_order(found)), title, reads, tuple(desk.elements))


def open_desk(
    source: RulebookSource,
    game: Game,
    language: str,
    composer: FaceComposer | ReadyFaces,
    context: TextContext,
    *,
    files: Files | None = None,
    localise: Callable[[Text], Text] = lambda text: text,
) -> Desk | list[Diagnostic]:
    """A desk for a rule sheet, or the reason why nothing can be set: a font that is missing.

    The arguments are those of ``compose_rulebook``.
    """
    styles = sheet_styles(game.styles)
    faults = _unknown_fonts(game, styles, context)
    if faults:
        return faults
    reads: set[str] = set()
    return Desk(
        game,
        language,
        composer if isinstance(composer, ReadyFaces) else ReadyFaces(composer),
        context,
        styles,
        sheet_scope(game, language, reads),
        files,
        file=source.file,
        localise=localise,
        reads=reads,
    )


def in_order(found: list[Diagnostic]) -> list[Diagnostic]:
    """By place; those of one text that is measured and set are reported once."""
    once = list(dict.fromkeys(found))
    return sorted(once, key=lambda item: (item.span is None, item.span or ()))


def _sections(desk: Desk, rulebook: Rulebook, frame: TextArea) -> Iterator[Section]:
    """The title, then stretches of running text and of blocks that span the page.

    A break at the end of a stretch is made before the next one.
    """
    title = _title_strips(desk, rulebook.header, frame.width)
    if title:
        yield Section(1, tuple(title))
    running: list[Block] = []
    for block in rulebook.blocks:
        columns = _columns(desk, block)
        if columns is None or not isinstance(block, Directive):
            running.append(block)
            continue
        last = [each for each in running[-1:] if isinstance(each, Directive) and each.name == "break"]
        yield from _section(desk, running, rulebook.header.columns, frame)
        yield from _section(desk, (*last, *block.blocks), columns, frame)
        running = []
    yield from _section(desk, running, rulebook.header.columns, frame)


def _section(
    desk: Desk, blocks: list[Block] | tuple[Block, ...], columns: int, frame: TextArea
) -> Iterator[Section]:
    strips = block_strips(desk, blocks, 0.0, frame.column_width(columns))
    if strips:
        yield Section(columns, tuple(strips))


def _columns(desk: Desk, block: Block) -> int | None:
    """How many columns the block asks for across the page; None for a block of the running text."""
    if not isinstance(block, Directive) or block.name not in ("columns", "full"):
        return None
    if block.name == "full":
        return 1
    return wanted_columns(desk, block.words[0], MOST_COLUMNS, 1, "':::columns 2'")


def _title_strips(desk: Desk, header: Header, width: float) -> list[Strip]:
    """The block on top of the first page: title of the sheet, name or logo of the game, subtitle, a rule."""
    styles = desk.styles
    kicker = replace(styles.headings[1], case="upper", tracking=60.0, align=styles.title.align)
    strips: list[Strip] = []
    for text, style, before in (
        (header.title, kicker, 0.0),
        (desk.game.name, styles.title, 0.6),
        (header.subtitle, styles.subtitle, 1.0),
    ):
        if style is styles.title and (logo := _logo(desk, header, width)):
            strips.append(logo)
        elif text:
            tag = desk.tag("H1" if style is styles.title else "P")
            lines = line_strips(desk.lines(text, style, width, heading=True), style, 0.0, tag)
            strips += [
                replace(line, before=before if at == 0 else 0.0, keep=True) for at, line in enumerate(lines)
            ]
    strips.append(Strip(0.9, (bar(0.0, 0.0, width, 0.9, styles.accent),), before=3.0, keep=True))
    strips.append(Strip(_BELOW_TITLE, keep=True))
    return strips


def _logo(desk: Desk, header: Header, width: float) -> Strip | None:
    """The piece that the header shows in place of the game's name; read as the name."""
    piece = find_piece(desk, header.logo) if header.logo else None
    face = desk.face(piece) if piece is not None else None
    if face is None:
        return None
    factor = min(1.0, width / face.width, TALLEST / face.height)
    height = face.height * factor
    with desk.inside("H1"):
        tag = desk.tag("Figure", desk.plain(desk.game.name), Box(0.0, 0.0, face.width * factor, height))
    shown = bare_face(face, desk.hashes)._replace(matrix=scale(factor))
    return Strip(height, (Group((shown,), tag=tag),), before=1.6, keep=True)


def _unknown_fonts(game: Game, styles: SheetStyles, context: TextContext) -> list[Diagnostic]:
    families = {
        style.font
        for style in (
            *(styles.title, styles.subtitle, *styles.headings),
            *(styles.body, styles.table, styles.caption, styles.small),
        )
    }
    faults: list[Diagnostic] = []
    for family in sorted(families):
        try:
            context.fonts.face(family)
        except UnknownFontError:
            faults.append(unknown_font(family, game.span, context.fonts.families()))
    return faults


def _too_long(source: RulebookSource, header: Header, count: int, language: str) -> list[Diagnostic]:
    """The error for a sheet that has more pages than it may have."""
    limit = header.pages or MOST_PAGES
    if count <= limit:
        return []
    message = f"'{source.name}' has {times(count, 'page')} in '{language}', its limit is {limit}"
    cure = "shorten the text, show pieces smaller, or raise 'pages:' in the header"
    return [error("R160", message, header.pages_span, cure)]

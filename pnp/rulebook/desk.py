"""The context for setting a rule sheet: its styles, fonts and game, and the findings of setting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pnp.checks.foreign import foreign_mark
from pnp.checks.text import words_of_others
from pnp.checks.typography import broken_letters
from pnp.colour import WHITE, Colour
from pnp.diagnostics import Diagnostic, error
from pnp.draw import AnyFace, FaceHashes, StructureElement, Tag
from pnp.geometry import Box
from pnp.i18n import Labels, capital
from pnp.layout.reads import of_shown
from pnp.markup import BreakRun, IconRun, Marked, MarkedParagraph, Run, TextRun, parse_inline, plain_text
from pnp.model import STANDARD_STYLES, Files, Game, Piece, Style, Text
from pnp.rulebook.block import Word
from pnp.rulebook.mention import Mentions
from pnp.rulebook.reading import numbers_beside_facts
from pnp.rulebook.reads import TEXT, ReadyFaces, Side
from pnp.rules import fill
from pnp.source import Origin
from pnp.text import SetLine, TextContext, break_paragraph, findings


@dataclass(frozen=True, slots=True)
class SheetStyles:
    """The styles that one rule sheet is set in.

    Attributes:
        title: Of the game's name on top.
        subtitle: Below it.
        headings: Levels 1 to 4.
        body: Running text.
        table: Cells.
        caption: Below pictures.
        small: Credits, header and footer.
    """

    title: Style
    subtitle: Style
    headings: tuple[Style, Style, Style, Style]
    body: Style
    table: Style
    caption: Style
    small: Style

    @property
    def accent(self) -> Colour:
        """The colour of rules, bars, bullets and numbers: that of the first heading."""
        return self.headings[0].colour

    @property
    def tint(self) -> Colour:
        """A light ground in the accent's hue."""
        return self.accent.mixed(WHITE, 0.92)

    @property
    def hairline(self) -> Colour:
        """A light line in the accent's hue."""
        return self.accent.mixed(WHITE, 0.7)


def sheet_styles(styles: Mapping[str, Style]) -> SheetStyles:
    """The styles for a game that names ``styles``; a missing one is the standard one."""

    def named(name: str) -> Style:
        return styles.get(name) or STANDARD_STYLES[name]

    return SheetStyles(
        title=named("rulebook-title"),
        subtitle=named("rulebook-subtitle"),
        headings=(named("heading-1"), named("heading-2"), named("heading-3"), named("heading-4")),
        body=named("rulebook-body"),
        table=named("rulebook-table"),
        caption=named("rulebook-caption"),
        small=named("rulebook-small"),
    )


@dataclass(slots=True)
class Desk:
    """Everything at hand while one rule sheet is set.

    Attributes:
        game: Whose rules these are.
        language: Of the sheet.
        composer: Makes the faces of pieces that are shown.
        context: Fonts, icons and terms.
        styles: Of the sheet.
        scope: What the names in expressions mean.
        files: The game's files, for pictures.
        diagnostics: Grows while the sheet is set.
        file: The sheet's own source; typed digits are noted in its texts only.
        localise: Gives the text of the language for one of the game's own language.
        numbers_allowed: Whether digits may be typed at the moment.
        labels: Fixed words of the language.
        icons: Names of the icons in the texts that were set.
        hashes: Of the faces that are shown.
        reads: What was read of the game (see ``pnp.rulebook.reads``); grows.
        mentions: Marks the lines that mention a term, for an index; None while nothing is indexed.
        faces: Sides of pieces that are shown, by key of the piece and side; grows.
        named_icons: See ``icon_names``; filled when it is first asked for.
        elements: Of the structure of the sheet; grows while it is set.
        within: Place of the element that is being set; None outside of all.
        rank: Of the last heading, from 2; the name of the game has 1.
        whole: Paragraphs of up to this many lines are not divided.
    """

    game: Game
    language: str
    composer: ReadyFaces
    context: TextContext
    styles: SheetStyles
    scope: Mapping[str, Any]
    files: Files | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    file: str = ""
    localise: Callable[[Text], Text] = lambda text: text
    numbers_allowed: bool = False
    labels: Labels = field(init=False)
    icons: set[str] = field(default_factory=set)
    hashes: FaceHashes = field(default_factory=FaceHashes)
    reads: set[str] = field(default_factory=set)
    mentions: Mentions | None = None
    faces: dict[tuple[str, Side], AnyFace | None] = field(default_factory=dict)
    named_icons: dict[str, list[str]] = field(default_factory=dict)
    elements: list[StructureElement] = field(default_factory=list)
    within: int | None = None
    rank: int = 1
    whole: int = 0
    highest: float = 0.0

    def __post_init__(self) -> None:
        self.labels = Labels(self.language)

    def tag(self, kind: str, alt: str = "", box: Box | None = None, **more: Any) -> Tag:
        """The tag of a new element in the one that is being set.

        Args:
            kind: Of the element.
            alt: What it shows, in words.
            box: Around it, if it is a picture.
            more: Other attributes of ``StructureElement``.
        """
        more.setdefault("within", self.within)
        if more.get("language") == self.language:
            del more["language"]
        self.elements.append(StructureElement(kind, alt=alt, **more))
        return Tag(kind, len(self.elements) - 1, box=box)

    @contextmanager
    def inside(self, kind: str, *, attribute: str = "") -> Iterator[None]:
        """Meanwhile, set things in a new element of that kind."""
        with self.back_in(self.tag(kind, attribute=attribute).element):
            yield

    @contextmanager
    def back_in(self, element: int | None) -> Iterator[None]:
        """Meanwhile, set things in an element that exists."""
        before, self.within = self.within, element
        yield
        self.within = before

    def face(self, piece: Piece, side: Side = "front") -> AnyFace | None:
        """A side of a piece, to be shown; None if it cannot be drawn. Its label says what is shown."""
        key = (piece.key, side)
        if key not in self.faces:
            shown = self.composer.compose(piece, side)
            self.reads |= of_shown(piece.key, shown.reads)
            face = shown.face
            self.faces[key] = face and face._replace(label=self._shown(piece, side, face.label))
        return self.faces[key]

    def _shown(self, piece: Piece, side: Side, label: str) -> str:
        """A side of a piece in words: what kind of piece it is, and its name or that of its set."""
        kind = self.labels.text("back") if side == "back" else self.labels.text(piece.kind, n=1)
        if side == "front" and not piece.fields.get("name"):
            label = next((self.plain(each.name) for each in self.game.sets if each.id == piece.set_id), label)
        return f"{capital(kind, self.language)}: {label}"

    def icon_names(self, icon: str) -> list[str]:
        """Names of an icon: those of the terms that have it, or what a text calls it; it may grow."""
        if not self.named_icons:
            for vocabulary in self.game.vocabularies.values():
                for term in vocabulary.terms.values():
                    if term.icon:
                        self.named_icons.setdefault(term.icon, []).append(self.plain(term.name))
        return self.named_icons.setdefault(icon, [])

    def icon_words(self, icon: str) -> tuple[str, str]:
        """The name of an icon and its language; the English one of its file where nothing names it.

        ``3 coin``, the words of an icon with letters on it, is ``3`` and the name.
        """
        value, _, name = icon.rpartition(" ")
        if value and name in self.context.icons:
            words, language = self.icon_words(name)
            return f"{value} {words}", language
        names = self.icon_names(icon)
        return (names[0], self.language) if names else (icon.replace("-", " "), "en")

    def local(self, text: Text) -> Text:
        """The text in the language of the sheet."""
        if not text.language:
            self.reads.add(f"{TEXT} {text.context}\n{text.source}")
        return self.localise(text)

    def marked(self, text: Text, *, heading: bool = False) -> tuple[Marked, Origin]:
        """The runs of a text with its expressions filled in, and their places; faults are reported."""
        if not self.numbers_allowed and text.origin.span.file == self.file:
            self.diagnostics += numbers_beside_facts(text, self.game, heading=heading)
        if text.origin.span.file == self.file:
            self.diagnostics += [*foreign_mark(text, self.game, self.context.icons), *broken_letters(text)]
        local = self.local(text)
        self.diagnostics += words_of_others(local, self.game.language)
        filled = fill(local, self.scope, self.language)
        self.diagnostics += filled.diagnostics
        marked = parse_inline(filled.text)
        self.diagnostics += [
            error("R141", fault.message, filled.origin.at(fault.start, fault.length), fault.help)
            for fault in marked.faults
        ]
        return marked, filled.origin

    def marked_quietly(self, text: Text) -> Marked:
        """The runs of a text with its expressions filled in; its faults are reported where it is set."""
        return parse_inline(fill(self.local(text), self.scope, self.language).text)

    def plain(self, text: Text) -> str:
        """The words of a text without marks; its faults are reported where the text is set."""
        return plain_text(self.marked_quietly(text)).replace("\n", " ")

    def lines(self, text: Text, style: Style, width: float, *, heading: bool = False) -> list[SetLine]:
        """The lines of a text in a column of that width; faults are noted."""
        marked, origin = self.marked(text, heading=heading)
        return self.run_lines(_joined(marked.paragraphs), style, width, origin)

    def run_lines(self, runs: Iterable[Run], style: Style, width: float, origin: Origin) -> list[SetLine]:
        """The lines of runs whose offsets ``origin`` knows."""
        runs = tuple(runs)
        self.icons.update(run.name for run in runs if isinstance(run, IconRun))
        broken = break_paragraph(runs, style, width, self.context)
        self.diagnostics += findings(broken.faults, origin, self.context)
        return list(broken.lines) if self.mentions is None else self.mentions.marked(broken.lines, runs)

    def plain_lines(self, words: str, style: Style, width: float, origin: Origin) -> list[SetLine]:
        """The lines of words without marks, made by pnp or taken from data; faults point at ``origin``."""
        runs = (TextRun(words, False, False, 0),) if words else ()
        return self.run_lines(runs, style, width, Origin(origin.span))


def wanted_columns(
    desk: Desk, word: Word | None, most: int, otherwise: int, example: str = "one, such as columns=3"
) -> int:
    """The number of columns that a word gives; ``otherwise`` without one, or where it gives none (R112)."""
    if word is None:
        return otherwise
    if word.text in map(str, range(1, most + 1)):
        return int(word.text)
    message = f"'{word.text}' is no number of columns from 1 to {most}"
    desk.diagnostics.append(error("R112", message, word.span, f"write {example}"))
    return otherwise


def _joined(paragraphs: tuple[MarkedParagraph, ...]) -> Iterator[Run]:
    for index, paragraph in enumerate(paragraphs):
        if index:
            yield BreakRun(paragraph.runs[0].start)
        yield from paragraph.runs

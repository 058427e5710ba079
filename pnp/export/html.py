"""Rule sheets as pages for screens: HTML that needs no other file and no script."""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import assert_never

from pnp.build import Edition, book_name
from pnp.colour import WHITE, Colour, contrast
from pnp.draw import AnyFace, Face, Item, Outline, with_items
from pnp.draw.item import moved
from pnp.export.face_svg import css_name, drawing_svg, face_svg, font_rule
from pnp.export.job import ExportJob
from pnp.i18n import upper
from pnp.icons import VectorIcon
from pnp.markup import BreakRun, IconRun, Marked, Marks, Run, TextRun
from pnp.model import ComponentSet, Style, Text
from pnp.rulebook import ReadyFaces, parse_rulebook
from pnp.rulebook.block import (
    Block,
    Directive,
    Divider,
    Heading,
    ListBlock,
    Paragraph,
    Remark,
    Rulebook,
    TableBlock,
    caption_of,
    heading_rank,
    heads_in,
)
from pnp.rulebook.callouts import numbered_piece
from pnp.rulebook.compose import in_order, open_desk
from pnp.rulebook.desk import Desk
from pnp.rulebook.index import entry_words, listed_terms, note_icons, sheet_mentions
from pnp.rulebook.listing import component_sets, credit_entries
from pnp.rulebook.mention import key_of
from pnp.rulebook.page import name_icons, says_name, words_after
from pnp.rulebook.picture import drawing_words, find_piece, shown_pieces
from pnp.rulebook.setting import directive_strips
from pnp.rulebook.setup import kind_of_marks


def export_html(job: ExportJob) -> int:
    """Every rule sheet as a page ``html/SHEET.html`` that needs no other file; the number of pages.

    Raises:
        ExportStopped: There is an error.
    """
    job.check()
    total = 0
    for language in job.languages:
        edition = Edition(job.workshop, job.translations.translator(language))
        faces = ReadyFaces(edition.composer)
        taken: set[str] = set()
        job.progress.start(f"setting {language}", len(edition.game.rulebooks))
        for source in edition.game.rulebooks:
            desk = open_desk(
                source,
                edition.game,
                language,
                faces,
                edition.context,
                files=job.workshop.files,
                localise=edition.translator.text,
            )
            if not isinstance(desk, Desk):
                job.add(desk)
                continue
            rulebook = parse_rulebook(source)
            page = rule_page(desk, rulebook)
            job.add(in_order([*rulebook.diagnostics, *desk.diagnostics]))
            title = desk.plain(rulebook.header.title) if rulebook.header.title else ""
            name = book_name(source, title, taken, translated=language != job.game.language)
            taken.add(name)
            job.write({f"{job.folder(language, 'html')}/{name}.html": page.encode()})
            job.progress.step(1)
            total += 1
    return total


_DARK = Colour(0x16, 0x18, 0x1D)
"""The ground of the page where the reader prefers dark ones."""

_READABLE = 4.5
"""Least contrast of words to their ground (WCAG 2.2 §1.4.3)."""

_DRAWING_WIDTH = 90.0
"""Millimetres to which drawings without a size of their own are set."""

_PX_PER_MM = 3.4
"""Size of pieces on the page: three poker cards fit side by side."""

_DRAWING_PX_PER_MM = 6.5
"""Size of drawings on the page."""


def rule_page(desk: Desk, rulebook: Rulebook) -> str:
    """The page, in the language of the desk; findings are added to the desk.

    Headings have anchors and are listed on top, pieces are drawings with their names as alternative texts,
    and colours follow the reader's choice of light or dark. Widths from 320 pixels, and print, are styled.
    """
    return _RulePage(desk, rulebook).html()


class _RulePage:
    def __init__(self, desk: Desk, rulebook: Rulebook) -> None:
        self._desk = desk
        self._rulebook = rulebook
        self._anchors: dict[str, int] = {}
        self._contents: list[tuple[int, str, str]] = []
        self._icons: dict[str, str] = {}
        self._letters: set[str] = set()
        self._mentions = sheet_mentions(desk.game, rulebook)
        self._mentioned: dict[str, dict[str, str]] = {}  # headings by anchor, of each term
        self._section: tuple[str, str] | None = None
        self._indexes: list[Directive] = []

    def html(self) -> str:
        """The whole file."""
        desk, header = self._desk, self._rulebook.header
        title = self._inline(header.title) if header.title else ""
        subtitle = self._inline(header.subtitle) if header.subtitle else ""
        name = self._inline(desk.game.name)
        name_icons(desk, self._rulebook.blocks)
        body = self._with_indexes(self._blocks(self._rulebook.blocks))
        version = desk.labels.text("version", version=desk.game.version) if desk.game.version else ""
        plain_title = " – ".join(
            filter(None, [desk.plain(desk.game.name), desk.plain(header.title) if header.title else ""])
        )
        navigation = self._navigation()
        footer = f"<footer><p>{self._words(version)}</p></footer>\n" if version else ""
        parts = [
            f'<!doctype html>\n<html lang="{escape(desk.language)}">\n<head>\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(plain_title)}</title>\n",
            f"<style>\n{self._style()}</style>\n</head>\n<body>\n",
            self._symbols(),
            "<header>\n",
            f'<p class="kicker">{title}</p>\n' if title else "",
            f"<h1>{self._logo() or name}</h1>\n",
            f'<p class="subtitle">{subtitle}</p>\n' if subtitle else "",
            "</header>\n",
            navigation,
            f"<main>\n{body}</main>\n",
            footer,
            "</body>\n</html>\n",
        ]
        return "".join(parts)

    def _logo(self) -> str:
        """The piece that the header shows in place of the game's name."""
        word = self._rulebook.header.logo
        piece = find_piece(self._desk, word) if word else None
        face = self._desk.face(piece) if piece is not None else None
        return self._picture(face, self._desk.plain(self._desk.game.name)) if face is not None else ""

    def _blocks(self, blocks: Sequence[Block]) -> str:
        return "".join(self._block(block) for block in blocks)

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                made = self._heading(block)
            case Paragraph():
                made = f"<p>{self._inline(block.text)}</p>\n"
            case ListBlock():
                made = self._list(block)
            case TableBlock():
                made = self._table(block)
            case Remark():
                made = f"<aside>\n{self._blocks(block.blocks)}</aside>\n"
            case Divider():
                made = "<hr>\n"
            case Directive():
                made = self._directive(block)
            case _:
                assert_never(block)
        return made

    def _heading(self, block: Heading[Text]) -> str:
        words = self._inline(block.text, heading=True)
        anchor = self._anchor(self._desk.plain(block.text))
        self._section = (anchor, self._desk.plain(block.text))
        self._desk.rank = level = heading_rank(block, self._desk.rank)
        if block.level <= _LISTED_LEVELS:
            self._contents.append((block.level, anchor, escape(self._desk.plain(block.text))))
        return f'<h{level} id="{anchor}"><a href="#{anchor}">{words}</a></h{level}>\n'

    def _anchor(self, words: str) -> str:
        """Letters and digits of a heading joined by hyphens; the same words get numbers."""
        plain = "".join(
            char
            for char in unicodedata.normalize("NFKD", words.casefold())
            if not unicodedata.combining(char)
        )
        stem = "-".join(re.findall(r"\w+", plain)) or "section"
        self._anchors[stem] = number = self._anchors.get(stem, 0) + 1
        return escape(stem if number == 1 else f"{stem}-{number}")

    def _list(self, block: ListBlock[Block]) -> str:
        tag = "ol" if block.ordered else "ul"
        start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
        items = "".join(f"<li>{self._item(item, loose=block.loose)}</li>\n" for item in block.items)
        return f"<{tag}{start}>\n{items}</{tag}>\n"

    def _item(self, blocks: Sequence[Block], *, loose: bool) -> str:
        if not loose and blocks and isinstance(blocks[0], Paragraph):
            return self._inline(blocks[0].text) + self._blocks(blocks[1:])
        return self._blocks(blocks)

    def _table(self, block: TableBlock[Text]) -> str:
        def row(cells: Sequence[Text]) -> str:
            made = []
            for cell, align, head in zip(cells, block.align, heads_in(block, cells), strict=True):
                name = "th" if head else "td"
                scope = f' scope="{_SCOPES[head]}"' if head else ""
                made.append(f"<{name}{scope}{_ALIGNED[align]}>{self._inline(cell)}</{name}>")
            return f"<tr>{''.join(made)}</tr>\n"

        head = f"<thead>\n{row(block.head)}</thead>\n" if any(block.head) else ""
        rows = "".join(row(cells) for cells in block.rows)
        return f'<div class="scroll" tabindex="0"><table>\n{head}<tbody>\n{rows}</tbody>\n</table></div>\n'

    def _directive(self, directive: Directive) -> str:
        writer = self._writers().get(directive.name)
        if writer is not None:
            return writer(directive)
        if directive.name == "break":
            return ""
        if directive.name == "plain":
            before, self._desk.numbers_allowed = self._desk.numbers_allowed, True
            inner = self._blocks(directive.blocks)
            self._desk.numbers_allowed = before
            return inner
        if directive.blocks:
            return f'<div class="{escape(directive.name)}">\n{self._blocks(directive.blocks)}</div>\n'
        return self._drawn(directive)

    def _writers(self) -> Mapping[str, Callable[[Directive], str]]:
        return {
            "callouts": self._callouts,
            "components": self._components,
            "credits": self._credits,
            "index": self._index,
            "piece": self._pieces,
            "steps": self._steps,
        }

    def _drawn(self, directive: Directive) -> str:
        """A directive that is a drawing, as it is printed, without its caption."""
        bare = directive._replace(options={k: v for k, v in directive.options.items() if k != "caption"})
        strips = directive_strips(self._desk, bare, _DRAWING_WIDTH)
        items: list[Item] = []
        y = 0.0
        for strip in strips:
            y += strip.before
            items += moved(strip.items, 0.0, y)
            y += strip.height
        if not items:
            return ""
        words = drawing_words(self._desk, directive)
        face = Face(Outline("rectangle", _DRAWING_WIDTH, y), 0.0, tuple(items), words, self._desk.language)
        return self._figure(self._picture(face, words, scale=_DRAWING_PX_PER_MM), directive)

    def _pieces(self, directive: Directive) -> str:
        shown = shown_pieces(self._desk, directive)
        return self._figure("".join(self._picture(face, face.label) for face in shown), directive)

    def _callouts(self, directive: Directive) -> str:
        found = numbered_piece(self._desk, directive, _DRAWING_WIDTH)
        if found is None:
            return ""
        face, texts = found
        notes = "".join(f"<li>{self._inline(text)}</li>\n" for text in texts)
        picture = self._picture(face, face.label, bleed=face.bleed, scale=_DRAWING_PX_PER_MM)
        beside = face.width * _DRAWING_PX_PER_MM <= _WIDEST_BESIDE
        return self._figure(
            picture, directive, f"<ol>\n{notes}</ol>\n", kind="callouts" if beside else "below"
        )

    def _steps(self, directive: Directive) -> str:
        steps = []
        for word, text in directive.notes():
            one = directive._replace(words=(word,), places=(), blocks=())
            pictures = "".join(self._picture(face, face.label) for face in shown_pieces(self._desk, one))
            steps.append(f"<li>{pictures}<span>{self._inline(text)}</span></li>\n")
        opening = {"letters": '<ol type="A">', "roman": '<ol type="I">'}.get(kind_of_marks(directive), "<ol>")
        return self._figure("", directive, f"{opening}\n{''.join(steps)}</ol>\n", kind="steps")

    def _components(self, directive: Directive) -> str:
        items = "".join(self._component(each) for each in component_sets(self._desk, directive))
        return f'<ul class="components">\n{items}</ul>\n'

    def _component(self, each: ComponentSet) -> str:
        piece = next(piece for piece in each.pieces if piece.copies)
        face = self._desk.composer.compose(piece, "front").face
        picture = self._picture(face, "") if face is not None else ""
        count = self._words(self._desk.labels.text("times", n=each.copies))
        return f"<li>{picture}<span><b>{count}</b> {self._words(self._desk.plain(each.name))}</span></li>\n"

    def _credits(self, _directive: Directive) -> str:
        rows = [
            f"<p>{f'<b>{self._words(role)}:</b> ' if role else ''}{self._words(words)}</p>\n"
            for role, words in credit_entries(self._desk)
        ]
        if self._desk.game.notice:
            rows.append(f"<p>{self._inline(self._desk.game.notice)}</p>\n")
        return f'<div class="credits">\n{"".join(rows)}</div>\n'

    def _index(self, directive: Directive) -> str:
        """A place that ``_with_indexes`` fills once all mentions are known."""
        note_icons(self._desk, directive, self._mentioned)
        self._indexes.append(directive)
        return f"{_PLACE}{len(self._indexes) - 1}{_PLACE}"

    def _with_indexes(self, body: str) -> str:
        """The body with its indexes: terms with links to the sections that mention them."""
        for number, directive in enumerate(self._indexes):
            entries = []
            for term in listed_terms(self._desk, directive, self._mentioned):
                links = ", ".join(
                    f'<a href="#{anchor}">{self._words(words)}</a>'
                    for anchor, words in self._mentioned[key_of(term)].items()
                )
                icon = f"{self._icon(term.icon, silent=True)} " if term.icon else ""
                entries.append(
                    f"<li>{icon}<b>{self._words(entry_words(self._desk, term))}</b> {links}</li>\n"
                )
            made = f'<ul class="index">\n{"".join(entries)}</ul>\n' if entries else ""
            body = body.replace(f"{_PLACE}{number}{_PLACE}", made)
        return body

    def _figure(self, pictures: str, directive: Directive, words: str = "", kind: str = "pieces") -> str:
        if not pictures and not words:
            return ""
        caption = caption_of(directive)
        below = f"<figcaption>{self._inline(caption)}</figcaption>\n" if caption else ""
        shown = f'<div class="pictures">{pictures}</div>\n' if pictures else ""
        return f'<figure class="{kind}">\n{shown}{words}{below}</figure>\n'

    def _picture(self, face: AnyFace, words: str, bleed: float = 0.0, scale: float = _PX_PER_MM) -> str:
        drawn = face_svg(with_items(face), self._desk.context.fonts, bleed=bleed)
        data = base64.b64encode(drawn.encode()).decode("ascii")
        width, height = (round((side + 2 * bleed) * scale) for side in (face.width, face.height))
        return (
            f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(words)}" '
            f'width="{width}" height="{height}">'
        )

    def _inline(self, text: Text, *, heading: bool = False) -> str:
        marked, _ = self._desk.marked(text, heading=heading)
        return "<br>".join(self._runs(marked))

    def _runs(self, marked: Marked) -> Iterator[str]:
        """Each paragraph of a text."""
        for paragraph in marked.paragraphs:
            if self._mentions is not None and self._section is not None:
                anchor, words = self._section
                for _, name in self._mentions.found_in(paragraph.runs):
                    self._mentioned.setdefault(name, {})[anchor] = words
            yield "".join(self._run(run, paragraph.runs[at + 1 :]) for at, run in enumerate(paragraph.runs))

    def _words(self, words: str) -> str:
        """Words without marks, as HTML."""
        self._letters.update(words)
        return escape(words)

    def _run(self, run: Run, after: Sequence[Run]) -> str:
        if isinstance(run, BreakRun):
            return "<br>"
        if isinstance(run, IconRun):
            said = not run.value and says_name(words_after(after), self._desk.icon_names(run.name))
            return self._icon(run.name, run.scale, run.value, silent=said)
        if isinstance(run, TextRun):
            words = self._words(run.text)
            words = f"<strong>{words}</strong>" if run.bold else words
            return _with_marks(f"<em>{words}</em>" if run.italic else words, run.marks)
        return _with_marks(f'<b class="term">{self._words(run.form)}</b>', run.marks)

    def _icon(self, name: str, scale: float = 1.0, value: str = "", *, silent: bool = False) -> str:
        """An icon and its words for readers who do not see it; a silent one has none."""
        icon = self._desk.context.icons.get(name)
        if icon is None:
            return f":{escape(name)}:"
        self._desk.icons.add(name)
        if name not in self._icons:
            self._icons[name] = drawing_svg(icon.items, self._desk.context.fonts, f"i{len(self._icons)}-")
        number = list(self._icons).index(name)
        words, language = self._desk.icon_words(f"{value} {name}" if value else name)
        spoken = f'role="img" aria-label="{escape(words)}"'
        if language != self._desk.language:
            spoken += f' lang="{language}"'
        if silent:
            spoken = 'aria-hidden="true"'
        if scale != 1:
            spoken += f' style="font-size:{scale:g}em"'
        box = f"0 0 {icon.width:g} {icon.height:g}"
        on_it = self._on_icon(icon, value) if value else ""
        return f'<svg class="icon" {spoken} viewBox="{box}"><use href="#i{number}"/>{on_it}</svg>'

    def _on_icon(self, icon: VectorIcon, value: str) -> str:
        """Letters on an icon, with a rim in its colour, which keeps them readable over its drawing."""
        colours = ("var(--ground)", "currentColor") if icon.monochrome else ("#000", "#fff")
        size = min(0.8 * icon.height, 1.3 * icon.width / len(value))
        return (
            f'<text x="50%" y="50%" text-anchor="middle" dominant-baseline="central" font-size="{size:g}" '
            f'font-weight="700" fill="{colours[0]}" stroke="{colours[1]}" stroke-width="{size / 5:g}" '
            f'paint-order="stroke">{self._words(value)}</text>'
        )

    def _symbols(self) -> str:
        """Icons once, for all the places where they are used."""
        if not self._icons:
            return ""
        made = "".join(
            f'<g id="i{number}">{drawn}</g>\n' for number, drawn in enumerate(self._icons.values())
        )
        return f'<svg width="0" height="0" aria-hidden="true" class="symbols"><defs>\n{made}</defs></svg>\n'

    def _navigation(self) -> str:
        if len(self._contents) < _LEAST_CONTENTS:
            return ""
        top = min(level for level, _, _ in self._contents)
        items = "".join(
            f'<li class="level-{level - top}"><a href="#{anchor}">{words}</a></li>\n'
            for level, anchor, words in self._contents
        )
        label = self._words(self._desk.labels.text("contents"))
        return f'<nav aria-label="{label}"><details open><summary>{label}</summary>\n<ol>\n{items}</ol></details></nav>\n'

    def _style(self) -> str:
        styles = self._desk.styles
        capitals = upper(self._desk.language)("".join(self._letters))
        letters = {*self._letters, *capitals, *_ALWAYS}
        faces = {
            "body": (styles.body, ((400, False), (700, False), (400, True))),
            "heading": (styles.headings[0], ((styles.headings[0].weight, False),)),
            "title": (styles.title, ((styles.title.weight, False),)),
        }
        rules: list[str] = []
        weights: dict[str, int] = {}  # browsers thicken the letters of a family that lacks the weight
        for name, (style, kinds) in faces.items():
            for weight, italic in kinds:
                face = self._desk.context.fonts.face(style.font, weight, italic, style.axes)
                rules.append(font_rule(face, letters))
                weights[name] = face.weight
        accent = styles.accent.opaque
        levels = [("h1", styles.title), *zip(("h2", "h3", "h4", "h5"), styles.headings, strict=False)]
        capitals = ",".join(level for level, style in levels if style.case == "upper")
        return "".join(
            [
                *dict.fromkeys(rules),
                f":root{{--accent:{_readable(accent, WHITE)};--tint:{accent.mixed(WHITE, 0.92)};"
                f"--line:{accent.mixed(WHITE, 0.7)};--ground:#fff;--ink:#1a1a1a;"
                f"--body:{_family(styles.body)};--heading:{_family(styles.headings[0])};"
                f"--title:{_family(styles.title)};"
                f"--heading-weight:{weights['heading']};--title-weight:{weights['title']}}}\n",
                f"@media(prefers-color-scheme:dark){{:root{{--accent:{_readable(accent, _DARK)};"
                f"--tint:{accent.mixed(_DARK, 0.86)};--line:{accent.mixed(_DARK, 0.6)};--ground:{_DARK};"
                f"--ink:#e8e6e1}}}}\n",
                _CSS,
                f"{capitals}{{text-transform:uppercase}}\n" if capitals else "",
            ]
        )


_WIDEST_BESIDE = 400
"""Width in pixels up to which a picture has its notes beside it."""
_PLACE = "\x00"
"""Around the number of an index; texts cannot hold this character."""
_LISTED_LEVELS = 2
_LEAST_CONTENTS = 3
_ALWAYS = set("0123456789.–×:,;()")
_SCOPES = {"Column": "col", "Row": "row"}
_ALIGNED = {"left": "", "center": ' class="center"', "right": ' class="right"'}

_CSS = """\
*{box-sizing:border-box}
html{color-scheme:light dark;scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 var(--body);hyphens:auto}
nav,main,footer{max-width:46rem;margin:0 auto;padding:0 1.25rem}
header{width:calc(100% - 2.5rem);max-width:43.5rem;margin:0 auto;padding:2.5rem 0 1.25rem;border-bottom:4px solid var(--accent)}
.kicker{margin:0;color:var(--accent);font:var(--heading-weight) .95rem var(--heading);letter-spacing:.08em;text-transform:uppercase}
h1{margin:.1em 0;font:var(--title-weight) clamp(2.2rem,8vw,3.4rem)/1.05 var(--title)}
.subtitle{margin:.3em 0 0}
h2,h3,h4,h5{font-family:var(--heading);font-weight:var(--heading-weight);color:var(--accent);line-height:1.2;margin:1.8em 0 .5em;hyphens:manual}
h2{font-size:1.6rem}h3{font-size:1.25rem}h4,h5{font-size:1.05rem}
h2 a,h3 a,h4 a,h5 a{color:inherit;text-decoration:none}
h2 a:hover,h3 a:hover,h4 a:hover,h5 a:hover{text-decoration:underline}
nav{margin-top:1.5rem}
nav summary{font:var(--heading-weight) 1rem var(--heading);color:var(--accent);cursor:pointer;padding:.25rem 0}
nav ol{list-style:none;margin:.4rem 0;padding:0;columns:16rem;column-gap:2rem}
nav li{break-inside:avoid;margin:0}
nav a{display:block;padding:.2rem 0;color:var(--ink);text-underline-offset:.2em}
nav .level-1{padding-left:1.1rem}
main a,nav a{text-decoration-color:var(--line)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ul,ol{padding-left:1.5rem}li{margin:.3em 0}li::marker{color:var(--accent);font-weight:700}
aside{margin:1.2em 0;padding:.1em 0 .1em 1rem;border-left:4px solid var(--accent)}
hr{width:30%;border:0;border-top:1px solid var(--line);margin:2em auto}
.example{background:var(--tint);border-radius:.5rem;padding:.4rem 1.1rem;margin:1.2em 0}
.scroll{overflow-x:auto;margin:1.2em 0}
table{border-collapse:collapse;min-width:60%}
th,td{padding:.4rem .8rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{color:var(--accent);font-family:var(--heading);font-weight:var(--heading-weight)}
.center{text-align:center}.right{text-align:right}
.icon{height:1.05em;width:auto;max-width:2em;vertical-align:-.14em;fill:currentColor}
.symbols{position:absolute}
figure{margin:1.5em 0;text-align:center}
figcaption{font-size:.9em;margin-top:.5em;text-align:center}
img{max-width:100%;height:auto;border-radius:.35rem}
.pictures{display:flex;flex-wrap:wrap;gap:1rem;justify-content:center;align-items:center}
.below{text-align:left}
.callouts{display:grid;gap:1rem 2rem;align-items:center;text-align:left}
.callouts figcaption{grid-column:1/-1}
.steps ol{list-style:none;counter-reset:step;padding:0;display:grid;gap:1.2rem;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));text-align:left}
.steps li{counter-increment:step;margin:0}
.steps li img{display:block;max-height:14rem;width:auto;margin-bottom:.5rem}
.steps li span::before{content:counter(step)". ";color:var(--accent);font-weight:700}
.steps ol[type] li span::before{content:counter(step,upper-alpha)". "}
.components{list-style:none;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr))}
.components li{display:flex;gap:.8rem;align-items:center;margin:0}
.components img{width:auto;max-width:4rem;max-height:5rem}
.components b{display:block;font-size:1.15em;color:var(--accent);font-family:var(--heading);font-weight:var(--heading-weight)}
.index{list-style:none;padding:0;columns:15rem;column-gap:2rem}
.index li{break-inside:avoid}
.credits{border-top:1px solid var(--line);margin-top:2.5rem;padding-top:.5rem;font-size:.85rem}
.credits p{margin:.4em 0}
footer{padding-bottom:3rem;font-size:.85rem}
@media(min-width:40rem){.callouts{grid-template-columns:auto 1fr}}
@media print{nav{display:none}body{font-size:10pt}h2,h3,h4{break-after:avoid}figure,tr,li{break-inside:avoid}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
"""


def _family(style: Style) -> str:
    return f"'{css_name(style.font)}',system-ui,sans-serif"


def _readable(colour: Colour, ground: Colour) -> Colour:
    """The colour, made lighter or darker until its words can be read on the ground."""
    other = WHITE if ground.luminance < 0.5 else Colour(0, 0, 0)
    for step in range(11):
        mixed = colour.opaque.mixed(other, step / 10)
        if contrast(mixed, ground) >= _READABLE:
            return mixed
    return other


def _with_marks(words: str, marks: Marks | None) -> str:
    if marks is None:
        return words
    if marks.script:
        words = f"<sup>{words}</sup>" if marks.script == "super" else f"<sub>{words}</sub>"
    rules = []
    if marks.underline or marks.strike:
        lines = [name for name, on in (("underline", marks.underline), ("line-through", marks.strike)) if on]
        rules.append(f"text-decoration:{' '.join(lines)}")
    if marks.capitals:
        rules.append("font-variant-caps:small-caps")
    if marks.colour is not None:
        rules.append(f"color:{marks.colour.opaque}")
    return f'<span style="{";".join(rules)}">{words}</span>' if rules else words
